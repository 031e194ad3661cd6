import { eventually } from '../support/eventually';
import { useSales } from '../support/sales';

/** Runs between a refund at the provider and its answer. */
let beforeAnswer: (refundId: string) => Promise<unknown> = async () => undefined;
const { shop, buyer, mispriced, bought, refundFailed, refundsOf, paymentOf, credits } = useSales({
  observe: (payments) => ({
    ...payments,
    async refund(request) {
      const refund = await payments.refund(request);
      await beforeAnswer(refund.id);
      return refund;
    },
  }),
});
beforeEach(() => {
  beforeAnswer = () => Promise.resolve();
});

const known = (orderId: string) =>
  shop.db.prisma.refund.findMany({ where: { orderId }, orderBy: { createdAt: 'asc' }, omit: { updatedAt: true } });

test('a refund that failed and was made again by hand ends the order as refunded', async () => {
  const { orderId, refundId } = await refundFailed();
  const again = await shop.provider.refundByHand(await paymentOf(orderId));
  const order = await shop.orderIn(orderId, ['refunded'], buyer);
  expect(order.refund).toEqual({ status: 'succeeded', amount: 4900, reason: 'mismatched' });
  expect(await known(orderId)).toMatchObject([
    { id: refundId, status: 'failed', origin: 'ours', amount: 4900 },
    { id: again, status: 'succeeded', origin: 'dashboard', amount: 4900 },
  ]);
});

test('a refund that failed and was made again by hand in parts ends the order once all parts are there', async () => {
  const { orderId } = await refundFailed();
  await shop.provider.refundByHand(await paymentOf(orderId), 900);
  await eventually('the first part is known', async () => (await known(orderId)).length === 2);
  expect((await shop.order(orderId, buyer)).status).toBe('refund_failed');
  await shop.provider.refundByHand(await paymentOf(orderId), 4000);
  await shop.orderIn(orderId, ['refunded'], buyer);
});

test('a payment to be returned of which a person returned a part loses the rest as well, and no more', async () => {
  const { orderId, sessionId } = await mispriced();
  await shop.provider.fault('*', 'drop_event', 5);
  await shop.provider.pay(sessionId);
  await shop.provider.refundByHand(await paymentOf(orderId), 1000);
  await shop.sweep();
  await shop.orderIn(orderId, ['refunded'], buyer);
  expect((await refundsOf(orderId)).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([1000, 3900]);
  expect(await known(orderId)).toMatchObject([
    { origin: 'dashboard', amount: 1000, status: 'succeeded' },
    { origin: 'ours', amount: 3900, status: 'succeeded' },
  ]);
});

test('several partial refunds by hand that give back all of a granted payment take back what it paid for', async () => {
  const orderId = await bought();
  for (const amount of [900, 1500, 2500]) await shop.provider.refundByHand(await paymentOf(orderId), amount);
  expect((await shop.orderIn(orderId, ['refunded'], buyer)).refund).toMatchObject({ reason: 'returned' });
  expect(await known(orderId)).toHaveLength(3);
  expect(await credits()).toMatchObject([{ status: 'revoked' }]);
});

test('a refund that was made again by hand is found where its event was taken and lost', async () => {
  const { orderId } = await refundFailed();
  const paymentId = await paymentOf(orderId);
  await shop.provider.fault('refund.created', 'drop_event', 1);
  const again = await shop.provider.refundByHand(paymentId);
  const events = await shop.provider.control<{ id: string; type: string; objectId: string }[]>('events');
  for (const { id, objectId } of events.filter((event) => event.objectId === again))
    await shop.db.prisma.paymentEvent.create({ data: { id, about: 'refund', mode: 'live', objectId } });
  await shop.db.prisma.payment.update({
    where: { id: paymentId },
    data: { updatedAt: new Date(Date.now() - 3 * 3_600_000) },
  });
  await shop.sweep();
  await shop.orderIn(orderId, ['refunded'], buyer);
  expect(await known(orderId)).toHaveLength(2);
});

test('a refund that failed and was made again by hand before its answer came is known as failed', async () => {
  const { orderId, sessionId } = await mispriced();
  // No event corrects the books later.
  await shop.provider.fault('refund.*', 'drop_event', 20);
  let again = '';
  beforeAnswer = async (refundId) => {
    await shop.provider.control(`refunds/${refundId}`, { status: 'failed' });
    again = await shop.provider.refundByHand(await paymentOf(orderId));
  };
  await shop.provider.pay(sessionId);
  await shop.orderIn(orderId, ['refunded'], buyer);
  // Both were made within one of the provider's seconds.
  expect((await known(orderId)).toSorted((a, b) => a.status.localeCompare(b.status))).toMatchObject([
    { status: 'failed', origin: 'ours', amount: 4900 },
    { id: again, status: 'succeeded', origin: 'dashboard', amount: 4900 },
  ]);
});
