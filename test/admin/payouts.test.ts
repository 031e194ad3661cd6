import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { createCustomer, startApi } from '../support/api';
import { createContributor, withdraw } from '../support/contributors';
import { clientOf } from '../support/shop';
import { adminJson, runAdmin } from '../support/operator';
import { useDatabase, useProvider } from '../support/use';

const db = useDatabase();
const provider = useProvider();

const admin = (...args: string[]) => runAdmin(args, { DATABASE_URL: db.url });
const json = <T = Record<string, unknown>>(...args: string[]) => adminJson<T>(args, { DATABASE_URL: db.url });

const add = (account: string, ...more: string[]) =>
  adminJson<Record<string, string>>(['contributors', 'add', '--account', account, ...more], {
    DATABASE_URL: db.url,
    STRIPE_SECRET_KEY_LIVE: PAYMENTS_STAND_IN_KEYS.live,
    STRIPE_BASE_URL: provider.url,
  });

test('an account becomes a contributor once, and gets a new link when asked again', async () => {
  const { accountId } = await createCustomer(db, { credits: 0 });
  const first = await add(accountId, '--country', 'de');
  expect(first).toMatchObject({ accountId, country: 'DE', revenueShareBps: 7000, mode: 'live' });
  expect(first.onboardingUrl).toContain(`${provider.url}/onboard/${first.connectedAccountId}`);
  expect(await add(accountId)).toMatchObject({ connectedAccountId: first.connectedAccountId });
  await expect(add('acc_unknown')).rejects.toThrow('No account acc_unknown');
});

test('a contributor abroad learns the currency of the account, and keeps its country whatever is said again', async () => {
  const { accountId } = await createCustomer(db, { credits: 0 });
  expect(await add(accountId, '--country', 'GB')).toMatchObject({ country: 'GB', currency: 'gbp' });
  expect(await add(accountId, '--country', 'DE')).toMatchObject({ country: 'GB', currency: 'gbp' });
});

test('a contributor whose account at the provider is gone gets another one', async () => {
  const { accountId } = await createCustomer(db, { credits: 0 });
  const { connectedAccountId: gone } = await add(accountId, '--country', 'DE');
  await provider.control(`accounts/${gone}`, { deauthorized: true });
  const { connectedAccountId: another } = await add(accountId, '--country', 'FR');
  expect(another).not.toBe(gone);
  expect(await add(accountId)).toMatchObject({ connectedAccountId: another, country: 'FR', currency: 'eur' });
});

test('a credit is in the ledger with its reason', async () => {
  const { accountId } = await createContributor(db, { balance: 0 });
  const credit = ['ledger', 'credit', '--account', accountId, '--amount', '12345', '--reason', 'a bonus'];
  expect(await json(...credit)).toMatchObject({ available: 12_345, held: 0, currency: 'usd' });
  expect(await json('ledger', 'show', '--account', accountId)).toMatchObject({
    available: 12_345,
    transactions: [{ note: 'a bonus', entries: { platform: -12_345, available: 12_345 } }],
  });
});

test('a withdrawal under review is listed and decided once', async () => {
  const contributor = await createContributor(db, { balance: 90_000 });
  const payments = clientOf(provider);
  const selling = await startApi(db, { payments });
  const { body } = await withdraw(selling, contributor, { amount: 60_000, currency: 'usd' });
  await selling.close();
  const id = body.withdrawalId;
  expect(await json<{ id: string }[]>('withdrawals', 'list', '--status', 'requested')).toMatchObject([
    { id, amount: 60_000 },
  ]);
  expect((await admin('withdrawals', 'list')).stdout).toContain('$600.00');
  expect(await json('withdrawals', 'reject', id, '--reason', 'not now')).toMatchObject({ decision: 'reject' });
  const approve = async () => (await admin('withdrawals', 'approve', id, '--reason', 'after all')).stderr;
  expect(await approve()).toContain(`${id} was decided before (reject): it goes on by itself`);
  await db.prisma.withdrawal.update({ where: { id }, data: { status: 'rejected' } });
  expect(await approve()).toContain(`${id} is rejected and waits for no review`);
  const messages = await db.prisma.outboxMessage.findMany({
    where: { dedupeKey: { startsWith: `withdrawal:${id}:decided` } },
  });
  expect(messages).toMatchObject([{ message: { signal: 'payoutChanged' } }]);
  const kept = await db.prisma.withdrawal.findUniqueOrThrow({ where: { id } });
  expect(kept).toMatchObject({ reviewDecision: 'reject', reviewReason: 'not now' });
  // An operator's words are in the database only, never in a history.
  expect(JSON.stringify(messages.map(({ message }) => message))).not.toContain('not now');
});

