import type { UsageDashboard } from '../../contracts/usage';
import { ensureAccount } from '../../store/accounts/ensure-account';
import { setBudget } from '../../store/accounts/set-budget';
import { grantEntitlements } from '../../store/entitlements/grant-entitlements';
import { recordSession } from '../../store/runs/record-session';
import { endRun } from '../../store/runs/end-run';
import { call, createCustomer, createEvaluation, createSearch } from '../support/api';
import { begin, complete, fail } from '../support/run-states';
import { signIn } from '../support/people';
import { useApi } from '../support/use';

const { db, api } = useApi();

type Customer = Awaited<ReturnType<typeof createCustomer>>;

async function customerWith(budgetCents: number, credits = 5): Promise<Customer> {
  const customer = await createCustomer(db, { credits });
  await setBudget(db, customer.accountId, budgetCents);
  return customer;
}

const budgetOf = async ({ apiKey }: Customer) =>
  (await call<UsageDashboard>(api, 'GET', '/v1/usage', { key: apiKey })).body.budget;

const SESSION = { provider: 'anthropic', agentId: 'a', agentVersion: '1', model: 'm', sessionId: 's' };

test('the page of usage says what is left of a limit, and never what research costs us', async () => {
  const pageOf = async ({ accountId }: Customer) => {
    const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
    return (await call(api, 'GET', '/account/usage', { headers: { cookie: await signIn(api, db, email) } })).text;
  };
  const [limited, free] = [await customerWith(3_500), await createCustomer(db)];
  for (const customer of [limited, free]) {
    const { runId } = (await createEvaluation(api, customer, `shown-${customer.accountId}`)).body;
    await complete(db, runId, {});
  }
  expect(await pageOf(limited)).toMatch(/Monthly limit[^]*\$34\.87[^]*Of \$35\.00/);
  const page = await pageOf(free);
  expect(page).toMatch(/Dossiers<\/dt>\s*<dd class="figure">1<[^]*Runs by day[^]*Requests by day/);
  expect(page).not.toMatch(/Spent|\$0\.13|Budget|Monthly limit/);
});

test('the page of usage shows people without keys runs, credits and dossiers, and no requests', async () => {
  const email = 'somebody-without-a-key@example.com';
  const { id } = await ensureAccount(db, email, 'free');
  const { text } = await call(api, 'GET', '/account/usage', { headers: { cookie: await signIn(api, db, email) } });
  const names = [...text.matchAll(/<dt>([^<]+)<\/dt>/g)].map(([, name]) => name);
  expect(names).toEqual(['Runs', 'Credits', 'Dossiers']);
  expect(text).not.toContain('Requests by');
  expect(await db.prisma.apiKey.count({ where: { accountId: id } })).toBe(0);
});

test('100 requests at once reserve no more than the budget', async () => {
  const customer = await customerWith(3_500, 100);

  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => createEvaluation(api, customer, `at-once-${i}`)),
  );

  const refused = answers.filter(({ status }) => status === 402);
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(4); // $10, $10, $10 and the last $5.
  expect(refused).toHaveLength(96);
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['budget_spent']));
  expect(await budgetOf(customer)).toMatchObject({ limit: 3_500, spent: 0, reserved: 3_500, remaining: 0 });
}, 30_000);

test('a run that ends frees its reservation and counts with its true cost', async () => {
  const customer = await customerWith(3_000);
  const [completed, failed, canceled] = await Promise.all(
    ['completed', 'failed', 'canceled'].map(async (key) => (await createEvaluation(api, customer, key)).body.runId),
  );
  expect(await budgetOf(customer)).toMatchObject({ spent: 0, reserved: 3_000, remaining: 0 });

  await complete(db, completed!, {});
  expect(await budgetOf(customer)).toMatchObject({ spent: 13, reserved: 2_000, remaining: 987 });
  await fail(db, failed!, 'agent_refused');
  expect(await budgetOf(customer)).toMatchObject({ spent: 13, reserved: 1_000, remaining: 1_987 });
  await call(api, 'POST', `/v1/runs/${canceled}/cancel`, { key: customer.apiKey });
  await endRun(db, canceled!, 'canceled', 'canceled', null);
  expect(await budgetOf(customer)).toMatchObject({ spent: 13, reserved: 0, remaining: 2_987 });
});

test('a session whose cost is not known yet keeps the reservation of its run, in this month only', async () => {
  const customer = await customerWith(1_000);
  const { runId } = (await createEvaluation(api, customer, 'unknown')).body;
  await begin(db, runId);
  await recordSession(db, runId, SESSION);
  await endRun(db, runId, 'failed', 'agent_unavailable', null);

  expect(await budgetOf(customer)).toMatchObject({ spent: 0, reserved: 1_000, remaining: 0 });
  await db.pool.query("UPDATE runs SET completed_at = completed_at - interval '32 days' WHERE id = $1", [runId]);
  expect(await budgetOf(customer)).toMatchObject({ spent: 0, reserved: 0, remaining: 1_000 });
});

test('a search reserves what its plan and all its candidates may cost', async () => {
  const customer = await customerWith(10_000);
  await grantEntitlements(db, customer.accountId, 'custom_search', 3);

  expect((await createSearch(api, customer, 'search')).status).toBe(202);
  expect(await budgetOf(customer)).toMatchObject({ reserved: 6_000, remaining: 4_000 });
  expect((await createSearch(api, customer, 'what is left')).status).toBe(202);
  expect(await budgetOf(customer)).toMatchObject({ reserved: 10_000, remaining: 0 });
});

test('a search is refused where its sessions would have less than a cent each', async () => {
  const customer = await customerWith(11);
  await grantEntitlements(db, customer.accountId, 'custom_search', 1);
  expect((await createSearch(api, customer, 'short')).body.code).toBe('budget_spent');
  await setBudget(db, customer.accountId, 12);
  expect((await createSearch(api, customer, 'enough')).status).toBe(202);
});

test('a refusal says what is spent, what is reserved and what to do', async () => {
  const customer = await customerWith(150_000, 6);
  for (let i = 0; i < 5; i++) await createEvaluation(api, customer, `reserving-${i}`);
  await setBudget(db, customer.accountId, 4_000);
  const { status, body } = await call(api, 'POST', '/v1/evaluations', {
    key: customer.apiKey,
    body: { idea: 'A letter about budgets that are reserved' },
    headers: { 'idempotency-key': 'refused' },
  });
  expect([status, body.code]).toEqual([402, 'budget_spent']);
  expect(body.detail).toBe(
    'Of the monthly budget of $40.00, $0.00 are spent and $50.00 are reserved by runs that have not ended.',
  );
});

test('runs of a month without a budget count once there is one', async () => {
  const customer = await createCustomer(db);
  await createEvaluation(api, customer, 'before');
  expect(await budgetOf(customer)).toMatchObject({ limit: null, reserved: 1_000, remaining: null });
  await setBudget(db, customer.accountId, 1_000);
  expect((await createEvaluation(api, customer, 'after')).body.code).toBe('budget_spent');
});
