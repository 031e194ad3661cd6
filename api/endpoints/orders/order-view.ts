import type { Order, OrderSummary, RefundReason } from '../../../contracts/orders';
import { shownDispute } from '../../../domain/disputes';
import type { OrderWithPayments, Payment } from '../../../store/orders/row';

/** API view of an order with the invoice of its {@link boughtPayment}. */
export function toOrder(order: OrderWithPayments, invoice: Order['invoice']): Order {
  return { ...toOrderSummary(order), invoice };
}

/** API view of an order in a list. */
export function toOrderSummary(order: OrderWithPayments): OrderSummary {
  const dispute = shownDispute(order.disputes, order.payments);
  const recordedAt = order.consentRecordedAt.toISOString();
  return {
    orderId: order.id,
    product: order.product,
    opportunityId: order.opportunityId,
    status: order.status,
    mode: order.mode,
    price: { amount: order.priceAmount, currency: order.priceCurrency },
    checkoutSessionId: order.checkoutSessionId,
    checkoutUrl: order.status === 'pending_payment' ? order.checkoutUrl : null,
    expiresAt: order.expiresAt.toISOString(),
    // Orders are never recorded without both consents.
    consents: { immediateAccess: true, withdrawalLoss: true, textVersion: order.consentTextVersion, recordedAt },
    entitlementId: order.entitlementId,
    refund: refundOf(order),
    paid: paidOf(order),
    dispute: dispute && { status: dispute.status, openedAt: dispute.openedAt.toISOString() },
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  };
}

/** Reasons for which a payment goes back after what it paid for was granted. */
const TAKEN_BACK = ['returned', 'fraud_warning'] as const satisfies readonly RefundReason[];

/** Payment that the order was fulfilled for, also after it went back; undefined before. */
export function boughtPayment({ payments }: OrderWithPayments): Payment | undefined {
  return payments.find(({ outcome, reason }) => outcome === 'granted' || TAKEN_BACK.some((each) => each === reason));
}

function paidOf(order: OrderWithPayments): Order['paid'] {
  const payment = boughtPayment(order);
  if (!payment) return null;
  const { amount, currency, taxAmount: tax, createdAt } = payment;
  return { total: { amount, currency }, tax, at: createdAt.toISOString() };
}

/** Most relevant refund of an order: a failed one, else a pending one, else the last that was returned or waived. */
export function refundOf({ payments }: OrderWithPayments): Order['refund'] {
  const given = payments.filter(({ outcome }) => outcome === 'refund');
  const state = (status: string | null) =>
    status === 'failed' || status === 'waived'
      ? status
      : status === null || status === 'pending'
        ? 'pending'
        : 'succeeded';
  for (const status of ['failed', 'pending', 'succeeded', 'waived'] as const) {
    const payment = given.findLast(({ refundStatus }) => state(refundStatus) === status);
    if (payment) return { status, amount: payment.amount, reason: payment.reason! };
  }
  return null;
}
