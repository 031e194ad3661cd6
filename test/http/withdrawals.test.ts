import { newId } from '../../base/ids';
import { createKey } from '../../modules/accounts/store/keys';
import { contributorBalance } from '../../modules/ledger/store/balances';
import type { Withdrawal } from '../../modules/payouts/contract';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/answer';
import { createPayments } from '../../vendors/payments/open-payments';
import { call, createCustomer, startApi, type Customer } from '../support/api';
import { createContributor, withdraw } from '../support/contributors';
import { failing, retryUntilAnswered } from '../support/eventually';
import { checkLedger } from '../support/money-invariants';
import { signIn } from '../support/people';
import { useApi, useEach } from '../support/use';

// These requests never reach the provider, because only the workflow calls it.
const paymentsWith = (keys: Partial<typeof PAYMENTS_STAND_IN_KEYS>) =>
  createPayments({
    keys,
    webhookSecrets: {},
    deploymentId: () => Promise.resolve('deployment-of-tests'),
    baseUrl: 'http://127.0.0.1:1',
  });
const payments = paymentsWith(PAYMENTS_STAND_IN_KEYS);
const { db, api } = useApi({ payments });
const contributor = useEach(() => createContributor(db));
afterEach(() => checkLedger(db));

const BODY = { amount: 25_000, currency: 'usd' };
const read = (id: string, { apiKey }: Customer = contributor) =>
  call<Withdrawal>(api, 'GET', `/v1/withdrawals/${id}`, { key: apiKey });
const balance = () => contributorBalance(db.pool, contributor.accountId, 'live');

test('reserves the amount, starts the workflow and can be read', async () => {
  const answer = await withdraw(api, contributor, { ...BODY, note: ' For March ' });
  expect(answer).toMatchObject({
    status: 202,
    body: { status: 'requested', amount: 25_000, currency: 'usd', failureReason: null, paidAt: null },
  });
  const { withdrawalId } = answer.body;
  expect(answer.headers.get('location')).toBe(`/v1/withdrawals/${withdrawalId}`);
  expect((await read(withdrawalId)).body).toEqual(answer.body);
  const now = { available: 75_000, held: 25_000, pending: 0, frozen: 0, currency: 'usd' };
  const account = await call(api, 'GET', '/v1/account', { key: contributor.apiKey });
  expect(account.body).toMatchObject({ contributorBalance: now });
  expect(await db.prisma.withdrawal.findUnique({ where: { id: withdrawalId } })).toMatchObject({ note: 'For March' });
  const started = api.delivered.filter(({ message }) => message.workflowId === `payout/${withdrawalId}`);
  expect(started).toHaveLength(1);
  expect(JSON.stringify(started)).not.toContain('March');
  const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: contributor.accountId } });
  const page = await call(api, 'GET', '/account', { headers: { cookie: await signIn(api, db, email) } });
  expect(page.text).toMatch(/Available<\/dt>\s*<dd class="figure">\$750\.00[^]*\$250\.00/);
});

test('answers 400 above the available balance, which excludes reserved amounts', async () => {
  const refused = { status: 400, body: { code: 'insufficient_balance' } };
  expect(await withdraw(api, contributor, { ...BODY, amount: 100_001 })).toMatchObject(refused);
  expect((await withdraw(api, contributor, { ...BODY, amount: 80_000 })).status).toBe(202);
  expect(await withdraw(api, contributor, BODY)).toMatchObject(refused);
  expect((await withdraw(api, contributor, { ...BODY, amount: 1_000 })).status).toBe(202);
});

