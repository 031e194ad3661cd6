import { matureShares } from '../../../store/ledger/mature-shares';
import { archiveOpportunity } from '../../../store/opportunities/archive-opportunity';
import { refundOrder } from '../../../store/orders/refund-order';
import { settleRefunds } from '../../../store/orders/settle-refunds';
import { cancelOrder } from '../../../store/orders/cancel-order';
import { startApi } from '../../../test/support/api';
import { createContributor } from '../../../test/support/contributors';
import { eventually } from '../../../test/support/eventually';
import { salesOf } from '../../../test/support/sales';
import { clientOf, createCheckout, type Shop } from '../../../test/support/shop';
import type { Scene } from './scene';

/** Leaves orders, payments, refunds, disputes, shares and opportunities in every state, and what waits for a payment. */
export async function leaveOrders(scene: Scene): Promise<void> {
  const { shop, hasty } = scene;
  const { db, provider } = shop;
  const { bought, refunded, refundFailed, paymentOf, dispute, disputeIs, disputed, decide } = salesOf(
    shop,
    shop.customer,
  );
  await bought();
  await refunded();
  await refundFailed();
  await settleRefunds(db, (await refundFailed()).orderId, 'kept');
  await settleRefunds(db, (await refundFailed()).orderId, 'returned');
  const returned = await bought();
  await provider.refundByHand(await paymentOf(returned));
  await shop.orderIn(returned, ['refunded']);
  const warned = await bought();
  await provider.control('fraud-warnings', { paymentIntent: await paymentOf(warned) });
  await shop.orderIn(warned, ['refunded']);
  const asked = await bought();
  await dispute(asked, { status: 'warning_needs_response' });
  await disputeIs(asked, 'inquiry');
  await disputed(await bought());
  for (const outcome of ['won', 'lost'] as const) {
    const orderId = await bought();
    await decide(orderId, await disputed(orderId), outcome);
  }
  await leaveShares(shop);
  await leaveUnpaid(scene);

  await shop.purchase(await shop.offer());
  const pending = await refunded();
  await provider.control(`refunds/${pending.refundId}`, { status: 'pending' });
  await shop.orderIn(pending.orderId, ['refund_pending']);
  const late = await createCheckout(hasty, shop.customer, 'late', { product: 'idea_check' });
  await shop.orderIn(late.body.orderId, ['expired']);
}

async function leaveShares(shop: Shop): Promise<void> {
  const { accountId } = await createContributor(shop.db, { balance: 0 });
  const { bought, disputed } = salesOf(shop, shop.customer);
  const sold = async () => bought(await shop.offer('live', accountId));
  await sold();
  const mature = await sold();
  await shop.db.prisma.share.update({ where: { orderId: mature }, data: { maturesAt: new Date() } });
  await matureShares(shop.db.pool, 1, { orderId: mature });
  await disputed(await sold());
  const back = await sold();
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
  await createCheckout(refused, customer, 'refused', { product: 'idea_check' });
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
  const { orderId, sessionId } = await salesOf(shop, shop.customer).ordered();
  await shop.provider.pay(sessionId);
  await eventually(
    'the news of the payment waits',
    async () => (await shop.db.prisma.paymentEvent.count({ where: { orderId } })) > 0,
  );
  await shop.provider.fault('POST /v1/checkout/sessions', 'error_500', 1);
  await shop.checkout({ product: 'idea_check' }, await shop.buyer());
}
