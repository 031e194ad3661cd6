import { contributorBalance } from '../../modules/ledger/store/balances';
import { refundOrder } from '../../modules/orders/store/decisions';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { useSales } from '../support/sales';
import { callsIn, endOf } from '../support/workflows';

const sales = useSales();
const { shop, buyer, ordered, bought, refundsOf, paymentOf, evaluate, dossierStatus } = sales;
const { dispute, disputed, disputeIs, decide, missForGood } = sales;

const warn = async (orderId: string) =>
  (await shop.provider.control<{ id: string }>('fraud-warnings', { paymentIntent: await paymentOf(orderId) })).id;

describe('a dispute', () => {
  test('freezes the order’s credit while open, and releases it when won', async () => {
    const orderId = await bought();
    const workflow = shop.temporal.workflow.getHandle(`payment/${orderId}`);
    // The dispute must start another execution, so wait until the first execution ends.
    await workflow.result();
    const id = await disputed(orderId);
    expect(await endOf(workflow)).toMatchObject({ outcome: 'disputed', amount: 4_900 });
    expect(await evaluate()).toMatchObject({ status: 402 });
    const account = await call<{ entitlements: object[] }>(shop.api, 'GET', '/v1/account', { key: buyer.apiKey });
    expect(account.body.entitlements[0]).toEqual({ kind: 'idea_check', unused: 0, consumed: 0, frozen: 1 });
    await expect(refundOrder(shop.db, orderId)).rejects.toThrow('is disputed');
    await decide(orderId, id, 'won');
    expect(await evaluate()).toMatchObject({ status: 202 });
  });

  test('is found closed by the sweep when its event is lost', async () => {
    const orderId = await bought();
    const id = await disputed(orderId);
    await shop.provider.fault('charge.dispute.*', 'drop_event', 2);
    await shop.provider.control(`disputes/${id}/close`, { outcome: 'won' });
    for (const type of ['charge.dispute.closed', 'charge.dispute.funds_reinstated']) await missForGood(type, id);
    expect(await shop.sweep()).toMatchObject({ disputes: 1 });
    await disputeIs(orderId, 'won');
    expect(await evaluate()).toMatchObject({ status: 202 });
  });
});

const balanceOf = (accountId: string) => contributorBalance(shop.db.pool, accountId, 'live');

test('revokes dossier and share once when a payment is refunded in the dashboard', async () => {
  const contributor = await shop.buyer();
  const opportunityId = await shop.offer('live', contributor.accountId);
  const orderId = await bought(opportunityId);
  expect(await dossierStatus(opportunityId)).toBe(200);
  expect((await balanceOf(contributor.accountId))!.available).toBeGreaterThan(0);
  await shop.provider.fault('refund.created', 'duplicate_event', 1);
  await shop.provider.refundByHand(await paymentOf(orderId));
  const order = await shop.orderIn(orderId, ['refunded'], buyer);
  expect(order.refund).toEqual({ status: 'succeeded', amount: order.price.amount, reason: 'returned' });
  expect(await dossierStatus(opportunityId)).toBe(404);
  expect(await balanceOf(contributor.accountId)).toMatchObject({ available: 0 });
  expect((await shop.purchase(opportunityId, await shop.buyer())).body.code).toBe('opportunity_unavailable');
});

const inquiry = async (orderId: string, terms = {}) => {
  const id = await dispute(orderId, { status: 'warning_needs_response', ...terms });
  await disputeIs(orderId, 'inquiry');
  return id;
};

test('raises a separate alert for an inquiry, and keeps credit, dossier and share', async () => {
  const contributor = await shop.buyer();
  const opportunityId = await shop.offer('live', contributor.accountId);
  const sale = await bought(opportunityId);
  const before = await contributorBalance(shop.db.pool, contributor.accountId, 'live');
  const check = await bought();
  const [id] = [await inquiry(check), await inquiry(sale, { status: 'warning_under_review' })];
  expect(await evaluate()).toMatchObject({ status: 202 });
  expect(await dossierStatus(opportunityId)).toBe(200);
  expect(await contributorBalance(shop.db.pool, contributor.accountId, 'live')).toEqual(before);
  const alerts = await shop.db.prisma.alert.findMany({ where: { subject: id } });
  expect(alerts).toMatchObject([{ alert: 'inquiry-opened', facts: { orderId: check, amount: '$49.00' } }]);
  const { summary } = (await shop.temporal.workflow.getHandle(`payment/${check}`).result()) as { summary: string };
  expect(summary).toMatch(/^granted \$49\.00; inquiry over \$49\.00: \w+$/);
});

test('delays a refund refused by the provider until its inquiry closes', async () => {
  const orderId = await bought();
  const id = await inquiry(orderId, { refundable: false });
  await refundOrder(shop.db, orderId);
  await shop.orderIn(orderId, ['refund_pending'], buyer);
  const workflow = shop.temporal.workflow.getHandle(`payment/${orderId}`);
  const asked = async () => (await callsIn(workflow)).some(({ activity }) => activity === 'refundPayments');
  await eventually('a refund was considered', asked);
  expect(await refundsOf(orderId)).toEqual([]);
  await shop.provider.control(`disputes/${id}`, { status: 'warning_closed' });
  await shop.orderIn(orderId, ['refunded'], buyer);
  expect(await refundsOf(orderId)).toHaveLength(1);
});

const alertsOf = (orderId: string, alert: string) =>
  shop.db.prisma.alert.findMany({ where: { alert, facts: { path: ['orderId'], equals: orderId } } });

test('revokes the credit, refunds once and alerts the operator on an early fraud warning', async () => {
  const orderId = await bought();
  await shop.provider.fault('radar.early_fraud_warning.created', 'duplicate_event', 1);
  const warningId = await warn(orderId);
  const order = await shop.orderIn(orderId, ['refunded'], buyer);
  expect(order.refund).toEqual({ status: 'succeeded', amount: order.price.amount, reason: 'fraud_warning' });
  expect(await refundsOf(orderId)).toHaveLength(1);
  expect(await evaluate()).toMatchObject({ status: 402 });
  expect(await alertsOf(orderId, 'fraud-warning')).toMatchObject([{ subject: warningId }]);
});

test('grants nothing when the warning arrives before its payment', async () => {
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

test('alerts operators about a dispute, and once more before its evidence is due', async () => {
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
