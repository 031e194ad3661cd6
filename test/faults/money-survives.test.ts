/** Purchases, refunds and payouts while processes are killed. */
import { refundOrder } from '../../modules/orders/store/decisions';
import { requestEnd } from '../../modules/payouts/store/operate';
import { createCustomer, type Customer } from '../support/api';
import { openContributor, withdraw } from '../support/contributors';
import { eventually } from '../support/eventually';
import { checkLedger, checkMoney } from '../support/money-invariants';
import { running, prepareShop } from '../support/processes';
import { offer } from '../support/shop';
import { use, useEach } from '../support/use';

jest.setTimeout(300_000);

/** How long the provider's response hangs. The test kills a process in that time. */
const HANGS_MS = 60_000;
const PACE = { lifetime: '31m', grace: '5m', sweep: '1h' };
const CALLS_OF_A_PAYOUT = [
  'GET /v2/core/accounts/*',
  'POST /v1/transfers',
  'GET /v1/charges/*',
  'POST /v1/payouts',
  'GET /v1/payouts/*',
];

const shop = use(() => running(prepareShop(PACE)));
const buyer = useEach(() => createCustomer(shop.db, { credits: 0 }));
afterEach(async () => {
  await checkMoney(shop.db, shop.provider);
  await checkLedger(shop.db, shop.provider);
});

const order = (id: string) => shop.db.prisma.order.findUniqueOrThrow({ where: { id }, include: { payments: true } });
const inState = (id: string, status: string) =>
  eventually(`order ${id} is ${status}`, async () => (await order(id)).status === status && order(id), 100_000);
async function ordered(body: object = { product: 'idea_check' }) {
  const key = `order-${Math.random()}`;
  // A busy machine sometimes returns 503. A retry with the same key resumes the order.
  const answer = await eventually('there is a checkout', async () => {
    const made = await shop.checkout(body, buyer, key);
    return made.status === 200 && made;
  });
  return { orderId: answer.body.orderId, sessionId: answer.body.checkoutSessionId! };
}

/** Creates a contributor. A buyer's payment first funds our balance at the provider. */
async function payee(): Promise<Customer> {
  const { orderId, sessionId } = await ordered({ product: 'custom_search' });
  await shop.provider.pay(sessionId);
  await inState(orderId, 'fulfilled');
  return openContributor(shop, 20_000);
}
const requested = async (of: Customer) =>
  (await withdraw(shop.api, of, { amount: 10_000, currency: 'usd' })).body.withdrawalId;
const withdrawal = (id: string) => shop.db.prisma.withdrawal.findUniqueOrThrow({ where: { id } });
const withdrawalIn = (id: string, status: string) =>
  eventually(`withdrawal ${id} is ${status}`, async () => (await withdrawal(id)).status === status, 100_000);

test('grants and refunds once if a worker is killed during or after its calls', async () => {
  const [asked, refunded, ofOperator] = [await ordered(), await ordered(), await ordered()];
  await shop.provider.pay(ofOperator.sessionId);
  await inState(ofOperator.orderId, 'fulfilled');

  await shop.provider.fault('GET /v1/checkout/sessions/*', 'timeout_before', 1, HANGS_MS);
  await shop.provider.pay(asked.sessionId);
  await shop.provider.allFaultsTaken();
  await shop.provider.fault('POST /v1/refunds', 'timeout_after', 2, HANGS_MS);
  // The payment differs from the order's price, so it is refunded.
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
});

test('resumes an order whose API was killed while the provider created the session', async () => {
  const opportunityId = await offer(shop.db);
  await shop.provider.fault('POST /v1/checkout/sessions', 'timeout_after', 1, HANGS_MS);
  const ask = () => shop.checkout({ product: 'opportunity', opportunityId }, buyer, 'killed');
  const asking = ask().catch(() => null);
  await shop.provider.allFaultsTaken();
  await shop.api.kill();
  await asking;
  await shop.api.start();
  const resumed = await eventually(
    'the order is resumed',
    async () => {
      const answer = await ask();
      return answer.status === 200 && answer;
    },
    60_000,
  );
  await shop.provider.pay(resumed.body.checkoutSessionId!);
  await inState(resumed.body.orderId, 'fulfilled');
  expect(await shop.db.prisma.order.count({ where: { opportunityId } })).toBe(1);
});

