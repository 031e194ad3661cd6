/** Inquiries of banks, which ask about a payment and move no money. */
import { contributorBalance } from '../../store/ledger/read-balances';
import { refundOrder } from '../../store/orders/refund-order';
import { eventually } from '../support/eventually';
import { callsIn } from '../support/history';
import { useSales } from '../support/sales';

const sales = useSales();
const { shop, buyer, bought, refundsOf, paymentOf, credits, evaluate, dossierStatus } = sales;
const { dispute, disputeIs, decide, missForGood } = sales;

const inquiry = async (orderId: string, terms = {}) => {
  const id = await dispute(orderId, { status: 'warning_needs_response', ...terms });
  await disputeIs(orderId, 'inquiry');
  return id;
};

test('an inquiry leaves credit, dossier and share as they are, and has an alert of its own', async () => {
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

test('a refund closes an inquiry, and is made once', async () => {
  const orderId = await bought();
  await inquiry(orderId);
  await refundOrder(shop.db, orderId);
  await shop.orderIn(orderId, ['refunded'], buyer);
  await disputeIs(orderId, 'won');
  expect(await refundsOf(orderId)).toMatchObject([{ amount: 4_900, status: 'succeeded' }]);
  expect(await credits()).toMatchObject([{ status: 'revoked' }]);
});

test('a refund waits for the end of an inquiry while the provider makes none', async () => {
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

test('an inquiry that is closed changes nothing', async () => {
  const orderId = await bought();
  const id = await inquiry(orderId);
  await shop.provider.control(`disputes/${id}`, { status: 'warning_closed' });
  await disputeIs(orderId, 'won');
  expect(await evaluate()).toMatchObject({ status: 202 });
});

test('an inquiry that becomes a dispute freezes the credit and alerts as a dispute', async () => {
  const orderId = await bought();
  const id = await inquiry(orderId);
  await shop.provider.control(`disputes/${id}`, { status: 'needs_response' });
  await disputeIs(orderId, 'open');
  expect(await evaluate()).toMatchObject({ status: 402 });
  await expect(refundOrder(shop.db, orderId)).rejects.toThrow('is disputed');
  expect(await shop.db.prisma.alert.count({ where: { alert: 'dispute-opened', subject: id } })).toBe(1);
  await decide(orderId, id, 'lost');
});

test('an inquiry is read again where no event says that it became a dispute', async () => {
  const orderId = await bought();
  const id = await inquiry(orderId);
  await shop.provider.fault('charge.dispute.*', 'drop_event', 2);
  await shop.provider.control(`disputes/${id}`, { status: 'needs_response' });
  for (const type of ['charge.dispute.updated', 'charge.dispute.funds_withdrawn']) await missForGood(type, id);
  await shop.sweep();
  expect((await disputeIs(orderId, 'open')).dispute).toMatchObject({ status: 'open' });
  await decide(orderId, id, 'won');
});

test('an inquiry does not keep a fraud warning from refunding the payment', async () => {
  const orderId = await bought();
  await inquiry(orderId);
  await shop.provider.control('fraud-warnings', { paymentIntent: await paymentOf(orderId) });
  const { refund } = await shop.orderIn(orderId, ['refunded'], buyer);
  expect(refund).toMatchObject({ reason: 'fraud_warning' });
});
