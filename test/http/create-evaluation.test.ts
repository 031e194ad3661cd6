import { SCOPES } from '../../base/access';
import { newId } from '../../base/ids';
import { createKey } from '../../modules/accounts/store/keys';
import { grantEntitlements } from '../../modules/entitlements/store/grant';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import type { RunStatus } from '../../modules/run-kinds/contract';
import { deleteRun } from '../../modules/runs/store/delete';
import {
  call,
  create,
  createCustomer,
  createEvaluation,
  createSearch,
  IDEA,
  SEARCH,
  type Customer,
} from '../support/api';
import { complete } from '../support/runs';
import { useApi } from '../support/use';

const { db, api } = useApi();

const count = async (sql: string, ...values: unknown[]) =>
  Number((await db.pool.query<{ count: string }>(`SELECT count(*) FROM ${sql}`, values)).rows[0]!.count);
const runsOf = ({ accountId }: Customer) => count('runs WHERE account_id = $1', accountId);
const creditsOf = ({ accountId }: Customer, status = 'unused') =>
  count('entitlements WHERE account_id = $1 AND status = $2', accountId, status);

describe('an Idea Check', () => {
  test('takes one credit, enqueues one workflow start and answers 202 with its status URL', async () => {
    const customer = await createCustomer(db, { credits: 2 });
    const answer = await createEvaluation(api, customer, 'first', { idea: `  ${IDEA}\n`, geography: 'Germany' });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ kind: 'idea_check', status: 'queued', mode: 'live', replayed: false });
    expect(answer.headers.get('location')).toBe(`/v1/runs/${answer.body.runId}`);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await creditsOf(customer, 'consumed')).toBe(1);
    const run = await db.prisma.run.findUniqueOrThrow({ where: { id: answer.body.runId } });
    expect(run.input).toEqual({ idea: IDEA, geography: 'Germany' });
    expect(run.entitlementId).toBe(answer.body.entitlementId);
    expect(await count('outbox WHERE dedupe_key = $1', `start:evaluation/${answer.body.runId}`)).toBe(1);
    expect(api.delivered.at(-1)!.message.workflowId).toBe(`evaluation/${answer.body.runId}`);
    expect(JSON.stringify(api.delivered.at(-1))).not.toContain('heat pumps');
  });

  test('replays the first answer to the same key and body, even after the last credit', async () => {
    const customer = await createCustomer(db, { credits: 1 });
    const first = await createEvaluation(api, customer, 'again');
    const again = await createEvaluation(api, customer, 'again', { idea: `${IDEA}   ` });
    expect([again.status, again.body]).toEqual([202, { ...first.body, replayed: true }]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await createEvaluation(api, customer, 'again', { idea: `${IDEA}, daily` });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
    expect(await runsOf(customer)).toBe(1);
  });

  test('answers 402 without a credit and stores nothing, so the key can be reused', async () => {
    const customer = await createCustomer(db, { credits: 0 });
    const refused = await createEvaluation(api, customer, 'later');
    expect([refused.status, refused.body.code]).toEqual([402, 'entitlement_required']);
    expect(await count('idempotency_records WHERE account_id = $1', customer.accountId)).toBe(0);
    await grantEntitlements(db, customer.accountId, 'idea_check', 1);
    expect((await createEvaluation(api, customer, 'later')).status).toBe(202);
  });

  test('starts exactly 50 runs from 200 concurrent requests on 50 credits', async () => {
    const customer = await createCustomer(db, { credits: 50 });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => createEvaluation(api, customer, `burst-${i}`)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(50);
    expect(statuses.filter((status) => status === 402)).toHaveLength(150);
    expect([await runsOf(customer), await creditsOf(customer, 'consumed')]).toEqual([50, 50]);
    expect(new Set(answers.map(({ body }) => body.entitlementId).filter(Boolean)).size).toBe(50);
  });

  test('starts one run and answers every caller when a key is sent 100 times at once', async () => {
    const customer = await createCustomer(db, { credits: 10 });
    const answers = await Promise.all(Array.from({ length: 100 }, () => createEvaluation(api, customer, 'twins')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.runId)).size).toBe(1);
    expect(answers.filter(({ body }) => !body.replayed)).toHaveLength(1);
    expect(await runsOf(customer)).toBe(1);
  });
});

