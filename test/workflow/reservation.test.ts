import { eventually } from '../support/eventually';
import { checkMoney } from '../support/money-invariants';
import { startShop } from '../support/shop';
import { useSales } from '../support/sales';

const LIFETIME_MS = 2_000;
const HALF_AN_HOUR_MS = 1_800_000;
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

test('that is not paid ends: the checkout is closed, then the opportunity is on offer again', async () => {
  const { orderId, sessionId } = await reserved();
  expect(await opportunity()).toMatchObject({ status: 'reserved', reservedBy: orderId });
  await shop.orderIn(orderId, ['expired'], buyer);
  expect(await opportunity()).toMatchObject({ status: 'available', reservedBy: null, reservedUntil: null });
  expect(await shop.provider.pay(sessionId)).toHaveProperty('error');
  expect(await shop.purchase(opportunityId, await shop.buyer())).toMatchObject({ status: 200 });
});

test('that is paid in time is over at once, long before its end', async () => {
  const { orderId, sessionId } = await reserved();
  await shop.provider.pay(sessionId);
  await shop.orderIn(orderId, ['fulfilled'], buyer);
  const handle = shop.temporal.workflow.getHandle(`reservation/${orderId}`);
  expect(await handle.result()).toMatchObject({ status: 'fulfilled' });
});

test('that is paid before the checkout ends is granted, also when the webhook is lost: closing finds it', async () => {
  await shop.provider.fault('checkout.session.completed', 'drop_event', 1);
  const { orderId, sessionId } = await reserved();
  await shop.provider.pay(sessionId);
  await shop.orderIn(orderId, ['fulfilled'], buyer);
  expect(await opportunity()).toMatchObject({ status: 'sold', soldTo: orderId });
});

test('whose payment raced the end of the checkout, and is heard of while the hold lasts, is granted', async () => {
  const { orderId, sessionId, expiresAt } = await reserved();
  await eventually('the checkout has ended', () => Date.now() > expiresAt.getTime() + 200);
  await shop.provider.pay(sessionId, { force: true });
  expect(await shop.orderIn(orderId, ['fulfilled'], buyer)).toMatchObject({ refund: null });
});

test('whose payment comes after its end is refunded, even where the opportunity is free again', async () => {
  const { orderId, sessionId } = await reserved();
  await shop.orderIn(orderId, ['expired'], buyer);
  await shop.provider.pay(sessionId, { force: true });
  const order = await shop.orderIn(orderId, ['refunded'], buyer);
  expect(order.refund).toMatchObject({ status: 'succeeded', reason: 'late', amount: 59_900 });
  expect(await opportunity()).toMatchObject({ status: 'available' });
});

test('is not released while the provider cannot say that the checkout is closed', async () => {
  await shop.provider.fault('POST /v1/checkout/sessions/*/expire', 'error_500', 3);
  const { orderId, sessionId } = await reserved();
  await shop.orderIn(orderId, ['expired'], buyer);
  expect(await expiredAtProvider(sessionId)).toBe(true);
});

test('whose session could never be made ends as failed and holds nothing', async () => {
  await shop.provider.fault('POST /v1/checkout/sessions', 'timeout_before', 1, 2_500);
  const refused = await shop.purchase(opportunityId, buyer, 'never-made');
  expect(refused.status).toBe(502);
  const order = await shop.db.prisma.order.findFirstOrThrow({ where: { opportunityId } });
  await shop.orderIn(order.id, ['failed'], buyer);
  expect(await opportunity()).toMatchObject({ status: 'available' });
  expect(await shop.purchase(opportunityId, buyer, 'never-made')).toMatchObject({ status: 200 });
});

test('that is restarted with a later end lasts until then', async () => {
  await shop.provider.fault('POST /v1/checkout/sessions', 'error_500', 1);
  expect(await shop.purchase(opportunityId, buyer, 'anew')).toMatchObject({ status: 502 });
  const first = await shop.db.prisma.order.findFirstOrThrow({ where: { opportunityId } });
  await eventually('the first attempt has ended', () => Date.now() > first.expiresAt.getTime());
  const { body } = await shop.purchase(opportunityId, buyer, 'anew');
  expect(new Date(body.expiresAt).getTime()).toBeGreaterThan(first.expiresAt.getTime());
  await shop.provider.pay(body.checkoutSessionId!);
  await shop.orderIn(first.id, ['fulfilled'], buyer);
});

test('of a credit ends as well: an order that is not paid does not stay open', async () => {
  const { body } = await shop.checkout({ product: 'custom_search' }, buyer);
  await shop.orderIn(body.orderId, ['expired'], buyer);
  // Credits exclude nobody: a payment that raced the end is granted.
  await shop.provider.pay(body.checkoutSessionId!, { force: true });
  expect((await shop.orderIn(body.orderId, ['fulfilled'], buyer)).entitlementId).not.toBeNull();
});

test('whose checkout the provider ends before its time ends soon after', async () => {
  const { orderId, sessionId } = await reserved();
  const later = new Date(Date.now() + HALF_AN_HOUR_MS);
  await shop.db.prisma.order.update({
    where: { id: orderId },
    data: { expiresAt: later, holdEndsAt: new Date(later.getTime() + GRACE_MS) },
  });
  await shop.provider.control(`checkout-sessions/${sessionId}/expire`, {});
  await shop.orderIn(orderId, ['expired'], buyer);
  expect(await opportunity()).toMatchObject({ status: 'available' });
});

test('of a buyer without an account ends long before its session would: the session is closed, nobody can pay it', async () => {
  const settings = { checkoutLifetimeMs: HALF_AN_HOUR_MS, anonymousCheckoutLifetimeMs: 2_000, reservationGraceMs: 500 };
  const open = await startShop({ settings });
  try {
    const id = await open.offer();
    const form = { product: 'opportunity', opportunityId: id, idempotencyKey: 'anonymous' };
    const consents = { immediateAccessConsent: 'true', withdrawalLossAcknowledgment: 'true' };
    const body = new URLSearchParams({ ...form, ...consents });
    const { status } = await fetch(`${open.api.url}/checkout/start`, { method: 'POST', redirect: 'manual', body });
    expect(status).toBe(302);
    const order = await eventually('the order has expired', () =>
      open.db.prisma.order.findFirst({ where: { opportunityId: id, status: 'expired' } }),
    );
    expect(await open.provider.pay(order.checkoutSessionId!)).toHaveProperty('error');
    expect((await open.db.prisma.opportunity.findUniqueOrThrow({ where: { id } })).status).toBe('available');
    await checkMoney(open.db, open.provider);
  } finally {
    await open.close();
  }
});
