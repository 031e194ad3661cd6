import { eventually } from '../support/eventually';
import { useCheckedShop } from '../support/use';

const shop = useCheckedShop();

let forms = 0;
/** Opens the checkout of an opportunity in a browser. */
async function atCheckout() {
  const opportunityId = await shop.offer();
  const body = new URLSearchParams({
    product: 'opportunity',
    opportunityId,
    idempotencyKey: `leaving-${forms++}`,
    immediateAccessConsent: 'on',
    withdrawalLossAcknowledgment: 'on',
  });
  const started = await fetch(`${shop.api.url}/checkout/start`, { method: 'POST', body, redirect: 'manual' });
  const order = await shop.db.prisma.order.findFirstOrThrow({ where: { opportunityId } });
  const cookie = started.headers.get('set-cookie')!.split(';')[0]!;
  return { opportunityId, orderId: order.id, sessionId: order.checkoutSessionId!, cookie };
}
const leave = (orderId: string, cookie: string) =>
  fetch(`${shop.api.url}/checkout/cancelled`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams({ order: orderId }),
  });
const opportunity = async (id: string) =>
  (await shop.db.prisma.opportunity.findUniqueOrThrow({ where: { id } })).status;
const order = async (id: string) => (await shop.db.prisma.order.findUniqueOrThrow({ where: { id } })).status;

test('a released opportunity is on offer at once, its checkout is closed, and its reservation ends', async () => {
  const { opportunityId, orderId, sessionId, cookie } = await atCheckout();
  const answer = await leave(orderId, cookie);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/checkout/cancelled?order=${orderId}`]);
  expect([await order(orderId), await opportunity(opportunityId)]).toEqual(['canceled', 'available']);
  expect(await shop.temporal.workflow.getHandle(`reservation/${orderId}`).result()).toMatchObject({
    status: 'canceled',
    outcome: 'canceled',
  });
  expect((await leave(orderId, cookie)).status).toBe(303);
  // A payment that raced the end is refunded.
  await shop.provider.pay(sessionId, { force: true, email: 'raced@example.com' });
  await eventually('it is refunded', async () => (await order(orderId)) === 'refunded');
  expect((await shop.purchase(opportunityId, await shop.buyer())).status).toBe(200);
});

test('only the browser that opened the checkout can release the reservation', async () => {
  const { opportunityId, orderId, cookie: own } = await atCheckout();
  const other = await atCheckout();
  for (const cookie of ['', 'noi_buyer=guessed', other.cookie]) {
    expect((await leave(orderId, cookie)).status).toBe(303);
    expect([await order(orderId), await opportunity(opportunityId)]).toEqual(['pending_payment', 'reserved']);
  }
  expect((await leave('ord_unknown', other.cookie)).status).toBe(303);
  await Promise.all([leave(orderId, own), leave(other.orderId, other.cookie)]);
  expect([await order(orderId), await order(other.orderId)]).toEqual(['canceled', 'canceled']);
});

test('a reservation is not released while the provider cannot close the checkout', async () => {
  const { opportunityId, orderId, cookie } = await atCheckout();
  await shop.provider.fault('POST /v1/checkout/sessions/*/expire', 'error_500', 5);
  expect((await leave(orderId, cookie)).status).toBe(502);
  expect([await order(orderId), await opportunity(opportunityId)]).toEqual(['pending_payment', 'reserved']);
  await shop.provider.control('faults', undefined, 'DELETE');
  expect((await leave(orderId, cookie)).status).toBe(303);
  expect(await opportunity(opportunityId)).toBe('available');
});

test('a reservation that was paid meanwhile is not released', async () => {
  const { opportunityId, orderId, sessionId, cookie } = await atCheckout();
  await shop.provider.fault('checkout.session.completed', 'delay_event', 1, 1_000);
  await shop.provider.pay(sessionId, { email: 'paid@example.com' });
  const answer = await leave(orderId, cookie);
  expect(answer.headers.get('location')).toBe(`/checkout/success?session_id=${sessionId}`);
  await eventually('it is granted', async () => (await order(orderId)) === 'fulfilled');
  expect(await opportunity(opportunityId)).toBe('sold');
});
