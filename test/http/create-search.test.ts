import { newId } from '../../contracts/ids';
import type { RunStatus } from '../../contracts/runs';
import type { SearchInput } from '../../contracts/workflow-messages';
import { saveArtifact } from '../../store/runs/save-artifact';
import { call, createCustomer, createSearch, SEARCH } from '../support/api';
import { complete } from '../support/run-states';
import { searchFixture } from '../support/search-fixture';
import { use, useApi } from '../support/use';

const { db, api } = useApi();
const customer = use(() => createCustomer(db, { credits: 50, kind: 'custom_search' }));

const unused = (accountId: string) => db.prisma.entitlement.count({ where: { accountId, status: 'unused' } });

test('a search takes one Custom Search credit, starts its workflow, and counts ten candidates by default', async () => {
  const before = await unused(customer.accountId);
  const answer = await createSearch(api, customer, 'plain');
  expect(answer.status).toBe(202);
  expect(answer.body).toMatchObject({ kind: 'custom_search', status: 'queued', mode: 'live', replayed: false });
  expect(answer.headers.get('location')).toBe(answer.body.statusUrl);
  expect(await unused(customer.accountId)).toBe(before - 1);

  const { message } = api.delivered.at(-1)!;
  expect(message).toMatchObject({ workflowType: 'search', workflowId: `search/${answer.body.runId}` });
  expect((message.input as SearchInput).candidateCount).toBe(10);
  expect(JSON.stringify(message)).not.toContain('Leipzig');
  const run = await call<RunStatus>(api, 'GET', answer.body.statusUrl, { key: customer.apiKey });
  expect(run.body).toMatchObject({
    kind: 'custom_search',
    progress: { done: 0, total: 10 },
    links: { portfolio: `/v1/runs/${answer.body.runId}/portfolio` },
  });
});

test('the same key and body get the first answer, also where the default count is written out', async () => {
  const first = await createSearch(api, customer, 'again');
  const again = await createSearch(api, customer, 'again', { ...SEARCH, candidateCount: 10 });
  expect(again.body).toEqual({ ...first.body, replayed: true });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  const other = await createSearch(api, customer, 'again', { ...SEARCH, candidateCount: 11 });
  expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
});

test.each([
  ['a short profile', { operatorProfile: 'too short' }, '/operatorProfile'],
  ['a long profile', { operatorProfile: 'x'.repeat(4001) }, '/operatorProfile'],
  ['no expertise', { expertise: [] }, '/expertise'],
  ['expertise twice', { expertise: ['law', ' law '] }, '/expertise'],
  ['too much expertise', { expertise: Array.from({ length: 21 }, (_, i) => `field ${i}`) }, '/expertise'],
  ['an expertise of one letter', { expertise: ['a'] }, '/expertise/0'],
  ['two candidates', { candidateCount: 2 }, '/candidateCount'],
  ['26 candidates', { candidateCount: 26 }, '/candidateCount'],
  ['half a candidate', { candidateCount: 3.5 }, '/candidateCount'],
  ['an unknown field', { budget: 5 }, '/budget'],
])('%s is refused and named', async (name, wrong, pointer) => {
  const { status, body } = await createSearch(api, customer, name.replaceAll(' ', '-'), { ...SEARCH, ...wrong });
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'invalid_request', errors: [{ pointer }] });
});

test('scope, mode and credit are checked', async () => {
  const noScope = await createCustomer(db, { scopes: ['evaluations:create'], kind: 'custom_search' });
  const test = await createCustomer(db, { mode: 'test', kind: 'custom_search' });
  const evaluationsOnly = await createCustomer(db, { kind: 'idea_check' });
  const answers = await Promise.all([noScope, test, evaluationsOnly].map((owner) => createSearch(api, owner, 'x')));
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [403, 'insufficient_scope'],
    [403, 'live_key_required'],
    [402, 'entitlement_required'],
  ]);
});

test('a search is canceled with its own scope, by a message to its workflow', async () => {
  const { runId } = (await createSearch(api, customer, 'cancel', { ...SEARCH, candidateCount: 7 })).body;
  const answer = await call<RunStatus>(api, 'POST', `/v1/runs/${runId}/cancel`, { key: customer.apiKey });
  expect([answer.status, answer.body.status]).toEqual([202, 'canceling']);
  expect(api.delivered.at(-1)!.message).toMatchObject({
    workflowType: 'search',
    workflowId: `search/${runId}`,
    signal: 'cancelRequested',
    input: { candidateCount: 7 },
  });
});

test('a portfolio is its owner’s, no-store, and 404 until the search is completed', async () => {
  const { runId } = (await createSearch(api, customer, 'portfolio')).body;
  const path = `/v1/runs/${runId}/portfolio`;
  const early = await call(api, 'GET', path, { key: customer.apiKey });
  expect([early.status, early.body.code]).toEqual([404, 'run_not_completed']);

  const { findings, portfolio } = searchFixture(5);
  await saveArtifact(db, runId, 'portfolio', Buffer.from(JSON.stringify(portfolio)));
  await complete(db, runId, findings);
  const ready = await call(api, 'GET', path, { key: customer.apiKey });
  expect([ready.status, ready.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(ready.body).toEqual(portfolio);

  const stranger = await createCustomer(db, { credits: 0 });
  const refused = await call(api, 'GET', path, { key: stranger.apiKey });
  expect([refused.status, refused.body.code]).toEqual([404, 'run_not_found']);
  expect((await call(api, 'GET', path)).status).toBe(401);
  const unscoped = await createCustomer(db, { credits: 0, scopes: ['runs:read'] });
  expect((await call(api, 'GET', path, { key: unscoped.apiKey })).status).toBe(403);
  const unknown = await call(api, 'GET', `/v1/runs/${newId('run')}/portfolio`, { key: customer.apiKey });
  expect([unknown.status, unknown.body.code]).toEqual([404, 'run_not_found']);
});

test('a search without its portfolio is not completed', async () => {
  const { runId } = (await createSearch(api, customer, 'incomplete')).body;
  await complete(db, runId, searchFixture(3).findings);
  const run = await call<RunStatus>(api, 'GET', `/v1/runs/${runId}`, { key: customer.apiKey });
  expect(run.body.status).toBe('running');
});