test('lets only contributors withdraw, with the scope, in the mode of their balance', async () => {
  const customer = await createCustomer(db);
  expect((await withdraw(api, customer, BODY)).body.code).toBe('not_a_contributor');
  const reader = await createCustomer(db, { scopes: ['runs:read'] });
  expect((await withdraw(api, reader, BODY)).body.code).toBe('insufficient_scope');
  const { body } = await withdraw(api, contributor, BODY);
  const { accountId } = contributor;
  const { secret } = await createKey(db, { accountId, name: 'test', mode: 'test', scopes: ['withdrawals:write'] });
  const inTest = { ...contributor, apiKey: secret };
  for (const other of [await createContributor(db), inTest])
    expect((await read(body.withdrawalId, other)).body).toMatchObject({ status: 404, code: 'withdrawal_not_found' });
  for (const id of [newId('wdr'), 'wdr_1']) expect((await read(id)).status).toBe(404);
  expect((await withdraw(api, inTest, BODY)).body.code).toBe('not_a_contributor');
});

describe('an Idempotency-Key', () => {
  test('replays the first answer, even concurrently, and reserves nothing more', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw(api, contributor, BODY, 'again')));
    expect(new Set(answers.map(({ body }) => body.withdrawalId)).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
    expect(replayed).toHaveLength(19);
    const other = await withdraw(api, contributor, { ...BODY, amount: 30_000 }, 'again');
    expect(other.body).toMatchObject({ status: 400, code: 'idempotency_key_reused' });
    expect(await balance()).toMatchObject({ held: 25_000 });
  });

  test('can be reused after a refusal', async () => {
    expect((await withdraw(api, contributor, { ...BODY, amount: 200_000 }, 'later')).status).toBe(400);
    await createContributor(db, { of: contributor, balance: 100_000 });
    expect((await withdraw(api, contributor, { ...BODY, amount: 200_000 }, 'later')).status).toBe(202);
  });
});

test('never takes more than the balance in a hundred concurrent withdrawals', async () => {
  // Withdrawals of one contributor run one after another, so on a busy machine the last callers may have to retry.
  const request = (i: number) => withdraw(api, contributor, { ...BODY, amount: 9_000 }, `of 100: ${i}`);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => retryUntilAnswered(`withdrawal ${i}`, () => request(i), failing)),
  );
  const count = (status: number) => answers.filter((answer) => answer?.status === status).length;
  expect([count(202), count(400)]).toEqual([11, 89]);
  expect(await balance()).toMatchObject({ available: 1_000, held: 99_000 });
});

describe('a review by daily and monthly total', () => {
  const rich = () => createContributor(db, { balance: 500_000 });
  const reviews = async ({ accountId }: Customer) =>
    (await db.prisma.withdrawal.findMany({ where: { accountId }, orderBy: { id: 'asc' } })).map(({ review }) => review);
  const backdate = ({ accountId }: Customer, days: number) =>
    db.pool.query(`UPDATE withdrawals SET requested_at = requested_at - $2 * interval '1 day' WHERE account_id = $1`, [
      accountId,
      days,
    ]);
  const request = (of: Customer) => withdraw(api, of, { ...BODY, amount: 50_000 });

  test('covers all but the first of five concurrent $500 withdrawals', async () => {
    const of = await rich();
    await Promise.all(Array.from({ length: 5 }, () => request(of)));
    expect((await reviews(of)).filter(Boolean)).toHaveLength(4);
  });

  test('resets the daily total each day, but not the monthly total', async () => {
    const of = await rich();
    for (let day = 0; day < 5; day++) {
      expect((await request(of)).status).toBe(202);
      await backdate(of, 1);
    }
    expect(await reviews(of)).toEqual([false, false, false, false, true]);
    await backdate(of, 30);
    await request(of);
    expect((await reviews(of)).at(-1)).toBe(false);
  });
});

test('answers 503 without payments in that mode, and 429 to the sixth request in an hour', async () => {
  const limited = await startApi(db, { payments: paymentsWith({ live: PAYMENTS_STAND_IN_KEYS.live }), limitsScale: 1 });
  const tester = await createContributor(db, { mode: 'test' });
  expect((await withdraw(limited, tester, BODY)).body.code).toBe('service_not_configured');
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) statuses.push((await withdraw(limited, contributor, { ...BODY, amount: 1_000 })).status);
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  await limited.close();
});
