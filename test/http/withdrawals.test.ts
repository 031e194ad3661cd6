import { createPayments } from '../../providers/payments/create-payments';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { newId } from '../../contracts/ids';
import type { Withdrawal } from '../../contracts/withdrawals';
import { contributorBalance } from '../../store/ledger/read-balances';
import { moveWithdrawal } from '../../store/withdrawals/move-withdrawal';
import { createKey } from '../../store/keys/create-key';
import { call, createCustomer, startApi, type Customer } from '../support/api';
import { createContributor, withdraw } from '../support/contributors';
import { signIn } from '../support/people';
import { checkLedger } from '../support/ledger-invariants';
import { failing, retryUntilAnswered } from '../support/patience';
import { useApi, useEach } from '../support/use';

const deploymentId = () => Promise.resolve('deployment-of-tests');

// None of these requests reaches the provider: only the workflow calls it.
const payments = createPayments({
  keys: PAYMENTS_STAND_IN_KEYS,
  webhookSecrets: {},
  deploymentId,
  baseUrl: 'http://127.0.0.1:1',
});

const { db, api } = useApi({ payments });
const contributor = useEach(() => createContributor(db));
afterEach(() => checkLedger(db));

const BODY = { amount: 25_000, currency: 'usd' };
const read = (id: string, of = contributor, at = api) =>
  call<Withdrawal>(at, 'GET', `/v1/withdrawals/${id}`, { key: of.apiKey });
const balance = (of = contributor) => contributorBalance(db.pool, of.accountId, 'live');

test('a withdrawal is taken, holds its amount, and is readable', async () => {
  const answer = await withdraw(api, contributor, { ...BODY, note: ' For March ' });
  expect(answer).toMatchObject({
    status: 202,
    body: { status: 'requested', amount: 25_000, currency: 'usd', failureReason: null, paidAt: null },
  });
  const { withdrawalId } = answer.body;
  expect(answer.headers.get('location')).toBe(`/v1/withdrawals/${withdrawalId}`);
  expect(await balance()).toEqual({ available: 75_000, held: 25_000, pending: 0, frozen: 0, currency: 'usd' });
  expect((await read(withdrawalId)).body).toEqual(answer.body);
  expect((await call(api, 'GET', '/v1/account', { key: contributor.apiKey })).body).toMatchObject({
    contributorBalance: { available: 75_000, held: 25_000, pending: 0, frozen: 0, currency: 'usd' },
  });
  expect(await db.prisma.withdrawal.findUnique({ where: { id: withdrawalId } })).toMatchObject({ note: 'For March' });
  const started = api.delivered.filter(({ message }) => message.workflowId === `payout/${withdrawalId}`);
  expect(started).toHaveLength(1);
  expect(JSON.stringify(started)).not.toContain('March');
});

