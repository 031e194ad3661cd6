import { newId } from '../../contracts/ids';
import { resumeAccount } from '../../store/accounts/resume-account';
import { suspendAccount } from '../../store/accounts/suspend-account';
import { decideReview } from '../../store/withdrawals/decide-review';
import { forgetWithdrawal, sellFor, withdraw } from '../support/contributors';
import { eventually } from '../support/eventually';
import { callsIn, endOf } from '../support/history';
import { EARNED, usePayouts } from '../support/payouts';

const { shop, contributor, balance, earn, requested, sent, account, inState, bring, paidOut, transfersOf, payoutsOf } =
  usePayouts({
    earned: 0,
    settings: { payoutReviewThreshold: 20_000 },
  });

const workflowOf = (id: string) => shop.temporal.workflow.getHandle(`payout/${id}`);

test('a sale is credited, paid out, and the books say where every cent is', async () => {
  await sellFor(shop, contributor);
  expect(await balance()).toEqual({ available: EARNED, held: 0, pending: 0, frozen: 0, currency: 'usd' });
  const id = await requested();
  expect(await balance()).toMatchObject({ available: EARNED - 10_000, held: 10_000 });
  await inState(id, 'in_transit');
  await bring(id, 'paid');
  expect(await inState(id, 'paid')).toMatchObject({ failureReason: null, paidAt: expect.any(String) });
  expect(await balance()).toMatchObject({ available: EARNED - 10_000, held: 0 });
  expect(await transfersOf(id)).toMatchObject([{ amount: 10_000, status: 'paid' }]);
  expect(await payoutsOf(id)).toMatchObject([{ amount: 10_000, status: 'paid' }]);
  const query = `WithdrawalId = '${id}' AND Amount = 10000 AND Outcome = 'paid'`;
  await eventually('it is found by its money', async () => (await shop.temporal.workflow.count(query)).count === 1);
});

test('one of a suspended account waits for a review, and what is approved for when the account is back', async () => {
  await earn();
  const large = await requested(20_001);
  await inState(large, 'under_review');
  // Its key is remembered for a moment after this: what comes through then is small, and waits all the same.
  await suspendAccount(shop.db, contributor.accountId);
  const small = await requested();
  const status = async (id: string) => (await shop.db.prisma.withdrawal.findUniqueOrThrow({ where: { id } })).status;
  await eventually('the small one waits', async () => (await status(small)) === 'under_review');

  await decideReview(shop.db, large, { decision: 'approve', reason: 'known to us' });
  await decideReview(shop.db, small, { decision: 'approve', reason: 'known to us' });
  await shop.sweep();
  expect([await status(large), await status(small)]).toEqual(['under_review', 'under_review']);
  expect([await transfersOf(large), await transfersOf(small)]).toEqual([[], []]);

  await resumeAccount(shop.db, contributor.accountId);
  for (const id of [large, small]) {
    await paidOut(id);
    expect(await transfersOf(id)).toHaveLength(1);
  }
});

describe('a large one waits for a person', () => {
  test('that is approved is paid', async () => {
    await earn();
    const id = await requested(20_001);
    await inState(id, 'under_review');
    expect(await shop.db.prisma.alert.findFirst({ where: { subject: id } })).toMatchObject({ alert: 'payout-review' });
    expect(await transfersOf(id)).toEqual([]);
    await decideReview(shop.db, id, { decision: 'approve', reason: 'known to us' });
    await paidOut(id);
  });

  test('that is rejected releases its hold; the first decision is final', async () => {
    await earn();
    const id = await requested(20_001);
    await inState(id, 'under_review');
    await decideReview(shop.db, id, { decision: 'reject', reason: 'sale looks wrong' });
    await expect(decideReview(shop.db, id, { decision: 'approve', reason: 'no' })).rejects.toThrow(
      /decided before \(reject\)|waits for no review/,
    );
    expect(await inState(id, 'rejected')).toMatchObject({ failureReason: 'review_rejected', paidAt: null });
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
    expect(await transfersOf(id)).toEqual([]);
    expect(await shop.db.prisma.withdrawal.findUnique({ where: { id } })).toMatchObject({
      reviewReason: 'sale looks wrong',
    });
    expect(await endOf(workflowOf(id))).toMatchObject({
      status: 'COMPLETED',
      outcome: 'rejected',
      failureCode: 'review_rejected',
      amount: 20_001,
      result: { status: 'rejected', summary: '$200.01 rejected in review; in the balance again: review_rejected' },
    });
    const calls = await callsIn(workflowOf(id));
    expect(calls.filter(({ summary }) => !summary)).toEqual([]);
  });

  test('whose workflow was terminated continues from the decision with the next notification', async () => {
    await earn();
    const id = await requested(20_001);
    await inState(id, 'under_review');
    await shop.temporal.workflow.getHandle(`payout/${id}`).terminate('by mistake');
    await decideReview(shop.db, id, { decision: 'reject', reason: 'sale looks wrong' });
    expect(await inState(id, 'rejected')).toMatchObject({ failureReason: 'review_rejected' });
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });

  test('at the threshold is not reviewed, and cannot be decided', async () => {
    await earn();
    const id = await sent(20_000);
    await expect(decideReview(shop.db, id, { decision: 'reject', reason: 'late' })).rejects.toThrow(
      'waits for no review',
    );
    await paidOut(id);
  });
});

