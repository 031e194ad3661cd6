import { createContributor } from '../support/contributors';
import { createCustomer, createEvaluation } from '../support/api';
import { eventually } from '../support/eventually';
import { adminJson, runAdmin } from '../support/operator';
import { useApi } from '../support/use';

const { db, api } = useApi();
const env = () => ({ DATABASE_URL: db.url, ADMIN_ACTOR: 'ada' });
const admin = (...args: string[]) => runAdmin(['accounts', 'erase', ...args], env());

async function begun(): Promise<string> {
  const customer = await createCustomer(db, { credits: 1 });
  await createEvaluation(api, customer, customer.accountId);
  // Written a moment later: two looks at what is left must agree.
  await eventually('its usage is written', () => db.prisma.usageCounter.count({ where: { apiKeyId: customer.keyId } }));
  await admin(customer.accountId, '--reason', 'asked by mail');
  return customer.accountId;
}

test('accounts erase --status lists what is left of every erasure by table with ages, and of one', async () => {
  const accountId = await begun();
  const one = await adminJson(['accounts', 'erase', accountId, '--status'], env());
  expect(one).toMatchObject({ accountId, completedAt: null, sessions: 0, money: [] });
  expect(one['left']).toContainEqual({ table: 'runs', rows: 1, unfinished: 0, oldest: expect.any(String) as string });
  expect(await adminJson(['accounts', 'erase', '--status'], env())).toContainEqual(one);

  expect((await admin('--status')).stdout).toMatch(new RegExp(`${accountId} +\\d+ (s|min) +0 .*runs 1`));
  expect((await admin(accountId, '--status')).stdout).toMatch(/^ +runs +1 +0 +\d+ (s|min)$/m);

  await db.prisma.erasure.update({ where: { accountId }, data: { completedAt: new Date(), email: null } });
  expect((await admin('--status')).stdout).not.toContain(accountId);
});

test('of an account that is not erased --status says what money would hold it up', async () => {
  const { accountId } = await createContributor(db, { balance: 12_345 });
  expect(await adminJson(['accounts', 'erase', accountId, '--status'], env())).toMatchObject({
    requestedAt: null,
    money: ['a balance of $123.45 has not been withdrawn'],
  });
});

test('accounts erase needs an account and a reason; repeated, it starts the workflow again while anything is left', async () => {
  const accountId = await begun();
  for (const args of [[], [accountId], ['--reason', 'whom?']]) {
    const { status, stderr } = await admin(...args);
    expect([status, stderr]).toEqual([1, expect.stringContaining('--status')]);
  }
  const starts = () =>
    db.prisma.outboxMessage.count({ where: { dedupeKey: { startsWith: `start:erasure/${accountId}` } } });
  const again = ['accounts', 'erase', accountId, '--reason', 'its workflow is gone'];
  expect(await adminJson(again, env())).toMatchObject({ status: 'erased', started: true });
  expect(await starts()).toBe(2);
  const events = await db.prisma.auditEvent.findMany({ where: { action: 'account.erasure_repeated', accountId } });
  expect(events).toMatchObject([{ actor: 'ada', reason: 'its workflow is gone' }]);
  expect((await admin('acc_unknown', '--status')).stderr).toContain('No account acc_unknown');
});