test('accepts source domains as host names, and stores them with the run', async () => {
  const customer = await createCustomer(db, { credits: 1 });
  const withSources = (sources: object) => createEvaluation(api, customer, 'sources', { idea: IDEA, sources });
  for (const domain of ['https://destatis.de', 'localhost', '10.0.0.1', 'a b.de', '.de', 'destatis.de/path', '*.de']) {
    const { status, body } = await withSources({ include: [domain] });
    expect([domain, status, body.code]).toEqual([domain, 400, 'invalid_request']);
    expect(body).toMatchObject({ errors: [{ pointer: '/sources/include/0' }] });
  }
  const names = Array.from({ length: 21 }, (_, i) => `site${i}.de`);
  for (const wrong of [{ include: [] }, { exclude: names }, { only: ['a.de'] }])
    expect((await withSources(wrong)).status).toBe(400);
  const sources = { include: ['Destatis.de'], exclude: names.slice(1) };
  const { body } = await withSources(sources);
  const { input } = await db.prisma.run.findUniqueOrThrow({ where: { id: body.runId } });
  expect(input).toEqual({ idea: IDEA, sources });
});

describe('a run that continues an earlier run', () => {
  const ids = async (customer: Customer, length: number) => {
    const started = Array.from({ length }, (_, i) => createEvaluation(api, customer, `earlier-${i}`));
    return (await Promise.all(started)).map(({ body }) => body.runId);
  };
  const completed = async (customer: Customer) => {
    const [runId] = await ids(customer, 1);
    await complete(db, runId!, sampleFindings);
    return runId!;
  };

  test('stores the ID of a completed run, and replays after that run is deleted', async () => {
    const customer = await createCustomer(db, { credits: 2 });
    const continues = await completed(customer);
    const again = () => createEvaluation(api, customer, 'again', { idea: IDEA, continues });
    const { status, body } = await again();
    expect(status).toBe(202);
    const { input } = await db.prisma.run.findUniqueOrThrow({ where: { id: body.runId } });
    expect(input).toEqual({ idea: IDEA, continues });
    await deleteRun(db, { ...customer, mode: 'live' }, continues);
    expect((await again()).body).toEqual({ ...body, replayed: true });
  });

  test('is refused without its earlier run, and takes no credit', async () => {
    const customer = await createCustomer(db, { credits: 3 });
    await grantEntitlements(db, customer.accountId, 'custom_search', 1);
    const [done, unfinished, deleted] = (await ids(customer, 3)) as [string, string, string];
    for (const runId of [done, deleted]) await complete(db, runId, sampleFindings);
    await deleteRun(db, { ...customer, mode: 'live' }, deleted);
    await grantEntitlements(db, customer.accountId, 'idea_check', 1);
    const foreign = await completed(await createCustomer(db, { credits: 1 }));
    const { secret } = await createKey(db, { ...customer, name: 'sandbox', mode: 'test', scopes: SCOPES });
    const tester = { apiKey: secret };
    const check = (continues: string, by: { apiKey: string } = customer, path = '/v1/evaluations') =>
      create(api, path, by, newId('run'), { idea: IDEA, continues });
    const refusals = {
      foreign: await check(foreign),
      unfinished: await check(unfinished),
      deleted: await check(deleted),
      unheard: await check(newId('run')),
      'of the other kind': await createSearch(api, customer, 'kind', { ...SEARCH, continues: done }),
      'of the other mode': await check(done, tester, '/v1/sandbox/evaluations'),
    };
    for (const [which, { status, body }] of Object.entries(refusals)) {
      const errors = [{ pointer: '/continues', code: 'unknown_run', detail: expect.stringContaining('completed') }];
      expect([which, status, body]).toEqual([which, 400, expect.objectContaining({ code: 'invalid_request', errors })]);
    }
    const items = [
      { idea: IDEA, continues: done },
      { idea: IDEA, continues: foreign },
    ];
    const batch = await create(api, '/v1/evaluations/batch', customer, 'batch', { items });
    expect([batch.status, batch.body.errors]).toEqual([
      400,
      [expect.objectContaining({ pointer: '/items/1/continues', code: 'unknown_run' })],
    ]);
    expect((await check('run_1')).body.errors).toMatchObject([{ pointer: '/continues' }]);
    expect([await creditsOf(customer), await runsOf(customer)]).toEqual([2, 3]);
  });
});

