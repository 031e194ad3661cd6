import { call, type Customer } from '../support/api';
import { eventually } from '../support/eventually';
import { checkMoney } from '../support/money-invariants';
import { startShop, type Shop } from '../support/shop';

let shop: Shop;
let buyer: Customer;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  buyer = await shop.buyer();
});
afterEach(async () => {
  await shop.provider.control('faults', undefined, 'DELETE');
  await checkMoney(shop.db, shop.provider);
});

/** An open order of an Idea Check. */
async function ordered(): Promise<{ orderId: string; sessionId: string }> {
  const { body } = await shop.checkout({ product: 'idea_check' }, buyer);
  return { orderId: body.orderId, sessionId: body.checkoutSessionId! };
}
const credits = () => shop.db.prisma.entitlement.findMany({ where: { accountId: buyer.accountId } });
const refundsOf = async (orderId: string) =>
  (await shop.provider.ledger()).refunds.filter((refund) => refund.orderId === orderId);
const paymentOf = async (orderId: string) =>
  (await shop.provider.ledger()).charges.find((charge) => charge.orderId === orderId)!.paymentIntent;
const sweep = () =>
  shop.temporal.workflow.execute('paymentSweep', {
    taskQueue: shop.taskQueue,
    workflowId: `sweep-${Math.random()}`,
    args: [],
  });

describe('a dispute', () => {
  const dispute = async (orderId: string) =>
    (await shop.provider.control<{ id: string }>('disputes', { paymentIntent: await paymentOf(orderId) })).id;
  const flagged = (orderId: string, status: string) =>
    eventually(`the dispute is ${status}`, async () => {
      const order = await shop.order(orderId, buyer);
      return order.dispute?.status === status && order;
    });
  let runs = 0;
  const evaluate = () =>
    call(shop.api, 'POST', '/v1/evaluations', {
      key: buyer.apiKey,
      body: { idea: 'A weekly newsletter on old houses' },
      headers: { 'idempotency-key': `run-${runs++}` },
    });

  test('freezes the credit of its order while it is open, and gives it free when it is won', async () => {
    const { orderId, sessionId } = await ordered();
    await shop.provider.pay(sessionId);
    await shop.orderIn(orderId, ['fulfilled'], buyer);
    const id = await dispute(orderId);
    await flagged(orderId, 'open');
    expect(await evaluate()).toMatchObject({ status: 402 });
    await shop.provider.control(`disputes/${id}/close`, { outcome: 'won' });
    await flagged(orderId, 'won');
    expect(await evaluate()).toMatchObject({ status: 202 });
  });

  test('that is lost revokes the credit, and is never answered by a refund besides', async () => {
    const { orderId, sessionId } = await ordered();
    await shop.provider.pay(sessionId);
    await shop.orderIn(orderId, ['fulfilled'], buyer);
    const id = await dispute(orderId);
    await flagged(orderId, 'open');
    await shop.provider.control(`disputes/${id}/close`, { outcome: 'lost' });
    await flagged(orderId, 'lost');
    expect(await credits()).toMatchObject([{ status: 'revoked' }]);
    expect(await evaluate()).toMatchObject({ status: 402 });
    expect(await refundsOf(orderId)).toEqual([]);
  });

  test('that is lost takes the dossier of an opportunity back', async () => {
    const opportunityId = await shop.offer();
    const { body } = await shop.purchase(opportunityId, buyer);
    await shop.provider.pay(body.checkoutSessionId!);
    await shop.orderIn(body.orderId, ['fulfilled'], buyer);
    const id = await dispute(body.orderId);
    await flagged(body.orderId, 'open');
    await shop.provider.control(`disputes/${id}/close`, { outcome: 'lost' });
    await flagged(body.orderId, 'lost');
    expect(
      await call(shop.api, 'GET', `/v1/opportunities/${opportunityId}/dossier`, { key: buyer.apiKey }),
    ).toMatchObject({ status: 404 });
  });

  test('of a payment that is to go back keeps the refund from beginning; lost, the money went home by itself', async () => {
    const { orderId, sessionId } = await ordered();
    await shop.db.prisma.order.update({ where: { id: orderId }, data: { priceAmount: 1 } });
    await shop.provider.fault('checkout.session.completed', 'drop_event', 1);
    await shop.provider.pay(sessionId);
    const id = await dispute(orderId);
    await sweep();
    await shop.orderIn(orderId, ['refund_pending'], buyer);
    await eventually('the order knows its dispute', async () => {
      await sweep();
      return (await shop.order(orderId, buyer)).dispute;
    });
    expect(await refundsOf(orderId)).toEqual([]);
    await shop.provider.control(`disputes/${id}/close`, { outcome: 'lost' });
    await shop.orderIn(orderId, ['refunded'], buyer);
    expect(await refundsOf(orderId)).toEqual([]);
  });
});
