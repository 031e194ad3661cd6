import { setBudget } from '../../modules/accounts/store/accounts';
import { grantEntitlements } from '../../modules/entitlements/store/grant';
import { endRun } from '../../modules/runs/store/end';
import { recordSession } from '../../modules/runs/store/progress';
import type { UsageDashboard } from '../../modules/usage/contract';
import { call, createCustomer, createEvaluation, createSearch, type Customer } from '../support/api';
import { begin, complete, fail } from '../support/runs';
import { useApi } from '../support/use';

const limits = { runBudgetMicros: 10_000_000, candidateBudgetMicros: 5_000_000 };
const { db, api } = useApi({ settings: limits });

const usageOf = async ({ apiKey }: Pick<Customer, 'apiKey'>) =>
  (await call<UsageDashboard>(api, 'GET', '/v1/usage', { key: apiKey })).body;
const startRun = async (customer: Customer, key: string) => (await createEvaluation(api, customer, key)).body.runId;

describe('usage', () => {
  test('counts requests by endpoint and status, including refused ones, per mode', async () => {
    const customer = await createCustomer(db);
    for (let i = 0; i < 3; i++) await call(api, 'GET', '/v1/runs', { key: customer.apiKey });
    await call(api, 'GET', '/v1/runs/run_nonsense', { key: customer.apiKey });
    await createEvaluation(api, customer, 'bad', { idea: 'short' });
    await call(api, 'GET', '/v1/runs', { key: (await createCustomer(db)).apiKey });
    expect((await usageOf(customer)).requests).toEqual({
      total: 5,
      byStatus: { '200': 3, '400': 1, '404': 1 },
      byEndpoint: [
        { endpoint: 'GET /v1/runs', total: 3, byStatus: { '200': 3 } },
        { endpoint: 'GET /v1/runs/{id}', total: 1, byStatus: { '404': 1 } },
        { endpoint: 'POST /v1/evaluations', total: 1, byStatus: { '400': 1 } },
      ],
    });
    expect((await usageOf(customer)).requests.byStatus).toEqual({ '200': 4, '400': 1, '404': 1 });
    const test = await usageOf(await createCustomer(db, { mode: 'test' }));
    expect(test).toMatchObject({ mode: 'test', runs: { byStatus: {} }, cost: { computeSpend: 0, daily: [] } });
  });

  test("counts the month's runs, credits and cost, to the millionth", async () => {
    const customer = await createCustomer(db, { credits: 3 });
    const [completed, failed] = [await startRun(customer, 'a'), await startRun(customer, 'b')];
    await startRun(customer, 'c');
    await complete(db, completed, {});
    await fail(db, failed, 'agent_refused');
    await db.pool.query("UPDATE runs SET completed_at = completed_at - interval '40 days' WHERE id = $1", [failed]);
    const usage = await usageOf(customer);
    expect(usage.runs.byStatus).toEqual({ completed: 1, failed: 1, queued: 1 });
    expect(usage.entitlements[0]).toEqual({ kind: 'idea_check', unused: 1, consumed: 3, frozen: 0 });
    const date = new Date().toISOString().slice(0, 10);
    const daily = [{ date, runs: 1, computeSpend: 13, computeSpendMicros: 123_456 }];
    expect(usage.cost).toEqual({ computeSpend: 13, currency: 'usd', daily });
    expect(usage.budget).toMatchObject({ limit: null, spent: 13, remaining: null, resetsAt: usage.period.end });
    expect(usage.period.start).toBe(`${date.slice(0, 8)}01T00:00:00.000Z`);
  });

  test('answers 401 with a challenge and no body without a key', async () => {
    const answer = await call(api, 'GET', '/v1/usage');
    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([401, '', null]);
    expect(answer.headers.get('www-authenticate')).toBe('ApiKey realm="noi"');
  });
});

