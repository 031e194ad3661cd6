import { createPageReader } from '../../providers/cited-pages/page-reader';
import { QUOTE } from '../support/cited-site';
import { dearPdf } from '../support/dear-pdf';

test('pages of hostile runs that occupy each thread there is for pages do not hold up the robots.txt of an honest one', async () => {
  const reader = createPageReader(60_000);
  const ended: string[] = [];
  const hostile = ['run_1', 'run_2'].map((owner) =>
    reader
      .find(owner, { body: dearPdf(), contentType: 'application/pdf', quotations: [QUOTE] })
      .catch(() => null)
      .finally(() => ended.push(owner)),
  );
  const rulesUrl = 'https://source.example/robots.txt';
  const question = { rules: 'User-agent: *\nAllow: /', rulesUrl, url: 'https://source.example/page', agent: 'Noi' };
  expect(await reader.allows('run_honest', question)).toEqual({ allowed: true });
  expect(ended).toEqual([]);
  await reader.close();
  await Promise.all(hostile);
});

test('the robots.txt of a hostile run does not hold up that of an honest one', async () => {
  const reader = createPageReader();
  const ended: string[] = [];
  const url = `https://source.example/${'a'.repeat(2_000)}`;
  const ask = (owner: string, rules: string) =>
    reader
      .allows(owner, { rules, rulesUrl: 'https://source.example/robots.txt', url, agent: 'Noi' })
      .catch(() => null)
      .finally(() => ended.push(owner));
  const dear = `User-agent: *\n${`Disallow: /${'*a'.repeat(900)}b$\n`.repeat(275)}`;
  const hostile = Array.from({ length: 4 }, () => ask('run_hostile', dear));
  expect(await ask('run_honest', 'User-agent: *\nAllow: /')).toEqual({ allowed: true });
  // It has a thread to itself: what the other is at may end meanwhile, and little else.
  expect(ended.filter((owner) => owner === 'run_hostile').length).toBeLessThan(3);
  // A task that follows the end of a thread would start another.
  await Promise.all(hostile);
  await reader.close();
});
