/**
 * An outage of an hour, in its last minutes: order, hold and charge have the timestamps of one that was paid before it.
 * That of all workers and of Temporal is in `test/faults/money-survives.test.ts`.
 */
import { SIGNALS } from '../../contracts/workflow-messages';
import type { Customer } from '../../tools/support/api';
import { checkMoney } from '../../tools/support/money-invariants';
import { AGED_BY_S, ageOrder, PAID_AGO_S } from '../support/aged-orders';
import { useShop } from '../support/use';

const ATTEMPTS_WITHIN_OUTAGE = 3;

let buyer: Customer;
const shop = useShop();
beforeEach(async () => {
  buyer = await shop.buyer();
});
afterEach(async () => {
  await shop.provider.control('faults', undefined, 'DELETE');
  await checkMoney(shop.db, shop.provider);
});

/** An opportunity that was reserved before the outage, and paid at its begin. */
async function reserved() {
  const opportunityId = await shop.offer();
  const { body } = await shop.purchase(opportunityId, buyer);
  await ageOrder(shop.db, body.orderId);
  return { opportunityId, orderId: body.orderId, sessionId: body.checkoutSessionId! };
}
const pay = (sessionId: string) => shop.provider.pay(sessionId, { agoS: PAID_AGO_S });
const soldTo = async (id: string) => (await shop.db.prisma.opportunity.findUniqueOrThrow({ where: { id } })).soldTo;

async function expectGranted({ orderId, opportunityId }: { orderId: string; opportunityId: string }): Promise<void> {
  const order = await shop.orderIn(orderId, ['fulfilled', 'refund_pending', 'refunded'], buyer);
  expect(order).toMatchObject({ status: 'fulfilled', refund: null });
  expect(await soldTo(opportunityId)).toBe(orderId);
  const paidAgoMs = Date.now() - new Date(order.payment!.arrivedAt!).getTime();
  expect(paidAgoMs / 1_000).toBeGreaterThanOrEqual(PAID_AGO_S);
  expect(paidAgoMs / 1_000).toBeLessThan(AGED_BY_S);
}

test('an hour without webhooks loses no sale: the sweep finds what was paid in time', async () => {
  await shop.provider.fault('*', 'drop_event', 100);
  const order = await reserved();
  await pay(order.sessionId);
  expect(await shop.order(order.orderId, buyer)).toMatchObject({ status: 'pending_payment', payment: null });
  await shop.sweep();
  await expectGranted(order);
});

test('an hour without webhooks loses no sale: the end of the reservation finds what was paid in time', async () => {
  await shop.provider.fault('*', 'drop_event', 100);
  const order = await reserved();
  await pay(order.sessionId);
  await shop.temporal.workflow.getHandle(`reservation/${order.orderId}`).signal(SIGNALS.orderChanged);
  await expectGranted(order);
});

test('an hour without the provider loses no sale: nothing is released before it says that nobody paid', async () => {
  for (const request of ['GET /v1/checkout/sessions/*', 'POST /v1/checkout/sessions/*/expire'])
    await shop.provider.fault(request, 'error_500', ATTEMPTS_WITHIN_OUTAGE);
  const order = await reserved();
  await pay(order.sessionId);
  await shop.temporal.workflow.getHandle(`reservation/${order.orderId}`).signal(SIGNALS.orderChanged);
  await shop.provider.allFaultsTaken();
  await expectGranted(order);
});

test('an hour without the provider ends what nobody paid once it is back', async () => {
  await shop.provider.fault('POST /v1/checkout/sessions/*/expire', 'error_500', ATTEMPTS_WITHIN_OUTAGE);
  const { orderId, opportunityId } = await reserved();
  await shop.temporal.workflow.getHandle(`reservation/${orderId}`).signal(SIGNALS.orderChanged);
  await shop.orderIn(orderId, ['expired'], buyer);
  expect(await soldTo(opportunityId)).toBeNull();
});
