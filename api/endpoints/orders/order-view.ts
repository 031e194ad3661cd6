import type { Mode } from '../../../contracts/access';
import type { Order, OrderState, ProductName, RefundReason } from '../../../contracts/orders';
import type { OrderWithPayments } from '../../../store/orders/read-orders';

/** An order as its buyer sees it. */
export function toOrder(order: OrderWithPayments): Order {
  const recordedAt = order.consentRecordedAt.toISOString();
  return {
    orderId: order.id,
    product: order.product as ProductName,
    opportunityId: order.opportunityId,
    status: order.status as OrderState,
    mode: order.mode as Mode,
    price: { amount: order.priceAmount, currency: 'usd' },
    checkoutSessionId: order.checkoutSessionId,
    checkoutUrl: order.status === 'pending_payment' ? order.checkoutUrl : null,
    expiresAt: order.expiresAt.toISOString(),
    // An order is recorded with both or not at all.
    consents: { immediateAccess: true, withdrawalLoss: true, textVersion: order.consentTextVersion, recordedAt },
    entitlementId: order.entitlementId,
    refund: refundOf(order),
    dispute:
      order.disputeStatus && order.disputeOpenedAt
        ? { status: order.disputeStatus as 'open' | 'won' | 'lost', openedAt: order.disputeOpenedAt.toISOString() }
        : null,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  };
}

/** The refund that matters most to a buyer: one that failed, then one on its way, then the last that arrived. */
function refundOf({ payments }: OrderWithPayments): Order['refund'] {
  const given = payments.filter(({ outcome }) => outcome === 'refund');
  const state = (status: string | null) =>
    status === 'failed' ? 'failed' : status === null || status === 'pending' ? 'pending' : 'succeeded';
  for (const status of ['failed', 'pending', 'succeeded'] as const) {
    const payment = given.findLast(({ refundStatus }) => state(refundStatus) === status);
    if (payment) return { status, amount: payment.amount, reason: payment.reason as RefundReason };
  }
  return null;
}
