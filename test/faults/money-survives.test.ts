import { refundOrder } from '../../store/orders/refund-order';
import { createCustomer } from '../support/api';
import { eventually } from '../support/eventually';
import { checkMoney } from '../support/money-invariants';
import { offer } from '../support/shop';
import { running } from '../support/processes';
import { prepareShop, type ShopProcesses } from '../support/shop-processes';
import { portOf, startStallingProxy } from '../support/silence';
import { ageOrder, PAID_AGO_S } from '../support/aged-orders';
import { use, useEach } from '../support/use';

/** Delay of a provider's answer, during which the test kills a process. */
const HANGS_MS = 60_000;

const PACE = { lifetime: '31m', grace: '5m', sweep: '1h' };

const shop = use(() => running(prepareShop(PACE)));
const buyer = useEach(() => createCustomer(shop.db, { credits: 0 }));
afterEach(() => checkMoney(shop.db, shop.provider));

const order = (id: string) => shop.db.prisma.order.findUniqueOrThrow({ where: { id }, include: { payments: true } });
const undelivered = ({ db }: ShopProcesses) => db.prisma.outboxMessage.count({ where: { deliveredAt: null } });
const inState = (id: string, status: string) =>
  eventually(`order ${id} is ${status}`, async () => (await order(id)).status === status && order(id), 100_000);
async function ordered(body: object = { product: 'idea_check' }) {
  const key = `order-${Math.random()}`;
  // A machine under load answers 503 now and then; the same key resumes the order.
  const answer = await eventually('there is a checkout', async () => {
    const made = await shop.checkout(body, buyer, key);
    return made.status === 200 && made;
  });
  return { orderId: answer.body.orderId, sessionId: answer.body.checkoutSessionId! };
}

test('a worker killed while it asks for a payment, after it refunded one, and after it refunded for an operator is followed by one that does each once', async () => {
  const [asked, refunded, ofOperator] = [await ordered(), await ordered(), await ordered()];
  await shop.provider.pay(ofOperator.sessionId);
  await inState(ofOperator.orderId, 'fulfilled');

  await shop.provider.fault('GET /v1/checkout/sessions/*', 'timeout_before', 1, HANGS_MS);
  await shop.provider.pay(asked.sessionId);
  await shop.provider.allFaultsTaken();
  await shop.provider.fault('POST /v1/refunds', 'timeout_after', 2, HANGS_MS);
  // Paid with another amount than the order's: it goes back.
  await shop.db.prisma.order.update({ where: { id: refunded.orderId }, data: { priceAmount: 1 } });
  await shop.provider.pay(refunded.sessionId);
  await refundOrder(shop.db, ofOperator.orderId);
  await shop.provider.allFaultsTaken();
  await shop.worker.kill();
  await refundOrder(shop.db, ofOperator.orderId);
  await shop.worker.start();

  await inState(asked.orderId, 'fulfilled');
  expect(await shop.db.prisma.entitlement.count({ where: { sourceId: asked.orderId } })).toBe(1);
  for (const { orderId } of [refunded, ofOperator]) {
    await inState(orderId, 'refunded');
    const { refunds } = await shop.provider.ledger();
    expect(refunds.filter((refund) => refund.orderId === orderId)).toHaveLength(1);
  }
}, 200_000);

test('an API killed while the provider makes the session leaves an order that the same key resumes', async () => {
  const opportunityId = await offer(shop.db);
  await shop.provider.fault('POST /v1/checkout/sessions', 'timeout_after', 1, HANGS_MS);
  const asking = shop.checkout({ product: 'opportunity', opportunityId }, buyer, 'killed').catch(() => null);
  await shop.provider.allFaultsTaken();
  await shop.api.kill();
  await asking;
  await shop.api.start();
  const resumed = await eventually(
    'the order is resumed',
    async () => {
      const answer = await shop.checkout({ product: 'opportunity', opportunityId }, buyer, 'killed');
      return answer.status === 200 && answer;
    },
    60_000,
  );
  await shop.provider.pay(resumed.body.checkoutSessionId!);
  await inState(resumed.body.orderId, 'fulfilled');
  expect(await shop.db.prisma.order.count({ where: { opportunityId } })).toBe(1);
}, 200_000);

test('an API that is down when a payment arrives gets the event again', async () => {
  const { orderId, sessionId } = await ordered();
  await shop.api.kill();
  await shop.provider.pay(sessionId);
  await shop.api.start();
  expect((await inState(orderId, 'fulfilled')).payments).toHaveLength(1);
}, 200_000);

test('an outage of all workers delays payments and loses none, also where it outlasts the hold', async () => {
  await shop.worker.kill();
  const opportunityId = await offer(shop.db);
  const { orderId, sessionId } = await ordered({ product: 'opportunity', opportunityId });
  await shop.provider.pay(sessionId);
  await eventually('the event is recorded', () => shop.db.prisma.paymentEvent.findFirst({ where: { orderId } }));
  expect((await order(orderId)).status).toBe('pending_payment');
  // As if the checkout had begun half an hour earlier: its hold ends in a second, while nobody is there.
  const holdEndsAt = new Date(Date.now() + 1_000);
  await shop.db.prisma.order.update({ where: { id: orderId }, data: { holdEndsAt } });
  await shop.db.prisma.opportunity.update({ where: { id: opportunityId }, data: { reservedUntil: holdEndsAt } });
  await eventually('the hold has ended', () => new Date() > holdEndsAt);
  await shop.worker.start();
  await inState(orderId, 'fulfilled');
  expect(await shop.db.prisma.opportunity.findUnique({ where: { id: opportunityId } })).toMatchObject({
    soldTo: orderId,
  });
}, 200_000);

test('an hour without Temporal loses no sale: what was paid in time waits in the outbox', async () => {
  const proxy = await startStallingProxy(portOf(`http://${process.env.TEST_TEMPORAL_ADDRESS}`));
  const temporal = `127.0.0.1:${proxy.port}`;
  const own = await prepareShop(PACE, { apiTemporal: temporal, workerTemporal: temporal });
  try {
    await Promise.all([own.api.start(), own.worker.start()]);
    const opportunityId = await offer(own.db);
    const { body } = await own.checkout({ product: 'opportunity', opportunityId }, own.customer, 'through-an-outage');
    const { orderId, checkoutSessionId } = body;
    await eventually('its reservation has begun', async () => (await undelivered(own)) === 0);
    proxy.stall({ further: true });
    await own.provider.pay(checkoutSessionId!, { agoS: PAID_AGO_S });
    await eventually('the event is recorded', () => own.db.prisma.paymentEvent.findFirst({ where: { orderId } }));
    await ageOrder(own.db, orderId);
    expect(await undelivered(own)).toBeGreaterThan(0);
    proxy.resume();
    await eventually(
      'it is granted',
      async () => {
        const { status } = await own.db.prisma.order.findUniqueOrThrow({ where: { id: orderId } });
        expect(['pending_payment', 'fulfilled']).toContain(status);
        return status === 'fulfilled';
      },
      100_000,
    );
    expect(await own.db.prisma.opportunity.findUnique({ where: { id: opportunityId } })).toMatchObject({
      soldTo: orderId,
    });
    await checkMoney(own.db, own.provider);
  } finally {
    await own.close();
    await proxy.close();
  }
}, 200_000);
