/** What moves of a withdrawal while its contributor is suspended: nothing that has not begun. */
import { resumeAccount } from '../../store/accounts/resume-account';
import { suspendAccount } from '../../store/accounts/suspend-account';
import { decideReview } from '../../store/withdrawals/decide-review';
import { forgetWithdrawal } from '../support/contributors';
import { eventually } from '../support/eventually';
import { callsIn } from '../support/history';
import { EARNED, usePayouts } from '../support/payouts';

const {
  shop,
  contributor,
  account,
  arrived,
  balance,
  bring,
  inState,
  paidOut,
  payoutsOf,
  requested,
  row,
  transfersOf,
} = usePayouts({ settings: { payoutReviewThreshold: 20_000 } });

const workflowOf = (id: string) => shop.temporal.workflow.getHandle(`payout/${id}`);
// The key of a suspended account reads nothing.
const status = async (id: string) => (await row(id)).status;
const clearFaults = () => shop.provider.control('faults', undefined, 'DELETE');

test('a contributor suspended before the transfer gets none, and gets it once the account is resumed', async () => {
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

test('a large withdrawal that was approved is reviewed again after a suspension', async () => {
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

test('a held withdrawal that needed no review can be rejected', async () => {
  await shop.provider.fault('POST /v1/transfers', 'error_500', 1_000);
  const id = await requested();
  await inState(id, 'processing');
  await suspendAccount(shop.db, contributor.accountId);
  await eventually('it is held', async () => (await status(id)) === 'under_review');
  await clearFaults();
  await decideReview(shop.db, id, { decision: 'reject', reason: 'stolen identity' });
  await eventually('it is rejected', async () => (await status(id)) === 'rejected');
  expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
});

test('money that waits at the provider is not paid out before the account is resumed', async () => {
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

test('a payout that failed is not made while the account is suspended', async () => {
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

test('a payout made before the suspension is followed, though its answer was lost', async () => {
  await shop.provider.fault('POST /v1/payouts', 'timeout_after', 1, 3_000);
  const id = await requested();
  await eventually('the payout is made', async () => (await payoutsOf(id)).length === 1);
  await suspendAccount(shop.db, contributor.accountId);
  await eventually('it is known', async () => (await status(id)) === 'in_transit');
  await bring(id, 'paid');
  await eventually('it is paid', async () => (await status(id)) === 'paid');
  expect(await payoutsOf(id)).toHaveLength(1);
});