describe('every invalid field is refused by name', () => {
  test.each([
    [{ currency: 'usd' }, '/amount'],
    [{ ...BODY, amount: 999 }, '/amount'],
    [{ ...BODY, amount: 1_000_001 }, '/amount'],
    [{ ...BODY, amount: 1_000.5 }, '/amount'],
    [{ ...BODY, amount: '25000' }, '/amount'],
    [{ ...BODY, amount: null }, '/amount'],
    [{ amount: 25_000 }, '/currency'],
    [{ ...BODY, currency: 'eur' }, '/currency'],
    [{ ...BODY, currency: 'USD' }, '/currency'],
    [{ ...BODY, note: 'x'.repeat(201) }, '/note'],
    [{ ...BODY, note: 'a\u0000b' }, '/note'],
    [{ ...BODY, note: 7 }, '/note'],
    [{ ...BODY, to: 'DE00' }, '/to'],
  ])('%j', async (body, pointer) => {
    const answer = await withdraw(api, contributor, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(answer.body.errors!.map((error) => error.pointer)).toContain(pointer);
    expect(await balance()).toMatchObject({ available: 100_000, held: 0 });
  });

  test.each([1_000, 100_000])('%i is an amount that can be withdrawn', async (amount) => {
    expect((await withdraw(api, contributor, { ...BODY, amount })).status).toBe(202);
  });
});

test('an amount above the available balance, which excludes holds, is 400', async () => {
  const refused = { status: 400, body: { code: 'insufficient_balance' } };
  expect(await withdraw(api, contributor, { ...BODY, amount: 100_001 })).toMatchObject(refused);
  expect((await withdraw(api, contributor, { ...BODY, amount: 80_000 })).status).toBe(202);
  expect(await withdraw(api, contributor, BODY)).toMatchObject(refused);
});

test('an account that is not a contributor, or a key without the scope, is 403', async () => {
  const customer = await createCustomer(db);
  expect(await withdraw(api, customer, BODY)).toMatchObject({ status: 403, body: { code: 'not_a_contributor' } });
  const reader = await createCustomer(db, { scopes: ['runs:read'] });
  expect(await withdraw(api, reader, BODY)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  expect(await read(newId('wdr'), reader)).toMatchObject({ status: 403 });
  expect(await call(api, 'POST', '/v1/withdrawals', { body: BODY })).toMatchObject({ status: 401 });
});

describe('with the same Idempotency-Key', () => {
  test('the same body gets the first answer again, and holds nothing more', async () => {
    const first = await withdraw(api, contributor, BODY, 'again');
    const second = await withdraw(api, contributor, BODY, 'again');
    expect(second).toMatchObject({ status: 202, body: first.body });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(await balance()).toMatchObject({ held: 25_000 });
  });

  test('another body is 400 and not 409', async () => {
    await withdraw(api, contributor, BODY, 'once');
    expect(await withdraw(api, contributor, { ...BODY, amount: 30_000 }, 'once')).toMatchObject({
      status: 400,
      body: { status: 400, code: 'idempotency_key_reused' },
    });
    expect(await balance()).toMatchObject({ held: 25_000 });
  });

  test('a refused request can be repeated', async () => {
    await withdraw(api, contributor, { ...BODY, amount: 200_000 }, 'later');
    await createContributor(db, { of: contributor, balance: 100_000 });
    expect((await withdraw(api, contributor, { ...BODY, amount: 200_000 }, 'later')).status).toBe(202);
  });

  test('twenty at once are one withdrawal', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw(api, contributor, BODY, 'at once')));
    expect(new Set(answers.map(({ body }) => body.withdrawalId)).size).toBe(1);
    expect(await balance()).toMatchObject({ held: 25_000 });
  });

  test('none is 400', async () => {
    const answer = await call(api, 'POST', '/v1/withdrawals', { key: contributor.apiKey, body: BODY });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_idempotency_key' } });
  });
});

test('a hundred concurrent withdrawals never take more than the balance', async () => {
  // They wait for each other: on a busy machine the last are asked to come again.
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      retryUntilAnswered(
        `withdrawal ${i}`,
        () => withdraw(api, contributor, { ...BODY, amount: 9_000 }, `of 100: ${i}`),
        failing,
      ),
    ),
  );
  const count = (status: number) => answers.filter((answer) => answer?.status === status).length;
  expect([count(202), count(400)]).toEqual([11, 89]);
  expect(await balance()).toMatchObject({ available: 1_000, held: 99_000 });
});

test('the account page of a contributor says what can be withdrawn, and what cannot yet', async () => {
  const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: contributor.accountId } });
  const cookie = await signIn(api, db, email);
  await withdraw(api, contributor, BODY);
  const { text } = await call(api, 'GET', '/account', { headers: { cookie } });
  const figures = [...text.matchAll(/<dt>(.+?)<\/dt>\s*<dd class="figure">(.+?)<\/dd>/g)].map(([, name, figure]) => [
    name,
    figure,
  ]);
  expect(figures).toEqual(
    expect.arrayContaining([
      ['Available', '$750.00'],
      ['Pending', '$0.00'],
      ['In withdrawals', '$250.00'],
    ]),
  );
  expect(text).not.toContain('Frozen');
});

