import { newId } from '../../contracts/ids';
import { transaction } from '../../prisma/client';
import { post } from '../../store/ledger/post';
import { openTestOrder, payTestOrder } from '../support/books';
import { createContributor } from '../support/contributors';
import { createCustomer } from '../support/api';
import { useShop } from '../support/use';

const CROWD = 120;
const TWO_HOURS_MS = 2 * 3_600_000;

const shop = useShop({ settings: { payoutReviewThreshold: 0 } });
afterEach(() => shop.provider.control('faults', undefined, 'DELETE'));

async function ordered() {
  const buyer = await shop.buyer();
  const { body } = await shop.checkout({ product: 'idea_check' }, buyer);
  return { orderId: body.orderId, sessionId: body.checkoutSessionId!, buyer };
}

test('an order whose session cannot be read does not keep later orders from being granted', async () => {
  const unreadable = await ordered();
  await shop.db.prisma.order.update({
    where: { id: unreadable.orderId },
    data: { checkoutSessionId: 'cs_live_of_a_removed_key' },
  });
  await shop.provider.fault('checkout.session.completed', 'drop_event', 1);
  const paid = await ordered();
  expect(unreadable.orderId < paid.orderId).toBe(true);
  await shop.provider.pay(paid.sessionId);
  expect(await shop.sweep()).toMatchObject({ paidOrders: 1 });
  await shop.orderIn(paid.orderId, ['fulfilled'], paid.buyer);
  expect(
    await shop.db.prisma.sweepLook.findMany({ where: { sweep: 'open_orders', failures: { gt: 0 } } }),
  ).toMatchObject([{ item: unreadable.orderId, error: 'payment_refused' }]);
});

test('a dispute that cannot be read does not keep another from finding its order', async () => {
  const { orderId, sessionId, buyer } = await ordered();
  await shop.provider.pay(sessionId);
  await shop.orderIn(orderId, ['fulfilled'], buyer);
  await shop.db.pool.query(
    `INSERT INTO payment_events (id, about, mode, object_id, received_at)
     VALUES ('evt_a_unreadable', 'dispute', 'live', 'dp_unreadable', now() - interval '1 day')`,
  );
  await shop.provider.fault('charge.dispute.created', 'drop_event', 1);
  const { paymentIntent } = (await shop.provider.ledger()).charges.find((charge) => charge.orderId === orderId)!;
  const { id: disputeId } = await shop.provider.control<{ id: string }>('disputes', { paymentIntent });
  // As if its event had come before the payment was known, and days ago.
  await shop.db.pool.query(
    `INSERT INTO payment_events (id, about, mode, object_id, received_at)
     VALUES ('evt_b_early', 'dispute', 'live', $1, now() - interval '5 days')`,
    [disputeId],
  );
  expect(await shop.sweep()).toMatchObject({ disputes: 1 });
});

test(`${CROWD} withdrawals that wait for a review do not keep another from being checked`, async () => {
  const { accountId } = await createContributor(shop.db);
  const asked = { accountId, mode: 'live', amount: 10_000, currency: 'usd', status: 'under_review', review: true };
  const crowd = Array.from({ length: CROWD }, () => ({
    ...asked,
    id: newId('wdr'),
    updatedAt: new Date(Date.now() - TWO_HOURS_MS),
  }));
  await shop.db.prisma.withdrawal.createMany({ data: crowd });
  await shop.sweep();
  const notified = await shop.db.prisma.outboxMessage.count({ where: { dedupeKey: { contains: ':quiet:' } } });
  expect(notified).toBe(CROWD);
}, 120_000);

test('a share that cannot be made available costs itself only', async () => {
  const contributor = await createContributor(shop.db, { balance: 0 });
  const { accountId } = await createCustomer(shop.db, { credits: 0 });
  const sales: string[] = [];
  for (let i = 0; i < 3; i++) {
    const orderId = await openTestOrder(shop.db, { accountId, contributor: contributor.accountId, price: 10_000 });
    await payTestOrder(shop.db, orderId, {}, { shareMaturityMs: 86_400_000 });
    await shop.db.pool.query(`UPDATE shares SET matures_at = now() - interval '1 day' WHERE order_id = $1`, [orderId]);
    sales.push(orderId);
  }
  const [broken] = sales;
  // Its cause is taken: the oldest cannot be entered.
  const taken = {
    cause: `share:${broken}:1:available`,
    accountId: contributor.accountId,
    mode: 'live',
    currency: 'usd',
  };
  await transaction(shop.db, (tx) => post(tx, taken, { platform: -1, available: 1 }));

  await shop.sweep();
  const left = await shop.db.prisma.share.findMany({ where: { orderId: { in: sales }, status: 'pending' } });
  expect(left.map(({ orderId }) => orderId)).toEqual([broken]);
  expect(await shop.db.prisma.sweepLook.findMany({ where: { sweep: 'mature_shares', item: broken! } })).toMatchObject([
    { failures: 1, error: '23505' },
  ]);
});

test('each of more than a thousand events that were not delivered is recorded', async () => {
  const before = await shop.db.prisma.paymentEvent.count();
  await shop.provider.fault('refund.created', 'drop_event', 1_050);
  for (let i = 0; i < 1_050; i++) {
    await shop.provider.control('events', {
      type: 'refund.created',
      object: { id: `re_${i}`, object: 'refund', metadata: { orderId: newId('ord') } },
    });
  }
  // Its answer counts what its last attempt found; one that a busy machine made fail has recorded before.
  await shop.sweep();
  expect((await shop.db.prisma.paymentEvent.count()) - before).toBe(1_050);
}, 120_000);