describe('money that cannot be sent is credited back', () => {
  test('where the account cannot be paid out yet', async () => {
    await earn();
    await account({ payoutsEnabled: false });
    const id = await requested();
    expect(await inState(id, 'failed')).toMatchObject({ failureReason: 'payouts_not_enabled' });
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });

  test('where the bank refuses: the transfer is reversed first', async () => {
    await earn();
    const id = await sent();
    await shop.provider.fault('POST /v1/transfers/*/reversals', 'error_500', 1);
    await bring(id, 'failed');
    expect(await inState(id, 'failed')).toMatchObject({ failureReason: 'account_closed', paidAt: null });
    expect(await transfersOf(id)).toMatchObject([{ status: 'reversed' }]);
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });

  test('where the payout is canceled at the provider', async () => {
    await earn();
    const id = await sent();
    await bring(id, 'canceled');
    expect(await inState(id, 'canceled')).toMatchObject({ failureReason: 'payout_canceled' });
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });

  test('where it was paid and the bank sends it back', async () => {
    await earn();
    const id = await sent();
    await bring(id, 'paid');
    const { paidAt } = await inState(id, 'paid');
    await bring(id, 'failed');
    expect(await inState(id, 'returned')).toMatchObject({ failureReason: 'account_closed', paidAt });
    expect(await transfersOf(id)).toMatchObject([{ status: 'reversed' }]);
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
    // The amount can be withdrawn again.
    const again = await sent(20_000);
    await paidOut(again);
  });
});

describe('a call that fails moves the money once', () => {
  test.each([
    ['POST /v1/transfers', 'timeout_after'],
    ['POST /v1/transfers', 'timeout_before'],
    ['POST /v1/transfers', 'error_500'],
    ['POST /v1/payouts', 'timeout_after'],
    ['POST /v1/payouts', 'rate_limit'],
  ])('%s, %s', async (match, effect) => {
    await earn();
    await shop.provider.fault(match, effect, 1, 3_000);
    const id = await sent();
    await paidOut(id);
    expect(await transfersOf(id)).toHaveLength(1);
    expect(await payoutsOf(id)).toHaveLength(1);
  });
});

describe('an event is a notification', () => {
  test('that is delivered twice pays once', async () => {
    await earn();
    const id = await sent();
    await shop.provider.fault('payout.paid', 'duplicate_event', 1);
    await paidOut(id);
    expect(await shop.db.prisma.ledgerTransaction.count({ where: { cause: { contains: id } } })).toBe(3);
  });

  test('that lies changes nothing', async () => {
    await earn();
    const id = await sent();
    const lie = { object: 'payout', status: 'failed', metadata: { withdrawalId: id } };
    const payout = (await payoutsOf(id))[0]!;
    await shop.provider.control('events', { type: 'payout.failed', object: { id: payout.id, livemode: true, ...lie } });
    await bring(id, 'paid');
    expect(await inState(id, 'paid')).toMatchObject({ failureReason: null });
  });

  test('that never comes is not needed: the sweep has the payout checked', async () => {
    await earn();
    const id = await sent();
    await shop.provider.fault('payout.paid', 'drop_event', 1);
    await bring(id, 'paid');
    await forgetWithdrawal(shop.db, id);
    await shop.sweep();
    expect(await inState(id, 'paid')).toMatchObject({ paidAt: expect.any(String) });
  });

  test('about a withdrawal that is none of ours is taken and leads nowhere', async () => {
    const withdrawalId = newId('wdr');
    const object = { id: 'po_foreign', object: 'payout', livemode: true, metadata: { withdrawalId } };
    await shop.provider.control('events', { type: 'payout.paid', object });
    await eventually('it was checked', async () =>
      workflowOf(withdrawalId)
        .describe()
        .then(({ status }) => status.name === 'FAILED')
        .catch(() => false),
    );
    expect(await shop.db.prisma.withdrawal.count({ where: { id: withdrawalId } })).toBe(0);
  });
});

describe('a workflow that was ended by hand', () => {
  test('is restarted by the sweep, from the state of the withdrawal', async () => {
    await earn();
    await shop.provider.fault('POST /v1/payouts', 'error_500', 1_000);
    const id = await requested();
    await eventually('the transfer is made', async () => (await transfersOf(id)).length === 1);
    await workflowOf(id).terminate('by the test');
    await shop.provider.control('faults', undefined, 'DELETE');
    // A step that was under way notes its result after the end of its workflow, which is news to the sweep of that hour.
    await eventually('a sweep begins it anew', async () => {
      await forgetWithdrawal(shop.db, id);
      await shop.sweep();
      const { status } = await shop.db.prisma.withdrawal.findUniqueOrThrow({ where: { id } });
      return status === 'in_transit';
    });
    await paidOut(id);
    expect(await transfersOf(id)).toHaveLength(1);
  });

  test('after the payment is restarted by the event that the bank sent it back', async () => {
    await earn();
    const id = await sent();
    await paidOut(id);
    await workflowOf(id).terminate('by the test');
    await bring(id, 'failed');
    await inState(id, 'returned');
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });
});

test('a sale that is lost in a dispute is debited once, and may leave less than nothing', async () => {
  const orderId = await sellFor(shop, contributor);
  const id = await sent();
  await paidOut(id);
  const { paymentIntent } = (await shop.provider.ledger()).charges.find((charge) => charge.orderId === orderId)!;
  const dispute = await shop.provider.control<{ id: string }>('disputes', { paymentIntent });
  await shop.provider.fault('charge.dispute.closed', 'duplicate_event', 1);
  await shop.provider.control(`disputes/${dispute.id}/close`, { outcome: 'lost' });
  await eventually('it is debited', async () => (await balance())!.available < 0);
  expect(await balance()).toMatchObject({ available: -10_000, held: 0 });
  expect(await withdraw(shop.api, contributor, { amount: 1_000, currency: 'usd' })).toMatchObject({ status: 400 });
});
