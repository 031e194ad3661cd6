import type { RefundReason } from '../../contracts/orders';
import { shownDispute } from '../../domain/disputes';
import { RUN_KINDS } from '../../domain/run-kinds';
import type { OrderWithPayments } from '../../store/orders/row';
import type { Tone } from '../components/badge';

/** State of a purchase in a word or two; `heard` says that the provider told us of its payment (`heardOfPayment`). */
export function stateOfPurchase(order: OrderWithPayments, heard: boolean): { text: string; tone: Tone } {
  if (heard) return { text: 'Being confirmed', tone: 'warn' };
  const dispute = shownDispute(order.disputes, order.payments);
  if (dispute?.status === 'open') return { text: 'Disputed', tone: 'warn' };
  if (dispute?.status === 'lost') return { text: 'Charged back', tone: 'bad' };
  return STATES[order.status];
}

const STATES: Record<OrderWithPayments['status'], { text: string; tone: Tone }> = {
  creating: { text: 'Being prepared', tone: 'plain' },
  pending_payment: { text: 'Not paid yet', tone: 'warn' },
  fulfilled: { text: 'Paid', tone: 'good' },
  failed: { text: 'Payment failed', tone: 'bad' },
  expired: { text: 'Not paid in time', tone: 'plain' },
  canceled: { text: 'Canceled', tone: 'plain' },
  refund_pending: { text: 'Being refunded', tone: 'warn' },
  refunded: { text: 'Refunded', tone: 'plain' },
  refund_failed: { text: 'Refund delayed', tone: 'warn' },
  refund_waived: { text: 'Closed', tone: 'plain' },
};

/** Reason for a refund, as a sentence for its payer. */
export const REFUND_WORDS: Record<RefundReason, string> = {
  late: 'The payment arrived after the order had ended.',
  mismatched: 'The payment did not match the order.',
  duplicate: 'The order was paid twice, and the second payment goes back.',
  opportunity_gone: 'The opportunity was no longer available when the payment arrived.',
  account_suspended: 'The account was suspended when the payment arrived.',
  returned: 'We refunded it, and the purchase was revoked.',
  fraud_warning: 'The bank reported the payment as fraudulent, so the purchase was revoked.',
};

/** Progress of a refund, for its payer. */
export const REFUND_PROGRESS: Record<'pending' | 'succeeded' | 'failed' | 'waived', string> = {
  pending: 'It is on its way.',
  succeeded: 'It was sent back. Depending on your bank it arrives within five to ten days.',
  failed: 'Sending it back failed. We are working on it, and you do not have to do anything.',
  waived: 'It is not refunded.',
};

/** Name of what an order is for. */
export function nameOf({ product, productName, mode, quantity }: OrderWithPayments): string {
  const credits = product !== 'opportunity' && `${RUN_KINDS[product].label} credit`;
  const name = !credits ? productName : quantity === 1 ? credits : `${quantity} ${credits}s`;
  return mode === 'test' ? `${name} (test)` : name;
}
