import { matureShares } from '../../../store/ledger/mature-shares';
import { archiveOpportunity } from '../../../store/opportunities/archive-opportunity';
import { refundOrder } from '../../../store/orders/refund-order';
import { settleRefunds } from '../../../store/orders/settle-refunds';
import { cancelOrder } from '../../../store/orders/cancel-order';
import { call, startApi } from '../../../test/support/api';
import { createContributor } from '../../../test/support/contributors';
import { eventually } from '../../../test/support/eventually';
import { clientOf, CONSENTED, type Shop } from '../../../test/support/shop';
import type { Scene } from './scene';

async function ordered(shop: Shop): Promise<{ orderId: string; sessionId: string }> {
  const { body } = await shop.checkout({ product: 'idea_check' });
  return { orderId: body.orderId, sessionId: body.checkoutSessionId! };
}

async function paid(shop: Shop): Promise<string> {
  const { orderId, sessionId } = await ordered(shop);
  await shop.provider.pay(sessionId);
  await shop.orderIn(orderId, ['fulfilled']);
  return orderId;
}

/** An order whose payment does not match it, so that it goes back. */
async function refunded(shop: Shop): Promise<{ orderId: string; refundId: string }> {
  const { orderId, sessionId } = await ordered(shop);
  await shop.db.prisma.order.update({ where: { id: orderId }, data: { priceAmount: 1 } });
  await shop.provider.pay(sessionId);
  await shop.orderIn(orderId, ['refunded']);
  return { orderId, refundId: (await shop.provider.ledger()).refunds.find((each) => each.orderId === orderId)!.id };
}

async function refundFailed(shop: Shop): Promise<string> {
  const { orderId, refundId } = await refunded(shop);
  await shop.provider.control(`refunds/${refundId}`, { status: 'failed' });
  await shop.orderIn(orderId, ['refund_failed']);
  return orderId;
}

const paymentOf = async (shop: Shop, orderId: string) =>
  (await shop.provider.ledger()).charges.find((charge) => charge.orderId === orderId)!.paymentIntent;

async function disputed(shop: Shop, orderId: string, outcome: 'won' | 'lost' | null): Promise<void> {
  const paymentIntent = await paymentOf(shop, orderId);
  const { id } = await shop.provider.control<{ id: string }>('disputes', { paymentIntent });
  const isKnown = (status: string) =>
    eventually(`the dispute is ${status}`, () => shop.db.prisma.dispute.findFirst({ where: { id, status } }));
  await isKnown('open');
  if (!outcome) return;
  await shop.provider.control(`disputes/${id}/close`, { outcome });
  await isKnown(outcome);
}

/** An opportunity of this contributor, sold; its share matures later. */
async function sold(shop: Shop, contributorAccountId: string): Promise<string> {
  const { body } = await shop.purchase(await shop.offer('live', contributorAccountId));
  await shop.provider.pay(body.checkoutSessionId!);
  await shop.orderIn(body.orderId, ['fulfilled']);
  return body.orderId;
}

/** Leaves orders, payments, refunds, disputes, shares and opportunities in every state, and what waits for a payment. */
export async function leaveOrders(scene: Scene): Promise<void> {
  const { shop, hasty, leave } = scene;
  const { db, provider } = shop;
  await paid(shop);
  await refunded(shop);
  await refundFailed(shop);
  await settleRefunds(db, await refundFailed(shop), 'kept');
  await settleRefunds(db, await refundFailed(shop), 'returned');
  const returned = await paid(shop);
  await provider.refundByHand(await paymentOf(shop, returned));
  await shop.orderIn(returned, ['refunded']);
  const warned = await paid(shop);
  await provider.control('fraud-warnings', { paymentIntent: await paymentOf(shop, warned) });
  await shop.orderIn(warned, ['refunded']);
  for (const outcome of ['won', 'lost', null] as const) await disputed(shop, await paid(shop), outcome);
  await leaveShares(shop);
  await leaveUnpaid(scene);

  const waiting = await shop.purchase(await shop.offer());
  leave('reservation-waiting', `reservation/${waiting.body.orderId}`);
  const pending = await refunded(shop);
  await provider.control(`refunds/${pending.refundId}`, { status: 'pending' });
  await shop.orderIn(pending.orderId, ['refund_pending']);
  leave('payment-refund-pending', `payment/${pending.orderId}`);
  const late = await call<{ orderId: string }>(hasty, 'POST', '/v1/checkout-sessions', {
    key: shop.customer.apiKey,
    body: { product: 'idea_check', ...CONSENTED },
    headers: { 'idempotency-key': 'late' },
  });
  await shop.orderIn(late.body.orderId, ['expired']);
}

async function leaveShares(shop: Shop): Promise<void> {
  const { accountId } = await createContributor(shop.db, { balance: 0 });
  await sold(shop, accountId);
  const mature = await sold(shop, accountId);
  await shop.db.prisma.share.update({ where: { orderId: mature }, data: { maturesAt: new Date() } });
  await matureShares(shop.db.pool, 1, { orderId: mature });
  await disputed(shop, await sold(shop, accountId), null);
  const back = await sold(shop, accountId);
  await refundOrder(shop.db, back);
  await shop.orderIn(back, ['refunded']);
}

async function leaveUnpaid({ shop }: Scene): Promise<void> {
  const { db, customer } = shop;
  const left = await shop.purchase(await shop.offer());
  await cancelOrder(db, left.body.orderId, left.body.checkoutSessionId!);
  // The provider refuses a checkout of that length for good.
  const settings = { checkoutLifetimeMs: 48 * 3_600_000 };
  const refused = await startApi(db, { payments: clientOf(shop.provider), settings });
  await call(refused, 'POST', '/v1/checkout-sessions', {
    key: customer.apiKey,
    body: { product: 'idea_check', ...CONSENTED },
    headers: { 'idempotency-key': 'refused' },
  });
  await refused.close();
  await shop.offer();
  await archiveOpportunity(db, await shop.offer());
  // No verb writes these two: they are for a person who prepares an opportunity in the database.
  for (const status of ['draft', 'in_review']) {
    await db.prisma.opportunity.update({ where: { id: await shop.offer() }, data: { status } });
  }
}

/** With the worker gone: a checkout that the provider did not answer, and a payment whose news wait in the outbox. */
export async function leavePaying({ shop }: Scene): Promise<void> {
  const { orderId, sessionId } = await ordered(shop);
  await shop.provider.pay(sessionId);
  await eventually(
    'the news of the payment waits',
    async () => (await shop.db.prisma.paymentEvent.count({ where: { orderId } })) > 0,
  );
  await shop.provider.fault('POST /v1/checkout/sessions', 'error_500', 1);
  await shop.checkout({ product: 'idea_check' }, await shop.buyer());
}
