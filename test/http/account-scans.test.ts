import { newId } from '../../contracts/ids';
import { sampleFindings } from '../../contracts/sample-findings';
import { call } from '../support/api';
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

test('the idea of a scan goes on to the page that sells the check and into the form of its run, for its owner alone', async () => {
  const id = await scanOf(customer.email, 'A letter on cellars and what is kept there', completed);
  const foreign = await scanOf('somebody-else@example.com', 'An attic of somebody else', completed);
  const { score } = sampleFindings.verdict;
  const result = await open(`/account/scans/${id}`);
  const onward = /href="([^"]+)"\s*>Have it checked in full/.exec(result.text)![1]!.replaceAll('&amp;', '&');
  expect(onward).toMatch(/^\/account\/runs\/new\?scan=/);
  expect((await open(onward)).text).toMatch(/<textarea[^>]*name="idea"[^>]*>\s*A letter on cellars/);

  const shop = (path: string) => open(`/buy?product=idea_check&scan=${path}`);
  const bought = (await shop(id)).text;
  expect(bought).toContain('A letter on cellars');
  expect(bought).toContain(`<b>${score} of 100</b>`);
  expect(bought).toContain(`Your purchase belongs to your account, ${customer.email}.`);
  // It goes on with the choice of three, and nobody else reads it.
  expect(bought).toContain(`/buy?product=idea_check&amp;quantity=3&amp;scan=${id}`);
  const guest = (await call(api, 'GET', `/buy?product=idea_check&scan=${id}`)).text;
  expect(guest).not.toContain('cellars');
  expect(guest).toContain('belongs to the e-mail address that you enter there');
  for (const scan of [foreign, newId('scn'), 'x']) {
    expect((await shop(scan)).text).not.toContain('<blockquote');
    expect((await open(`/account/runs/new?scan=${scan}`)).text).not.toMatch(/An attic/);
  }
  // Who begins with an empty form is offered the latest.
  const empty = (await open('/account/runs/new?kind=idea_check')).text;
  expect(empty).toContain(`/account/runs/new?scan=${id}`);
  expect((await open('/account/runs/new?kind=custom_search')).text).not.toContain('?scan=');
});

test('who has no credit is led from a scan to the page that sells one, with the scan', async () => {
  await db.pool.query(`UPDATE entitlements SET status = 'revoked' WHERE account_id = $1`, [customer.accountId]);
  const id = await scanOf(customer.email, 'A letter on stairs', completed);
  expect((await open(`/account/scans/${id}`)).text).toContain(`/buy?product=idea_check&amp;scan=${id}`);
});
