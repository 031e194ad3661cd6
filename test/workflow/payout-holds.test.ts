/** Withdrawals held for a review, a suspension or an erasure. */
import { refundOrder } from '../../store/orders/refund-order';
import { decideReview } from '../../store/withdrawals/decide-review';
import { sellFor, forgetWithdrawal, usePayouts, EARNED } from '../support/contributors';
import { resumeAccount } from '../../store/accounts/resume-account';
import { suspendAccount } from '../../store/accounts/suspend-account';
import { eventually } from '../support/eventually';
import { callsIn } from '../support/workflows';
import { alertErasedBalances } from '../../store/accounts/alert-erased-balances';
import { beginErasure } from '../../store/accounts/begin-erasure';
import { openBalances } from '../../store/ledger/open-balances';
import { settleBalance } from '../../store/ledger/settle-balance';

const payouts = usePayouts({ earned: 0, settings: { payoutReviewThreshold: 20_000 } });
const { shop, contributor, account, arrived, balance, earn, requested, row } = payouts;
const { inState, bring, paidOut, transfersOf, payoutsOf } = payouts;

const workflowOf = (id: string) => shop.temporal.workflow.getHandle(`payout/${id}`);
// The key of a suspended account reads nothing.
const status = async (id: string) => (await row(id)).status;
const clearFaults = () => shop.provider.control('faults', undefined, 'DELETE');
/** Keeps money from being transferred. */
const holdTransfers = () => shop.provider.fault('GET /v1/transfers', 'error_500', 1_000);

const takenBack = async (orderId: string) => {
  await refundOrder(shop.db, orderId);
  expect((await balance())!.available).toBeLessThan(0);
};

test('a withdrawal whose sale is refunded after its approval is reviewed again', async () => {
  const orderId = await sellFor(shop, contributor);
  const id = await requested(20_001);
  await inState(id, 'under_review');
  await holdTransfers();
  await decideReview(shop.db, id, { decision: 'approve', reason: 'known to us' });
  await inState(id, 'processing');
  await takenBack(orderId);
  await clearFaults();
  await inState(id, 'under_review');
  expect(await shop.db.prisma.alert.count({ where: { subject: { startsWith: id } } })).toBe(2);
  await shop.sweep();
  expect([(await row(id)).status, await transfersOf(id)]).toEqual(['under_review', []]);
  await decideReview(shop.db, id, { decision: 'reject', reason: 'the sale is gone' });
  await inState(id, 'rejected');
});

test('a suspension before the transfer holds it until the account is resumed', async () => {
  await earn();
  await shop.provider.fault('POST /v1/transfers', 'error_500', 1_000);
  const id = await requested();
  await inState(id, 'processing');
  await suspendAccount(shop.db, contributor.accountId);
  await eventually('it is held', async () => (await status(id)) === 'under_review');
  await clearFaults();
  await shop.sweep();
  expect(await transfersOf(id)).toEqual([]);
  expect(await balance()).toMatchObject({ held: 10_000 });
  await resumeAccount(shop.db, contributor.accountId);
  await paidOut(id);
  expect(await transfersOf(id)).toHaveLength(1);
});

test('a withdrawal approved before a suspension is reviewed again', async () => {
  await earn();
  await shop.provider.fault('POST /v1/transfers', 'error_500', 1_000);
  const id = await requested(20_001);
  await inState(id, 'under_review');
  await decideReview(shop.db, id, { decision: 'approve', reason: 'known to us' });
  await inState(id, 'processing');
  await suspendAccount(shop.db, contributor.accountId);
  await eventually('it is held', async () => (await status(id)) === 'under_review');
  await clearFaults();
  await decideReview(shop.db, id, { decision: 'reject', reason: 'stolen identity' });
  await eventually('it is rejected', async () => (await status(id)) === 'rejected');
  expect(await transfersOf(id)).toEqual([]);
  expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
});

test('transferred money is not paid out while the account is suspended', async () => {
  await earn();
  const id = await arrived();
  await suspendAccount(shop.db, contributor.accountId);
  await account({ availableAfterMs: 0 });
  const looks = async () =>
    (await callsIn(workflowOf(id))).filter(({ activity }) => activity === 'awaitArrival').length;
  const before = await looks();
  await shop.provider.control('events', { type: 'transfer.created', object: (await transfersOf(id))[0]!.id });
  await eventually('it looked again', async () => (await looks()) > before);
  await eventually('the money is available', async () => (await row(id)).availableAt! <= new Date());
  await forgetWithdrawal(shop.db, id);
  await shop.sweep();
  expect([await status(id), await payoutsOf(id)]).toEqual(['processing', []]);
  expect(await shop.db.prisma.alert.count({ where: { alert: 'withdrawal-stuck', subject: id } })).toBe(0);
  await resumeAccount(shop.db, contributor.accountId);
  await paidOut(id);
  expect(await payoutsOf(id)).toHaveLength(1);
});

test('a failed payout is not repeated while the account is suspended', async () => {
  await earn();
  await shop.provider.fault('POST /v1/payouts', 'error_500', 1_000);
  const id = await requested();
  const tried = async () =>
    (await workflowOf(id).describe()).raw.pendingActivities?.find(
      ({ activityType }) => activityType?.name === 'payOutWithdrawal',
    );
  await eventually('a payout was tried', async () => (await tried())?.lastFailure);
  await suspendAccount(shop.db, contributor.accountId);
  await eventually('it is held', async () => (await tried())?.lastFailure?.message?.includes('suspended'));
  await clearFaults();
  const { attempt } = (await tried())!;
  await eventually('it was tried again', async () => (await tried())!.attempt! > attempt!);
  expect([await status(id), await payoutsOf(id)]).toEqual(['processing', []]);
  await resumeAccount(shop.db, contributor.accountId);
  await paidOut(id);
  expect(await payoutsOf(id)).toHaveLength(1);
});

test('a payout returned after its contributor was erased is found and settled', async () => {
  const { db } = shop;
  const { accountId } = contributor;
  await earn(15_000);
  const withdrawalId = await requested(15_000);
  await expect(beginErasure(db, accountId)).rejects.toThrow(`withdrawal ${withdrawalId} is under way`);
  await paidOut(withdrawalId);
  const { pending } = await beginErasure(db, accountId, 1);
  for (const { message } of pending) await shop.start(message);
  const erasure = () => db.prisma.erasure.findUnique({ where: { accountId } });
  await eventually('the erasure is complete', async () => (await erasure())?.completedAt);

  await bring(withdrawalId, 'failed');
  await eventually('the payout came back', async () => (await status(withdrawalId)) === 'returned');
  expect(await openBalances(db.pool, accountId, 'live')).toEqual([
    { account: 'available', currency: 'usd', amount: 15_000 },
  ]);
  expect(await alertErasedBalances(db, 10)).toBe(1);
  const settled = {
    accountId,
    mode: 'live',
    amount: 15_000,
    currency: 'usd',
    reason: 'paid by bank transfer',
  } as const;
  await settleBalance(db, settled);
  expect(await openBalances(db.pool, accountId, 'live')).toEqual([]);
});