test('one of a suspended account that was approved says that it waits for the account', async () => {
  const contributor = await createContributor(db, { balance: 90_000 });
  const selling = await startApi(db, { payments: clientOf(provider) });
  const { withdrawalId: id } = (await withdraw(selling, contributor, { amount: 60_000, currency: 'usd' })).body;
  await selling.close();
  await admin('accounts', 'suspend', contributor.accountId, '--reason', 'asked too often');
  expect(await json('withdrawals', 'approve', id, '--reason', 'known to us')).toMatchObject({ decision: 'approve' });
  const { status, stderr } = await admin('withdrawals', 'reject', id, '--reason', 'after all');
  expect(status).toBe(1);
  expect(stderr).toContain(`${id} was decided before (approve): it goes on once its account is resumed`);
});

test('a withdrawal is shown, checked again and ended; each write says why and is audited', async () => {
  const contributor = await createContributor(db, { balance: 90_000 });
  const selling = await startApi(db, { payments: clientOf(provider) });
  const { body } = await withdraw(selling, contributor, { amount: 30_000, currency: 'usd' });
  await selling.close();
  const id = body.withdrawalId;
  const seen = { id, status: 'requested', amount: 30_000, currency: 'usd', payout: null, workflowId: `payout/${id}` };
  expect(await json('withdrawals', 'show', id)).toMatchObject(seen);
  expect((await admin('withdrawals', 'show', id)).stdout).toMatch(/amount +\$300\.00/);
  expect(await json('withdrawals', 'retry', id, '--reason', 'quiet')).toMatchObject({ workflowId: `payout/${id}` });
  expect(await json('withdrawals', 'fail', id, '--reason', 'asked by phone')).toMatchObject({
    endRequested: 'take_back',
  });
  expect(await json('withdrawals', 'fail', id, '--reason', 'gone', '--write-off')).toMatchObject({
    endRequested: 'write_off',
  });
  const notifications = await db.prisma.outboxMessage.findMany({
    where: { dedupeKey: { startsWith: `withdrawal:${id}:` } },
  });
  expect(notifications.map(({ message }) => message)).toEqual(
    [1, 2, 3].map(() => expect.objectContaining({ signal: 'payoutChanged' })),
  );
  expect(JSON.stringify(notifications.map(({ message }) => message))).not.toContain('phone');
  const audited = await db.prisma.auditEvent.findMany({ where: { subject: id }, orderBy: { id: 'asc' } });
  expect(audited.map(({ action, reason }) => [action, reason])).toEqual([
    ['withdrawal.requested', null],
    ['withdrawal.retried', 'quiet'],
    ['withdrawal.failed', 'asked by phone'],
    ['withdrawal.failed', 'gone'],
  ]);
});

test.each([
  [['withdrawals', 'show', 'wdr_unknown'], 'no withdrawal wdr_unknown'],
  [['withdrawals', 'fail', 'wdr_unknown', '--reason', 'x'], 'no withdrawal wdr_unknown'],
  [['withdrawals', 'fail', 'wdr_unknown'], '--reason'],
  [['withdrawals', 'retry', 'wdr_unknown'], '--reason'],
  [['contributors', 'add', '--account', 'x', '--country', 'Germany'], 'two letters'],
  [['contributors', 'add', '--account', 'x', '--share', '10001'], 'whole number'],
  [['contributors', 'add', '--account', 'acc_unknown'], 'STRIPE_SECRET_KEY'],
  [['ledger', 'credit', '--account', 'acc_unknown', '--amount', '100', '--reason', 'x'], 'no contributor'],
  [['ledger', 'credit', '--account', 'x', '--amount', '-1', '--reason', 'x'], 'whole number'],
  [['ledger', 'show', '--account', 'acc_unknown'], 'no contributor'],
  [['withdrawals', 'approve', 'wdr_unknown', '--reason', 'x'], 'no withdrawal wdr_unknown'],
  [['withdrawals', 'approve', 'wdr_unknown'], '--reason'],
])('%j exits non-zero and says what is wrong', async (args, says) => {
  const { status, stdout, stderr } = await admin(...args);
  expect(status).not.toBe(0);
  expect(stdout).toBe('');
  expect(stderr).toContain(says);
});
