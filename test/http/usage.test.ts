import { pino } from 'pino';
import { createUsageRecorder } from '../../http/usage-recorder';
import type { UsageDashboard } from '../../contracts/usage';
import { openDatabase } from '../../prisma/client';
import { setBudget } from '../../store/accounts/set-budget';
import { call, createCustomer, createEvaluation, createSearch } from '../support/api';
import { startLosingProxy } from '../support/lost-answers';
import { complete, fail } from '../support/run-states';
import { useApi } from '../support/use';

const { db, api } = useApi({ limitsScale: 1 });

const usageOf = async ({ apiKey }: { apiKey: string }) =>
  (await call<UsageDashboard>(api, 'GET', '/v1/usage', { key: apiKey })).body;

test('requests are counted by endpoint and status, refused ones too, and all of them before the answer', async () => {
  const customer = await createCustomer(db);
  const other = await createCustomer(db);
  for (let i = 0; i < 3; i++) await call(api, 'GET', '/v1/runs', { key: customer.apiKey });
  await call(api, 'GET', '/v1/runs/run_nonsense', { key: customer.apiKey });
  await createEvaluation(api, customer, 'bad', { idea: 'short' });
  await call(api, 'GET', '/v1/runs', { key: other.apiKey });

  const { requests } = await usageOf(customer);

  expect(requests).toEqual({
    total: 5,
    byStatus: { '200': 3, '400': 1, '404': 1 },
    byEndpoint: [
      { endpoint: 'GET /v1/runs', total: 3, byStatus: { '200': 3 } },
      { endpoint: 'GET /v1/runs/{id}', total: 1, byStatus: { '404': 1 } },
      { endpoint: 'POST /v1/evaluations', total: 1, byStatus: { '400': 1 } },
    ],
  });
  expect((await usageOf(customer)).requests.byStatus).toEqual({ '200': 4, '400': 1, '404': 1 });
});

test('runs, credits and cost are those of the month, to the millionth', async () => {
  const customer = await createCustomer(db, { credits: 3 });
  const ids = [];
  for (const key of ['a', 'b', 'c']) ids.push((await createEvaluation(api, customer, key)).body.runId);
  await complete(db, ids[0]!, {});
  await fail(db, ids[1]!, 'agent_refused');
  await db.pool.query("UPDATE runs SET completed_at = completed_at - interval '40 days' WHERE id = $1", [ids[1]]);

  const usage = await usageOf(customer);

  expect(usage.runs.byStatus).toEqual({ completed: 1, failed: 1, queued: 1 });
  expect(usage.entitlements[0]).toEqual({ kind: 'idea_check', unused: 1, consumed: 3, frozen: 0 });
  const today = new Date().toISOString().slice(0, 10);
  expect(usage.cost).toEqual({
    computeSpend: 13,
    currency: 'usd',
    daily: [{ date: today, runs: 1, computeSpend: 13, computeSpendMicros: 123_456 }],
  });
  expect(usage.budget).toMatchObject({ limit: null, spent: 13, remaining: null, resetsAt: usage.period.end });
  expect(usage.period.start.slice(0, 8)).toBe(today.slice(0, 8));
  expect([usage.period.start, usage.period.end].map((time) => time.slice(8))).toEqual(
    Array(2).fill('01T00:00:00.000Z'),
  );
});

test('limits are those that requests count against, as they are now, and reading them does not count', async () => {
  const customer = await createCustomer(db, { plan: 'starter' });
  await createEvaluation(api, customer, 'counted');
  await usageOf(customer);

  const { rateLimits } = await usageOf(customer);

  const byName = Object.fromEntries(rateLimits.map((limit) => [limit.name, limit]));
  expect(byName.tenant).toMatchObject({ level: 'tenant', limit: 120, remaining: 117, windowSeconds: 60 });
  expect(byName['run-creation']).toMatchObject({ level: 'endpoint', limit: 10, remaining: 9 });
  expect(byName['run-reads']).toMatchObject({ limit: 120, remaining: 120 });
  expect(byName.platform).toMatchObject({ level: 'platform', limit: 1000, windowSeconds: 1 });
});

