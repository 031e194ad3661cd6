import { SIGNALS } from '../../contracts/workflow-messages';
import { refundOrder } from '../../store/orders/refund-order';
import { decideReview } from '../../store/withdrawals/decide-review';
import { createContributor, sellFor } from '../support/contributors';
import { usePayouts } from '../support/payouts';

const { shop, contributor, balance, requested, row, inState, paidOut, transfersOf } = usePayouts({
  earned: 0,
  standIn: { openingBalance: 0 },
  settings: { payoutReviewThreshold: 20_000 },
});

/** Keeps money from being transferred. */
const holdTransfers = () => shop.provider.fault('GET /v1/transfers', 'error_500', 1_000);

describe('a withdrawal whose share is taken back before its transfer', () => {
  const reviewedAfterReturnOf = async (orderId: string) => {
    await holdTransfers();
    const id = await requested();
    await inState(id, 'processing');
    await takenBack(orderId);
    await shop.provider.control('faults', undefined, 'DELETE');
    await inState(id, 'under_review');
    return id;
  };
  const takenBack = async (orderId: string) => {
    await refundOrder(shop.db, orderId);
    expect((await balance())!.available).toBeLessThan(0);
  };

  test('waits for a review; a person who knows the balance approves it', async () => {
    const orderId = await sellFor(shop, contributor);
    // Money of ours, from which it can be paid.
    await sellFor(shop, await createContributor(shop.db, { balance: 0 }));
    const id = await reviewedAfterReturnOf(orderId);
    expect(await transfersOf(id)).toEqual([]);
    expect(await shop.db.prisma.alert.findFirst({ where: { subject: id } })).toMatchObject({
      alert: 'payout-review',
      facts: { available: '-$100.00' },
    });
    await decideReview(shop.db, id, { decision: 'approve', reason: 'a friend of the house' });
    await paidOut(id);
    expect(await transfersOf(id)).toHaveLength(1);
  });

  test('gives its amount back to the balance where it is rejected', async () => {
    const orderId = await sellFor(shop, contributor);
    const id = await reviewedAfterReturnOf(orderId);
    await decideReview(shop.db, id, { decision: 'reject', reason: 'the sale is gone' });
    expect(await inState(id, 'rejected')).toMatchObject({ failureReason: 'review_rejected' });
    expect(await balance()).toMatchObject({ available: 0, held: 0 });
    expect(await transfersOf(id)).toEqual([]);
  });

  test('after its approval is reviewed and announced again: the approval was for another balance', async () => {
    const orderId = await sellFor(shop, contributor);
    const id = await requested(20_001);
    await inState(id, 'under_review');
    await holdTransfers();
    await decideReview(shop.db, id, { decision: 'approve', reason: 'known to us' });
    await inState(id, 'processing');
    await takenBack(orderId);
    await shop.provider.control('faults', undefined, 'DELETE');
    await inState(id, 'under_review');
    expect(await shop.db.prisma.alert.count({ where: { subject: { startsWith: id } } })).toBe(2);
    await shop.sweep();
    expect([(await row(id)).status, await transfersOf(id)]).toEqual(['under_review', []]);
    await decideReview(shop.db, id, { decision: 'reject', reason: 'the sale is gone' });
    await inState(id, 'rejected');
  });
});

test('a review that a restore of the database took back to its request is opened again by the next notification', async () => {
  for (let sale = 0; sale < 3; sale++) await sellFor(shop, contributor);
  const id = await requested(20_001);
  await inState(id, 'under_review');
  await shop.db.prisma.withdrawal.update({ where: { id }, data: { status: 'requested' } });
  await shop.temporal.workflow.getHandle(`payout/${id}`).signal(SIGNALS.payoutChanged);
  await inState(id, 'under_review');
  expect(await transfersOf(id)).toEqual([]);
});
