import { eventually } from '../support/eventually';
import { useSales } from '../support/sales';

const LIFETIME_MS = 2_000;
const GRACE_MS = 2_000;

let opportunityId: string;
const { shop, buyer } = useSales({ settings: { checkoutLifetimeMs: LIFETIME_MS, reservationGraceMs: GRACE_MS } });
beforeEach(async () => {
  opportunityId = await shop.offer();
});

async function reserved() {
  const { body } = await shop.purchase(opportunityId, buyer);
  return { orderId: body.orderId, sessionId: body.checkoutSessionId!, expiresAt: new Date(body.expiresAt) };
}
const opportunity = () => shop.db.prisma.opportunity.findUniqueOrThrow({ where: { id: opportunityId } });
const expiredAtProvider = (sessionId: string) =>
  eventually('the session is closed', async () => {
    const events = await shop.provider.control<{ type: string; object: string }[]>('events');
    return JSON.stringify(events).includes(sessionId) && events.some(({ type }) => type === 'checkout.session.expired');
  });

test('ends an unpaid reservation, and refunds a payment after its end', async () => {
  const { orderId, sessionId } = await reserved();
  expect(await opportunity()).toMatchObject({ status: 'reserved', reservedBy: orderId });
  await shop.orderIn(orderId, ['expired'], buyer);
  expect(await opportunity()).toMatchObject({ status: 'available', reservedBy: null, reservedUntil: null });
  expect(await shop.provider.pay(sessionId)).toHaveProperty('error');
  await shop.provider.pay(sessionId, { force: true });
  const order = await shop.orderIn(orderId, ['refunded'], buyer);
  expect(order.refund).toMatchObject({ status: 'succeeded', reason: 'late', amount: 59_900 });
  expect(await shop.purchase(opportunityId, await shop.buyer())).toMatchObject({ status: 200 });
});

test('finds a payment whose webhook was lost when the checkout closes', async () => {
  await shop.provider.fault('checkout.session.completed', 'drop_event', 1);
  const { orderId, sessionId } = await reserved();
  await shop.provider.pay(sessionId);
  await shop.orderIn(orderId, ['fulfilled'], buyer);
  expect(await opportunity()).toMatchObject({ status: 'sold', soldTo: orderId });
});

test('keeps a reservation until the provider has closed the checkout', async () => {
  await shop.provider.fault('POST /v1/checkout/sessions/*/expire', 'error_500', 3);
  const { orderId, sessionId } = await reserved();
  await shop.orderIn(orderId, ['expired'], buyer);
  expect(await expiredAtProvider(sessionId)).toBe(true);
});

test('fails a reservation whose session was never created, and releases its hold', async () => {
  await shop.provider.fault('POST /v1/checkout/sessions', 'timeout_before', 1, 2_500);
  const refused = await shop.purchase(opportunityId, buyer, 'never-made');
  expect(refused.status).toBe(502);
  const order = await shop.db.prisma.order.findFirstOrThrow({ where: { opportunityId } });
  await shop.orderIn(order.id, ['failed'], buyer);
  expect(await opportunity()).toMatchObject({ status: 'available' });
  expect(await shop.purchase(opportunityId, buyer, 'never-made')).toMatchObject({ status: 200 });
});