describe('review by the sum of a day and a month', () => {
  const reviews = async (of: Customer) =>
    (await db.prisma.withdrawal.findMany({ where: { accountId: of.accountId }, orderBy: { id: 'asc' } })).map(
      ({ review }) => review,
    );
  const backdate = (of: Customer, days: number) =>
    db.pool.query(`UPDATE withdrawals SET requested_at = requested_at - $2 * interval '1 day' WHERE account_id = $1`, [
      ...[of.accountId, days],
    ]);
  const request = (of: Customer, amount = 50_000) => withdraw(api, of, { ...BODY, amount });

  test('five of $500 within an hour: all after the first need one, also where they arrive at once', async () => {
    const of = await createContributor(db, { balance: 500_000 });
    await Promise.all(Array.from({ length: 5 }, () => request(of)));
    expect((await reviews(of)).filter(Boolean)).toHaveLength(4);
  });

  test('a day later the sum of the day starts again, and that of the month continues', async () => {
    const of = await createContributor(db, { balance: 500_000 });
    for (let day = 0; day < 5; day++) {
      expect((await request(of)).status).toBe(202);
      await backdate(of, 1);
    }
    expect(await reviews(of)).toEqual([false, false, false, false, true]);
    await backdate(of, 30);
    await request(of);
    expect((await reviews(of)).at(-1)).toBe(false);
  });

  test('what was rejected does not count', async () => {
    const of = await createContributor(db, { balance: 500_000 });
    const { body } = await request(of);
    await moveWithdrawal(db, body.withdrawalId, 'under_review');
    await moveWithdrawal(db, body.withdrawalId, 'rejected');
    await request(of);
    expect((await reviews(of)).at(-1)).toBe(false);
  });
});

test('somebody else’s withdrawal, and one of the other mode, is not found', async () => {
  const { body } = await withdraw(api, contributor, BODY);
  const other = await createContributor(db);
  const { secret } = await createKey(db, {
    accountId: contributor.accountId,
    name: 'test mode',
    mode: 'test',
    scopes: ['withdrawals:write'],
  });
  const missing = { status: 404, body: { code: 'withdrawal_not_found' } };
  const inTest = { ...contributor, apiKey: secret };
  expect(await read(body.withdrawalId, other)).toMatchObject(missing);
  expect(await read(body.withdrawalId, inTest)).toMatchObject(missing);
  expect(await read(newId('wdr'))).toMatchObject(missing);
  expect(await read('wdr_1')).toMatchObject(missing);
  // A balance of live mode does not count in test mode.
  expect(await withdraw(api, inTest, BODY)).toMatchObject({ status: 403, body: { code: 'not_a_contributor' } });
});

test('both endpoints are 503 without payments or the mode’s key, before anything is read', async () => {
  const off = await startApi(db);
  const liveOnly = await startApi(db, {
    payments: createPayments({ keys: { live: PAYMENTS_STAND_IN_KEYS.live }, webhookSecrets: {}, deploymentId }),
  });
  const tester = await createContributor(db, { mode: 'test' });
  const refused = { status: 503, body: { code: 'service_not_configured' } };
  expect(await withdraw(off, contributor, 'not json')).toMatchObject(refused);
  expect(await read('nonsense', contributor, off)).toMatchObject(refused);
  expect(await withdraw(liveOnly, tester, BODY)).toMatchObject(refused);
  expect((await withdraw(liveOnly, contributor, BODY)).status).toBe(202);
  await Promise.all([off.close(), liveOnly.close()]);
});

test('the sixth request in an hour is 429', async () => {
  const limited = await startApi(db, { payments, limitsScale: 1 });
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) statuses.push((await withdraw(limited, contributor, { ...BODY, amount: 1_000 })).status);
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  await limited.close();
});
