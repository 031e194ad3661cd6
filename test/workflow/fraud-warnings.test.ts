import { eventually } from '../support/eventually';
import { paymentBalances } from '../../store/ledger/read-balances';
import { useSales } from '../support/sales';

const { shop, buyer, ordered, bought, refundsOf, paymentOf, dispute, decide, evaluate } = useSales();
const warn = async (orderId: string) =>
  (await shop.provider.control<{ id: string }>('fraud-warnings', { paymentIntent: await paymentOf(orderId) })).id;
const alertsOf = (orderId: string, alert: string) =>
  shop.db.prisma.alert.findMany({ where: { alert, facts: { path: ['orderId'], equals: orderId } } });

test('an early fraud warning takes the credit back, refunds the payment once, and alerts the operator', async () => {
  const orderId = await bought();
  await shop.provider.fault('radar.early_fraud_warning.created', 'duplicate_event', 1);
  const warningId = await warn(orderId);
  const order = await shop.orderIn(orderId, ['refunded'], buyer);
  expect(order.refund).toEqual({ status: 'succeeded', amount: order.price.amount, reason: 'fraud_warning' });
  expect(await refundsOf(orderId)).toHaveLength(1);
  expect(await evaluate()).toMatchObject({ status: 402 });
  expect(await alertsOf(orderId, 'fraud-warning')).toMatchObject([{ subject: warningId }]);
});

test('a warning of a payment that is disputed already leaves it to the dispute, and makes no refund', async () => {
  const orderId = await bought();
  const id = await dispute(orderId);
  await eventually('the dispute is known', async () => (await shop.order(orderId, buyer)).dispute);
  await warn(orderId);
  await eventually('the warning is known', async () => (await alertsOf(orderId, 'fraud-warning')).length === 1);
  await shop.temporal.workflow.getHandle(`payment/${orderId}`).result();
  expect(await shop.order(orderId, buyer)).toMatchObject({ status: 'fulfilled', refund: null });
  expect(await refundsOf(orderId)).toEqual([]);
  await decide(orderId, id, 'won');
  expect(await evaluate()).toMatchObject({ status: 202 });
});

test('a dispute of a payment that a warning had refunded, and that is lost all the same, is a loss in the books', async () => {
  const orderId = await bought();
  await warn(orderId);
  await shop.orderIn(orderId, ['refunded'], buyer);
  const id = await dispute(orderId);
  await decide(orderId, id, 'lost');
  expect(await shop.order(orderId, buyer)).toMatchObject({ status: 'refunded', refund: { status: 'succeeded' } });
  const { returns } = await paymentBalances(shop.db.pool, await paymentOf(orderId));
  expect(returns).toBe(-4_900);
});

test('a warning that comes before the event of its payment grants nothing', async () => {
  const { orderId, sessionId } = await ordered();
  await shop.provider.fault('checkout.session.completed', 'drop_event', 1);
  await shop.provider.pay(sessionId);
  await warn(orderId);
  await eventually('the warning is known', async () => {
    const known = await shop.db.prisma.paymentEvent.findFirst({
      where: { about: 'fraud_warning', orderId: null },
    });
    if (known) await shop.sweep();
    return (await alertsOf(orderId, 'fraud-warning')).length === 1;
  });
  await shop.sweep();
  const order = await shop.orderIn(orderId, ['refunded'], buyer);
  expect(order.refund).toMatchObject({ reason: 'fraud_warning' });
  expect(await shop.db.prisma.entitlement.count({ where: { orderId, status: 'unused' } })).toBe(0);
  expect(await refundsOf(orderId)).toHaveLength(1);
});

test('operators hear of a dispute when it opens, and of its evidence once some days before it is due', async () => {
  const orderId = await bought();
  const id = await dispute(orderId, { dueInS: 2 * 24 * 3_600 });
  await eventually('the dispute is reported', async () => (await alertsOf(orderId, 'dispute-opened')).length === 1);
  expect(await alertsOf(orderId, 'dispute-opened')).toMatchObject([{ subject: id, facts: { amount: '$49.00' } }]);
  await shop.sweep();
  await shop.sweep();
  expect(await alertsOf(orderId, 'dispute-evidence-due')).toMatchObject([
    { subject: expect.stringMatching(new RegExp(`^${id}/\\d{4}-\\d\\d-\\d\\d$`)) as string },
  ]);
});