describe('a monthly budget', () => {
  async function limited(cents: number, credits = 5): Promise<Customer> {
    const customer = await createCustomer(db, { credits });
    await setBudget(db, customer.accountId, cents);
    return customer;
  }
  const budgetOf = async (customer: Customer) => (await usageOf(customer)).budget;
  const isSpent = async (customer: Customer, key: string) =>
    (await createEvaluation(api, customer, key)).body.code === 'budget_spent';
  const longAgo = (runId: string) =>
    db.pool.query("UPDATE runs SET completed_at = completed_at - interval '32 days' WHERE id = $1", [runId]);

  test('is never exceeded by 100 concurrent requests', async () => {
    const customer = await limited(3_500, 100);
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => createEvaluation(api, customer, `r-${i}`)));
    // Three reservations of $10, then one of $5.
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(4);
    expect(answers.filter(({ body }) => body.code === 'budget_spent')).toHaveLength(96);
    expect(await budgetOf(customer)).toMatchObject({ limit: 3_500, spent: 0, reserved: 3_500, remaining: 0 });
  });

  test("gets a run's reservation back at its end, less the true cost", async () => {
    const customer = await limited(3_000);
    const runs = [];
    for (const key of ['completed', 'failed', 'canceled']) runs.push(await startRun(customer, key));
    await complete(db, runs[0]!, {});
    expect(await budgetOf(customer)).toMatchObject({ spent: 13, reserved: 2_000, remaining: 987 });
    await fail(db, runs[1]!, 'agent_refused');
    await call(api, 'POST', `/v1/runs/${runs[2]}/cancel`, { key: customer.apiKey });
    await endRun(db, runs[2]!, 'canceled', 'canceled', null);
    expect(await budgetOf(customer)).toMatchObject({ spent: 13, reserved: 0, remaining: 2_987 });
  });

  test('keeps the reservation of a session with unknown cost for that month only', async () => {
    const customer = await limited(1_000);
    const runId = await startRun(customer, 'unknown');
    await begin(db, runId);
    const session = {
      provider: 'anthropic',
      agentId: 'a',
      agentVersion: '1',
      rulesEdition: 1,
      model: 'm',
      sessionId: 's',
    };
    await recordSession(db, runId, session);
    await endRun(db, runId, 'failed', 'agent_unavailable', null);
    expect(await budgetOf(customer)).toMatchObject({ spent: 0, reserved: 1_000, remaining: 0 });
    await longAgo(runId);
    expect(await budgetOf(customer)).toMatchObject({ spent: 0, reserved: 0, remaining: 1_000 });
  });

  test("reserves the most a search's plan and candidates may cost, at least a cent each", async () => {
    const customer = await limited(10_000);
    await grantEntitlements(db, customer.accountId, 'custom_search', 3);
    await createSearch(api, customer, 'first');
    expect(await budgetOf(customer)).toMatchObject({ reserved: 6_000, remaining: 4_000 });
    await createSearch(api, customer, 'what is left');
    expect(await budgetOf(customer)).toMatchObject({ reserved: 10_000, remaining: 0 });
    await setBudget(db, customer.accountId, 10_011);
    expect((await createSearch(api, customer, 'short')).body.code).toBe('budget_spent');
    await setBudget(db, customer.accountId, 10_012);
    expect((await createSearch(api, customer, 'enough')).status).toBe(202);
  });

  test('refuses new runs once spent, but not replays, until it is raised', async () => {
    const customer = await createCustomer(db);
    const first = await startRun(customer, 'first');
    await setBudget(db, customer.accountId, 1_000);
    const refused = await call(api, 'POST', '/v1/evaluations', {
      key: customer.apiKey,
      body: { idea: 'A letter about budgets that are reserved' },
      headers: { 'idempotency-key': 'refused' },
    });
    expect(refused.body).toMatchObject({ status: 402, detail: expect.stringMatching(/\$10\.00.*\$0\.00.*\$10\.00/) });
    await complete(db, first, {});
    await setBudget(db, customer.accountId, 12);
    expect(await isSpent(customer, 'second')).toBe(true);
    expect((await createEvaluation(api, customer, 'first')).body).toMatchObject({ runId: first, replayed: true });
    await setBudget(db, customer.accountId, 14);
    expect(await isSpent(customer, 'second')).toBe(false);
  });
});
