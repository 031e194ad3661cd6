import { boughtPayment, decidingPayment, refundOf } from '../../../commands/orders/order-payments';
import type { Order, OrderSummary } from '../../../contracts/orders';
import { shownDispute } from '../../../domain/disputes';
import type { OrderWithPayments } from '../../../store/orders/orders';

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
    quantity: order.quantity,
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
    payment: paymentOf(order),
    dispute: dispute && { status: dispute.status, openedAt: dispute.openedAt.toISOString() },
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  };
}

function paymentOf(order: OrderWithPayments): Order['payment'] {
  const payment = decidingPayment(order);
  return payment ? { arrivedAt: payment.arrivedAt?.toISOString() ?? null } : null;
}

function paidOf(order: OrderWithPayments): Order['paid'] {
  const payment = boughtPayment(order);
  if (!payment) return null;
  const { amount, currency, taxAmount: tax, createdAt } = payment;
  return { total: { amount, currency }, tax, at: createdAt.toISOString() };
}
