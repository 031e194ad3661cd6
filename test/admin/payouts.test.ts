import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/answer';
import { createCustomer } from '../support/api';
import { createContributor, withdraw } from '../support/contributors';
import { adminJson, runAdmin } from '../support/operator';
import { useSellingApi } from '../support/use';

const { db, api, provider } = useSellingApi();

const admin = (...args: string[]) => runAdmin(args, { DATABASE_URL: db.url });
const json = <T = Record<string, unknown>>(...args: string[]) => adminJson<T>(args, { DATABASE_URL: db.url });

const add = (account: string, ...more: string[]) =>
  adminJson<Record<string, string>>(['contributors', 'add', '--account', account, ...more], {
    DATABASE_URL: db.url,
    STRIPE_SECRET_KEY_LIVE: PAYMENTS_STAND_IN_KEYS.live,
    STRIPE_BASE_URL: provider.url,
  });

test('an account becomes a contributor only once, and gets a new link on request', async () => {
  const { accountId } = await createCustomer(db, { credits: 0 });
  const first = await add(accountId, '--country', 'de');
  expect(first).toMatchObject({ accountId, country: 'DE', revenueShareBps: 7000, mode: 'live' });
  expect(first.onboardingUrl).toContain(`${provider.url}/onboard/${first.connectedAccountId}`);
  expect(await add(accountId)).toMatchObject({ connectedAccountId: first.connectedAccountId });
  await expect(add('acc_unknown')).rejects.toThrow('No account acc_unknown');
});

test('two operators who add the same contributor at once open one account', async () => {
  const { accountId } = await createCustomer(db, { credits: 0 });
  const [one, other] = await Promise.all([add(accountId, '--country', 'US'), add(accountId, '--country', 'DE')]);
  expect(other.connectedAccountId).toBe(one.connectedAccountId);
});

test('a withdrawal under review is listed and decided once', async () => {
  const contributor = await createContributor(db, { balance: 90_000 });
  const id = (await withdraw(api, contributor, { amount: 60_000, currency: 'usd' })).body.withdrawalId;
  expect(await json<{ id: string }[]>('withdrawals', 'list', '--status', 'requested')).toMatchObject([
    { id, amount: 60_000 },
  ]);
  expect((await admin('withdrawals', 'list')).stdout).toContain('$600.00');
  expect(await json('withdrawals', 'reject', id, '--reason', 'not now')).toMatchObject({ decision: 'reject' });
  const approve = async () => (await admin('withdrawals', 'approve', id, '--reason', 'after all')).stderr;
  expect(await approve()).toContain(`${id} was already decided (reject): it continues by itself`);
  await db.prisma.withdrawal.update({ where: { id }, data: { status: 'rejected' } });
  expect(await approve()).toContain(`${id} is rejected and not under review`);
  const messages = await db.prisma.outboxMessage.findMany({
    where: { dedupeKey: { startsWith: `withdrawal:${id}:decided` } },
  });
  expect(messages).toMatchObject([{ message: { signal: 'payoutChanged' } }]);
  const kept = await db.prisma.withdrawal.findUniqueOrThrow({ where: { id } });
  expect(kept).toMatchObject({ reviewDecision: 'reject', reviewReason: 'not now' });
  // The operator's reason is stored only in the database, never in a workflow history.
  expect(JSON.stringify(messages.map(({ message }) => message))).not.toContain('not now');
});

test('a withdrawal can be shown, checked and ended, and each write is audited', async () => {
  const contributor = await createContributor(db, { balance: 90_000 });
  const id = (await withdraw(api, contributor, { amount: 30_000, currency: 'usd' })).body.withdrawalId;
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
