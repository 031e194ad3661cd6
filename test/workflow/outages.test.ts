/**
 * An outage of an hour, in its last minutes: order, hold and charge have the timestamps of one that was paid before it.
 * That of all workers and of Temporal is in `test/faults/money-survives.test.ts`.
 */
import { SIGNALS } from '../../contracts/workflow-messages';
import { eventually } from '../support/eventually';
import { AGED_BY_S, ageOrder, PAID_AGO_S } from '../support/aged-orders';
import { useSales } from '../support/sales';

const ATTEMPTS_WITHIN_OUTAGE = 3;

const { shop, buyer } = useSales();

/** An opportunity that was reserved before the outage, and paid at its begin. */
async function reserved() {
  const opportunityId = await shop.offer();
  const { body } = await shop.purchase(opportunityId, buyer);
  // Its workflow knows the end of the hold as it was then, and has to be there when it is woken.
  await eventually('its workflow has begun', () =>
    workflowOf(body.orderId)
      .describe()
      .catch(() => null),
  );
  await ageOrder(shop.db, body.orderId);
  return { opportunityId, orderId: body.orderId, sessionId: body.checkoutSessionId! };
}
const workflowOf = (orderId: string) => shop.temporal.workflow.getHandle(`reservation/${orderId}`);
const pay = (sessionId: string) => shop.provider.pay(sessionId, { agoS: PAID_AGO_S });
const soldTo = async (id: string) => (await shop.db.prisma.opportunity.findUniqueOrThrow({ where: { id } })).soldTo;

/** What became of an order once it was decided, and whether it says that it was paid when it was. */
async function outcomeOf({ orderId, opportunityId }: { orderId: string; opportunityId: string }) {
  const order = await shop.orderIn(orderId, ['fulfilled', 'expired', 'refund_pending', 'refunded'], buyer);
  const arrivedAt = order.payment?.arrivedAt;
  const agoS = arrivedAt ? (Date.now() - new Date(arrivedAt).getTime()) / 1_000 : null;
  return {
    status: order.status,
    refund: order.refund,
    sold: (await soldTo(opportunityId)) === orderId,
    paidWhileHeld: agoS !== null && agoS >= PAID_AGO_S && agoS < AGED_BY_S,
  };
}
const GRANTED = { status: 'fulfilled', refund: null, sold: true, paidWhileHeld: true };
const ENDED = { status: 'expired', refund: null, sold: false, paidWhileHeld: false };

test('an hour without webhooks loses no sale: the sweep finds what was paid in time', async () => {
  await shop.provider.fault('*', 'drop_event', 100);
  const order = await reserved();
  await pay(order.sessionId);
  expect(await shop.order(order.orderId, buyer)).toMatchObject({ status: 'pending_payment', payment: null });
  await shop.sweep();
  expect(await outcomeOf(order)).toEqual(GRANTED);
});

test('an hour without webhooks loses no sale: the end of the reservation finds what was paid in time', async () => {
  await shop.provider.fault('*', 'drop_event', 100);
  const order = await reserved();
  await pay(order.sessionId);
  await workflowOf(order.orderId).signal(SIGNALS.orderChanged);
  expect(await outcomeOf(order)).toEqual(GRANTED);
});

test('an hour without the provider loses no sale: nothing is released before it says that nobody paid', async () => {
  for (const request of ['GET /v1/checkout/sessions/*', 'POST /v1/checkout/sessions/*/expire'])
    await shop.provider.fault(request, 'error_500', ATTEMPTS_WITHIN_OUTAGE);
  const order = await reserved();
  await pay(order.sessionId);
  await workflowOf(order.orderId).signal(SIGNALS.orderChanged);
  await shop.provider.allFaultsTaken();
  expect(await outcomeOf(order)).toEqual(GRANTED);
});

test('an hour without the provider ends what nobody paid once it is back', async () => {
  await shop.provider.fault('POST /v1/checkout/sessions/*/expire', 'error_500', ATTEMPTS_WITHIN_OUTAGE);
  const order = await reserved();
  await workflowOf(order.orderId).signal(SIGNALS.orderChanged);
  expect(await outcomeOf(order)).toEqual(ENDED);
});
