/** Commands that operators repeat because the first result was lost. */
import { createContributor, withdraw } from '../support/contributors';
import { TEST_SEALING_KEY } from '../support/webhooks';
import { startLosingProxy } from '../support/proxies';
import { adminJson, runAdmin, type CommandResult } from '../support/operator';
import { use, useSellingApi } from '../support/use';

const { db, api } = useSellingApi();
const proxy = use(() => startLosingProxy(db.url));
const contributor = use(() => createContributor(db, { balance: 0 }));

const environment = (url = db.url) => ({ DATABASE_URL: url, WEBHOOK_SECRET_KEY: TEST_SEALING_KEY });
const admin = (...args: string[]) => runAdmin(args, environment());
const json = (...args: string[]) => adminJson(args, environment());
/** Runs a command that commits its work but never learns of the commit. */
const lost = (...args: string[]): Promise<CommandResult> => {
  // The zero byte ends the statement. Without it, BEGIN ISOLATION LEVEL READ COMMITTED would match, too.
  proxy.lose('COMMIT\0');
  return runAdmin(args, environment(proxy.url));
};

const credit = (amount = '500', reason = 'a bonus', accountId = contributor.accountId) => [
  ...['ledger', 'credit', '--account', accountId],
  ...['--amount', amount, '--reason', reason],
];
const grant = (count: string, accountId = contributor.accountId) => [
  ...['entitlements', 'grant', '--account', accountId],
  ...['--kind', 'idea_check', '--count', count],
];
const credits = () => db.prisma.entitlement.count({ where: { accountId: contributor.accountId } });
const available = async () => (await json('ledger', 'show', '--account', contributor.accountId)).available as number;

test('a credit whose answer was lost is granted only once if repeated with its key', async () => {
  const first = await lost(...credit());
  expect(first.status).toBe(1);
  expect(proxy.lost()).toBe(1);
  const [, key] = /--key (\S+)/.exec(first.stderr)!;
  const second = await admin(...credit(), '--key', key!, '--json');
  expect(second).toMatchObject({ status: 0, stderr: expect.stringContaining('Nothing was done') });
  expect(JSON.parse(second.stdout)).toMatchObject({ amount: 500, available: 500, key, replayed: true });
  expect(await available()).toBe(500);
});

test('a key used with other options is refused', async () => {
  const other = await createContributor(db, { balance: 0 });
  await json(...grant('1'), '--key', 'taken');
  await json(...credit(), '--key', 'taken');
  const before = [await credits(), await available()];
  for (const args of [
    grant('2'),
    grant('1', other.accountId),
    credit('501'),
    credit('500', 'another reason'),
    credit('500', 'a bonus', other.accountId),
  ]) {
    const { status, stdout, stderr } = await admin(...args, '--key', 'taken');
    expect([args, status, stdout]).toEqual([args, 1, '']);
    expect(stderr).toBe(
      'error: Nothing was done: the key taken was used with different options. Pass the same options, or another --key.\n',
    );
  }
  expect([await credits(), await available()]).toEqual(before);
});

test('a repeated decision does not decide the next review', async () => {
  const seller = await createContributor(db, { balance: 90_000 });
  const id = (await withdraw(api, seller, { amount: 60_000, currency: 'usd' })).body.withdrawalId;
  const approve = ['withdrawals', 'approve', id, '--reason', 'known to us', '--key', 'approval'];
  await lost(...approve);
  // The balance fell, so the workflow requests a review again.
  await db.prisma.withdrawal.update({
    where: { id },
    data: { status: 'under_review', reviews: 2, reviewDecision: null, approvedAvailable: null },
  });
  expect(await json(...approve)).toMatchObject({ decision: 'approve', review: 1, replayed: true });
  expect(await db.prisma.withdrawal.findUnique({ where: { id } })).toMatchObject({ reviewDecision: null });
  expect(await json(...approve.slice(0, -2))).toMatchObject({ review: 2, replayed: false });
  expect(await db.prisma.withdrawal.findUnique({ where: { id } })).toMatchObject({ reviewDecision: 'approve' });
});
