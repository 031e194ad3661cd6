import { resumeAccount, suspendAccount } from '../../modules/erasure/store/suspension';
import { refundOrder } from '../../modules/orders/store/decisions';
import { decideReview } from '../../modules/payouts/store/operate';
import { forgetWithdrawal, sellFor, withdraw, EARNED, usePayouts } from '../support/contributors';
import { eventually } from '../support/eventually';
import { callsIn, endOf } from '../support/workflows';

const payouts = usePayouts({ earned: 0, settings: { payoutReviewThreshold: 20_000 } });
const { shop, contributor, account, arrived, balance, earn, requested, row, sent } = payouts;
const { inState, bring, paidOut, transfersOf, payoutsOf } = payouts;

const workflowOf = (id: string) => shop.temporal.workflow.getHandle(`payout/${id}`);
// Reads the database, because the API refuses a suspended account's key.
const status = async (id: string) => (await row(id)).status;
const clearFaults = () => shop.provider.control('faults', undefined, 'DELETE');

test('credits a sale and pays it out, with every cent in the books', async () => {
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

describe('a large withdrawal under review', () => {
  test('is paid when approved', async () => {
    await earn();
    const id = await requested(20_001);
    await inState(id, 'under_review');
    expect(await shop.db.prisma.alert.findFirst({ where: { subject: id } })).toMatchObject({ alert: 'payout-review' });
    expect(await transfersOf(id)).toEqual([]);
    await decideReview(shop.db, id, { decision: 'approve', reason: 'known to us' });
    await paidOut(id);
  });

  test('releases its hold when rejected, and keeps the first decision', async () => {
    await earn();
    const id = await requested(20_001);
    await inState(id, 'under_review');
    await decideReview(shop.db, id, { decision: 'reject', reason: 'sale looks wrong' });
    await expect(decideReview(shop.db, id, { decision: 'approve', reason: 'no' })).rejects.toThrow(
      /already decided \(reject\)|not under review/,
    );
    expect(await inState(id, 'rejected')).toMatchObject({ failureReason: 'review_rejected', paidAt: null });
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
    expect(await transfersOf(id)).toEqual([]);
    expect(await row(id)).toMatchObject({ reviewReason: 'sale looks wrong' });
    expect(await endOf(workflowOf(id))).toMatchObject({ outcome: 'rejected', amount: 20_001 });
  });
});

describe('money that cannot be sent', () => {
  test('is credited back when the bank refuses, after the transfer is reversed', async () => {
    await earn();
    const id = await sent();
    await shop.provider.fault('POST /v1/transfers/*/reversals', 'error_500', 1);
    await bring(id, 'failed');
    expect(await inState(id, 'failed')).toMatchObject({ failureReason: 'account_closed', paidAt: null });
    expect(await transfersOf(id)).toMatchObject([{ status: 'reversed' }]);
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });

  test('is credited back when the bank returns the payout, and can be withdrawn again', async () => {
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

describe('an event', () => {
  test('pays once when delivered twice', async () => {
    await earn();
    const id = await sent();
    await shop.provider.fault('payout.paid', 'duplicate_event', 1);
    await paidOut(id);
    expect(await shop.db.prisma.ledgerTransaction.count({ where: { cause: { contains: id } } })).toBe(3);
  });

  test('changes nothing when it is false', async () => {
    await earn();
    const id = await sent();
    const lie = { object: 'payout', status: 'failed', metadata: { withdrawalId: id } };
    const payout = (await payoutsOf(id))[0]!;
    await shop.provider.control('events', { type: 'payout.failed', object: { id: payout.id, livemode: true, ...lie } });
    await bring(id, 'paid');
    expect(await inState(id, 'paid')).toMatchObject({ failureReason: null });
  });

  test('is caught by the sweep when lost', async () => {
    await earn();
    const id = await sent();
    await shop.provider.fault('payout.paid', 'drop_event', 1);
    await bring(id, 'paid');
    await forgetWithdrawal(shop.db, id);
    await shop.sweep();
    expect(await inState(id, 'paid')).toMatchObject({ paidAt: expect.any(String) });
  });
});

describe('a terminated workflow', () => {
  test('is restarted by the sweep from the state of its withdrawal', async () => {
    await earn();
    await shop.provider.fault('POST /v1/payouts', 'error_500', 1_000);
    const id = await requested();
    await eventually('the transfer is made', async () => (await transfersOf(id)).length === 1);
    await workflowOf(id).terminate('by the test');
    await clearFaults();
    // A running step may report its result after the workflow has ended. The next sweep is an hour away, so sweep again
    // until it works.
    await eventually('a sweep begins it anew', async () => {
      await forgetWithdrawal(shop.db, id);
      await shop.sweep();
      return (await status(id)) === 'in_transit';
    });
    await paidOut(id);
    expect(await transfersOf(id)).toHaveLength(1);
  });
});

test('debits a sale lost in a dispute once, even below zero', async () => {
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

/** Makes transfers fail until the faults are reset. */
const holdTransfers = () => shop.provider.fault('GET /v1/transfers', 'error_500', 1_000);

const takenBack = async (orderId: string) => {
  await refundOrder(shop.db, orderId);
  expect((await balance())!.available).toBeLessThan(0);
};

test('reviews a withdrawal again when its sale is refunded after approval', async () => {
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

test('holds a withdrawal of a suspended account before the transfer, until it is resumed', async () => {
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

test('follows a suspended account’s started payouts until they are paid or returned', async () => {
  await earn();
  const [one, other] = [await sent(10_000), await sent(5_000)];
  await suspendAccount(shop.db, contributor.accountId);
  const isIn = (id: string, state: string) => eventually(`it is ${state}`, async () => (await status(id)) === state);
  await bring(one, 'paid');
  await isIn(one, 'paid');
  await bring(other, 'failed');
  await isIn(other, 'failed');
  await bring(one, 'failed');
  await isIn(one, 'returned');
  expect(await balance()).toMatchObject({ held: 0 });
});

test('does not pay out transferred money while the account is suspended', async () => {
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