test('counts that cannot be written are kept and written later', async () => {
  const customer = await createCustomer(db);
  const logged: string[] = [];
  const recorder = createUsageRecorder(
    db,
    pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
  );
  recorder.count(customer.keyId, 'GET /v1/runs', 200);
  await db.asOwner('ALTER TABLE usage_counters RENAME TO out_of_reach');
  await recorder.flush();
  await db.asOwner('ALTER TABLE out_of_reach RENAME TO usage_counters');
  expect(logged).toHaveLength(1);
  recorder.count(customer.keyId, 'GET /v1/runs', 200);
  await recorder.close();
  expect((await usageOf(customer)).requests).toMatchObject({ total: 2, byStatus: { '200': 2 } });
});

test('a count whose answer was lost, again and again, is counted once', async () => {
  const customer = await createCustomer(db);
  const proxy = await startLosingProxy(db.url);
  const behind = openDatabase(proxy.url, 1);
  const recorder = createUsageRecorder(behind, pino({ level: 'silent' }));
  const counted = async () => (await usageOf(customer)).requests.byStatus['404'];
  try {
    for (let i = 0; i < 10; i++) recorder.count(customer.keyId, 'GET /v1/runs/{id}', 404);
    proxy.lose('usage-add', 2);
    await recorder.flush();
    expect([proxy.lost(), await counted()]).toEqual([1, 10]);
    // Counted meanwhile: they are no part of what is sent again.
    for (let i = 0; i < 5; i++) recorder.count(customer.keyId, 'GET /v1/runs/{id}', 404);
    await recorder.flush();
    expect([proxy.lost(), await counted()]).toEqual([2, 10]);
    await recorder.flush();
    expect(await counted()).toBe(15);
    recorder.count(customer.keyId, 'GET /v1/runs/{id}', 404);
    await recorder.close();
    expect(await counted()).toBe(16);
  } finally {
    await behind.close();
    await proxy.close();
  }
});

test('a test key sees nothing of live mode', async () => {
  const live = await createCustomer(db);
  await createEvaluation(api, live, 'live');
  const test = await createCustomer(db, { mode: 'test' });
  await call(api, 'GET', '/v1/runs', { key: test.apiKey });
  expect(await usageOf(test)).toMatchObject({
    mode: 'test',
    requests: { total: 1 },
    runs: { byStatus: {} },
    cost: { computeSpend: 0, daily: [] },
  });
});

test('a 401 has no body and no content type, and still challenges', async () => {
  for (const headers of [{}, { 'x-api-key': 'noi_live_wrong' }]) {
    const answer = await call(api, 'GET', '/v1/usage', { headers });
    expect([answer.status, answer.text]).toEqual([401, '']);
    expect(answer.headers.get('content-type')).toBeNull();
    expect(answer.headers.get('www-authenticate')).toBe('ApiKey realm="noi"');
  }
});

test('a spent budget stops new runs of both kinds, not the repetition of an accepted one, until it is raised', async () => {
  const customer = await createCustomer(db);
  const first = await createEvaluation(api, customer, 'first');
  await setBudget(db, customer.accountId, 12);
  await complete(db, first.body.runId, {});

  const refused = await createEvaluation(api, customer, 'second');
  expect([refused.status, refused.body.code]).toEqual([402, 'budget_spent']);
  expect((await createSearch(api, customer, 'search')).body.code).toBe('budget_spent');
  expect((await createEvaluation(api, customer, 'first')).body).toMatchObject({
    runId: first.body.runId,
    replayed: true,
  });
  expect((await usageOf(customer)).budget).toMatchObject({ limit: 12, spent: 13, remaining: 0 });

  await setBudget(db, customer.accountId, 14);
  expect((await createEvaluation(api, customer, 'second')).status).toBe(202);
});

test('spending of last month does not count', async () => {
  const customer = await createCustomer(db);
  const first = await createEvaluation(api, customer, 'first');
  await complete(db, first.body.runId, {});
  await db.pool.query("UPDATE runs SET completed_at = completed_at - interval '32 days' WHERE id = $1", [
    first.body.runId,
  ]);
  await setBudget(db, customer.accountId, 1);
  expect((await createEvaluation(api, customer, 'second')).status).toBe(202);
  await setBudget(db, customer.accountId, 0);
  expect((await createEvaluation(api, customer, 'third')).body.code).toBe('budget_spent');
});
