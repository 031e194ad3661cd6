import type { Order } from '../../contracts/orders';
import type { RefundReason } from '../../contracts/payment-words';
import type { OrderWithPayments, Payment } from '../../store/orders/orders';

/** Reasons for which a payment goes back after what it paid for was granted. */
const TAKEN_BACK = ['returned', 'fraud_warning'] as const satisfies readonly RefundReason[];

/** Payment that the order was fulfilled for, also after it went back; undefined before. */
export function boughtPayment({ payments }: OrderWithPayments): Payment | undefined {
  return payments.find(({ outcome, reason }) => outcome === 'granted' || TAKEN_BACK.some((each) => each === reason));
}

/** Payment that the order was fulfilled for, else the newest that arrived; undefined before one did. */
export function decidingPayment(order: OrderWithPayments): Payment | undefined {
  return boughtPayment(order) ?? order.payments.at(-1);
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