test('fulfills orders paid while no worker ran, even after their hold ended', async () => {
  await shop.worker.kill();
  const opportunityId = await offer(shop.db);
  const { orderId, sessionId } = await ordered({ product: 'opportunity', opportunityId });
  await shop.provider.pay(sessionId);
  await eventually('the event is recorded', () => shop.db.prisma.paymentEvent.findFirst({ where: { orderId } }));
  expect((await order(orderId)).status).toBe('pending_payment');
  const holdEndsAt = new Date(Date.now() + 1_000);
  await shop.db.prisma.order.update({ where: { id: orderId }, data: { holdEndsAt } });
  await shop.db.prisma.opportunity.update({ where: { id: opportunityId }, data: { reservedUntil: holdEndsAt } });
  await eventually('the hold has ended', () => new Date() > holdEndsAt);
  await shop.worker.start();
  await inState(orderId, 'fulfilled');
  const sold = await shop.db.prisma.opportunity.findUnique({ where: { id: opportunityId } });
  expect(sold).toMatchObject({ soldTo: orderId });
});

test('moves the money of a payout once if a worker is killed after each call', async () => {
  const payees: Customer[] = [];
  while (payees.length < CALLS_OF_A_PAYOUT.length + 2) payees.push(await payee());
  const [ofReturned, ofEnded] = payees.splice(0, 2) as [Customer, Customer];
  const returned = await requested(ofReturned);
  await withdrawalIn(returned, 'paid');
  const where = { accountId: ofEnded.accountId };
  const { connectedAccountId } = await shop.db.prisma.contributor.findFirstOrThrow({ where });
  await shop.provider.control(`accounts/${connectedAccountId}`, { availableAfterMs: 86_400_000 });
  const ended = await requested(ofEnded);
  await eventually('the money has arrived', async () => (await withdrawal(ended)).availableAt !== null);

  // A hanging call blocks its withdrawal, so each call gets its own withdrawal.
  for (const call of CALLS_OF_A_PAYOUT) await shop.provider.fault(call, 'timeout_after', 1, HANGS_MS);
  await shop.provider.fault('POST /v1/transfers/*/reversals', 'timeout_after', 2, HANGS_MS);
  const ids = await Promise.all(payees.map(requested));
  const before = (await shop.provider.ledger()).payouts;
  const { id: payoutId } = before.find(({ withdrawalId }) => withdrawalId === returned)!;
  await shop.provider.control(`payouts/${payoutId}`, { status: 'failed' });
  await requestEnd(shop.db, ended, { how: 'take_back', reason: 'by the test' });
  await shop.provider.allFaultsTaken();
  await shop.worker.kill();
  await shop.worker.start();

  for (const id of ids) await withdrawalIn(id, 'paid');
  await withdrawalIn(returned, 'returned');
  await withdrawalIn(ended, 'failed');
  const { transfers, payouts } = await shop.provider.ledger();
  for (const id of ids) {
    expect(transfers.filter(({ withdrawalId }) => withdrawalId === id)).toHaveLength(1);
    expect(payouts.filter(({ withdrawalId }) => withdrawalId === id)).toHaveLength(1);
  }
  for (const cause of [`withdrawal:${returned}:returned`, `withdrawal:${ended}:settled`])
    expect(await shop.db.prisma.ledgerTransaction.count({ where: { cause } })).toBe(1);
});

test('pays a withdrawal whose API was killed, and repeats the first answer on retry', async () => {
  const of = await payee();
  await shop.worker.kill();
  const ask = () => withdraw(shop.api, of, { amount: 10_000, currency: 'usd' }, 'killed');
  const { withdrawalId } = (await ask()).body;
  await shop.api.kill();
  await Promise.all([shop.api.start(), shop.worker.start()]);
  await withdrawalIn(withdrawalId, 'paid');
  expect(await ask()).toMatchObject({ status: 202, body: { withdrawalId } });
});