describe('a batch', () => {
  const createBatch = ({ apiKey }: Customer, idempotencyKey: string, items: unknown) =>
    call<{ runs: { runId: string; entitlementId: string }[]; code: string }>(api, 'POST', '/v1/evaluations/batch', {
      key: apiKey,
      body: { items },
      headers: { 'idempotency-key': idempotencyKey },
    });
  const ideas = (length: number) => Array.from({ length }, (_, i) => ({ idea: `${IDEA}, part ${i}` }));

  test('starts one run per item in order, takes a credit for each, and replays', async () => {
    const customer = await createCustomer(db, { credits: 5 });
    const items = [{ idea: `${IDEA}, first`, metadata: { client: '1' } }, { idea: `${IDEA}, second` }, { idea: IDEA }];
    const { status, body } = await createBatch(customer, 'three', items);
    expect([status, body.runs.length]).toEqual([202, 3]);
    for (const [i, { runId }] of body.runs.entries()) {
      const { input, metadata } = await db.prisma.run.findUniqueOrThrow({ where: { id: runId } });
      expect({ input, metadata }).toEqual({ input: { idea: items[i]!.idea }, metadata: items[i]!.metadata ?? {} });
    }
    expect(await creditsOf(customer)).toBe(2);
    const started = api.delivered.slice(-3).map(({ message }) => message.workflowId);
    expect(started).toEqual(body.runs.map(({ runId }) => `evaluation/${runId}`));

    const again = await createBatch(customer, 'three', items);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body.runs).toEqual(body.runs.map((run) => ({ ...run, replayed: true })));
    expect((await createBatch(customer, 'three', items.slice(1))).body.code).toBe('idempotency_key_reused');
  });

  test('starts nothing when it lacks a credit or budget for its last item', async () => {
    const customer = await createCustomer(db, { credits: 3 });
    const refused = await createBatch(customer, 'four', ideas(4));
    expect([refused.status, refused.body.code]).toEqual([402, 'entitlement_required']);
    await db.prisma.account.update({ where: { id: customer.accountId }, data: { monthlyBudgetCents: 1_500 } });
    const spent = await createBatch(customer, 'budget', ideas(3));
    expect([spent.status, spent.body.code]).toEqual([402, 'budget_spent']);
    expect([await runsOf(customer), await creditsOf(customer)]).toEqual([0, 3]);
  });

  test('never takes a credit twice: ten batches of ten start five on fifty credits', async () => {
    const customer = await createCustomer(db, { credits: 50 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => createBatch(customer, `beside-${i}`, ideas(10))),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
    const runs = answers.flatMap(({ body }) => body.runs ?? []);
    expect(new Set(runs.map(({ entitlementId }) => entitlementId)).size).toBe(50);
    expect(await runsOf(customer)).toBe(50);
  });
});

describe('a Custom Search', () => {
  const searcher = () => createCustomer(db, { credits: 5, kind: 'custom_search' });

  test('takes a search credit and starts a workflow with ten candidates by default', async () => {
    const customer = await searcher();
    const answer = await createSearch(api, customer, 'plain');
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ kind: 'custom_search', status: 'queued', replayed: false });
    expect(await creditsOf(customer)).toBe(4);
    const { message } = api.delivered.at(-1)!;
    expect(message).toMatchObject({ workflowId: `search/${answer.body.runId}`, input: { candidateCount: 10 } });
    expect(JSON.stringify(message)).not.toContain('Leipzig');
    const run = await call<RunStatus>(api, 'GET', answer.body.statusUrl, { key: customer.apiKey });
    expect(run.body).toMatchObject({ progress: { done: 0, total: 10 } });

    const again = await createSearch(api, customer, 'plain', { ...SEARCH, candidateCount: 10 });
    expect(again.body).toEqual({ ...answer.body, replayed: true });
    const other = await createSearch(api, customer, 'plain', { ...SEARCH, candidateCount: 11 });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
    const poor = await createSearch(api, await createCustomer(db, { kind: 'idea_check' }), 'x');
    expect([poor.status, poor.body.code]).toEqual([402, 'entitlement_required']);
  });
});
