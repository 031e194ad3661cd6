import { newId } from '../../contracts/ids';
import { sampleFindings } from '../../contracts/sample-findings';
import { call } from '../../tools/support/api';
import { useSignedIn } from '../support/people';
import { useApi } from '../support/use';

const { db, api } = useApi();
const { customer, open } = useSignedIn({ db, api });

/** Records a scan of an address, ended as `data` says. */
async function scanOf(email: string, idea: string, data: object = {}): Promise<string> {
  const id = newId('scn');
  const confirmedAt = new Date('2026-11-20T10:00:00Z');
  await db.prisma.freeScan.create({
    data: {
      ...{ id, email, idea, marketingConsent: false, status: 'confirmed', confirmationExpiresAt: confirmedAt },
      confirmedAt,
      ...data,
    },
  });
  return id;
}

const completed = {
  status: 'completed',
  completedAt: new Date(),
  findings: Buffer.from(JSON.stringify(sampleFindings)),
};

test('the account lists the scans that its address confirmed, with state, score and a link to each result', async () => {
  const ready = await scanOf(customer.email, 'A letter on wells\nand on springs', completed);
  const running = await scanOf(customer.email, 'A letter on <b>roofs</b>', { status: 'running' });
  const failed = await scanOf(customer.email, 'A letter on doors', { status: 'failed', failureCode: 'agent_refused' });
  const asked = await scanOf(customer.email, 'Text of a stranger', {
    status: 'awaiting_confirmation',
    confirmedAt: null,
  });
  const foreign = await scanOf('somebody-else@example.com', 'A letter of somebody else', completed);

  const { text } = await open('/account/scans');
  const links = [...text.matchAll(/href="\/account\/scans\/(scn_\w+)"/g)].map(([, id]) => id);
  expect(links).toEqual([failed, running, ready]);
  expect(text).toContain('A letter on wells</a>');
  expect(text).toContain('A letter on &lt;b&gt;roofs&lt;/b&gt;');
  expect(text).toMatch(new RegExp(`>\\s*${sampleFindings.verdict.score}\\s*<`));
  for (const state of ['Ready', 'Running', 'Failed']) expect(text).toContain(`>${state}</span>`);
  expect(text).not.toMatch(/Text of a stranger|somebody else/);

  const result = await open(`/account/scans/${ready}`);
  expect(result.text).toContain('and on springs');
  expect(result.text).toContain(sampleFindings.evidence[0]!.sourceUrl.replaceAll('&', '&amp;'));
  expect((await open(`/account/scans/${running}`)).text).toContain('Our agent is at work.');
  expect((await open(`/account/scans/${failed}`)).text).toContain('Request another scan');
  for (const id of [asked, foreign, newId('scn')]) expect((await open(`/account/scans/${id}`)).status).toBe(404);
});

test('scans are paged, and strangers are asked to sign in', async () => {
  for (let i = 0; i < 21; i++) await scanOf(customer.email, `Letter number ${i}`);
  const first = await open('/account/scans');
  const next = /rel="next" href="([^"]+)"/.exec(first.text)![1]!;
  const rest = await open(next);
  const ids = [first, rest].map(({ text }) => [...text.matchAll(/\/account\/scans\/(scn_\w+)"/g)].map(([, id]) => id));
  expect(ids.map(({ length }) => length)).toEqual([20, 1]);
  expect(new Set(ids.flat()).size).toBe(21);
  for (const path of ['/account/scans', `/account/scans/${ids[0]![0]}`])
    expect((await call(api, 'GET', path)).status).toBe(303);
});
