import { machine } from '../../base/machine';
import { SETTLED_AS, type PaymentOutcome, type RefundObjectStatus, type RefundStatus } from '../ledger/contract';
import { HOUR, LOST_AFTER_MS, listed, type Waiting } from '../outbox/sweeps';
import type { ProductEvent } from '../webhooks/contract';
import type { OrderState } from './contract';

/**
 * States of an order (docs/interface/orders.md#orders). A second payment of a fulfilled order is refunded without a
 * transition.
 */
export const ORDER = machine<OrderState>({
  creating: ['pending_payment', 'fulfilled', 'failed', 'refund_pending'], // Its session can be paid before it is recorded.
  pending_payment: ['fulfilled', 'expired', 'canceled', 'failed', 'refund_pending'],
  fulfilled: ['refund_pending'],
  failed: ['fulfilled', 'refund_pending'], // A payment can arrive after every end, and may have been made before it.
  expired: ['fulfilled', 'refund_pending'],
  canceled: ['refund_pending'], // The buyer's own word.
  refund_pending: ['refunded', 'refund_failed', 'refund_waived'],
  refunded: ['refund_pending', 'refund_failed'], // A refund that had succeeded can still fail.
  refund_failed: ['refund_pending', 'refunded', 'refund_waived'],
  refund_waived: [], // An operator decided to keep the money.
});

/** What a state means: where the money is that the order was for, and which events tell of it. */
interface Meaning {
  /** `none` was ever taken; `taken` is with us; `going_back` also once it is back, or kept after all. */
  payment: 'awaited' | 'none' | 'taken' | 'going_back';
  /** Events to the account's endpoints; each has its state in its name. */
  events: readonly (ProductEvent & `order.${string}`)[];
}

/** All that follows from a state. Events and the lists below follow this table. */
export const MEANING: Record<OrderState, Meaning> = {
  creating: { payment: 'awaited', events: [] },
  pending_payment: { payment: 'awaited', events: [] },
  // Paid and fulfilled at once, an order passes through both.
  fulfilled: { payment: 'taken', events: ['order.paid', 'order.fulfilled'] },
  failed: { payment: 'none', events: [] },
  expired: { payment: 'none', events: ['order.expired'] },
  canceled: { payment: 'none', events: [] },
  refund_pending: { payment: 'going_back', events: [] },
  refunded: { payment: 'going_back', events: ['order.refunded'] },
  refund_failed: { payment: 'going_back', events: [] },
  refund_waived: { payment: 'going_back', events: [] },
};

const statesWith = (payment: Meaning['payment']) => ORDER.states.filter((state) => MEANING[state].payment === payment);

/** States in which an order waits for its payment and may hold an opportunity. */
export const OPEN_ORDER = statesWith('awaited');

/** States of an order that could not be paid, or was not: attempts, not purchases. */
export const NEVER_PAID: readonly OrderState[] = ['creating', ...statesWith('none')];

/** States that follow from the refunds of an order. */
export const REFUND_STATES = statesWith('going_back');

/** Outcomes of a payment: granted for good unless it is refunded. */
export const PAYMENT = machine<PaymentOutcome>({ granted: ['refund'], refund: [] });

/** States of the return of a payment that no news of the provider changes. */
export const SETTLED_BY_HAND = Object.values(SETTLED_AS);

/** Derives an order's state from the returns of its payments (null: not begun), independent of the order of events. */
export function stateOfRefunds(refunds: readonly (RefundStatus | null)[]): OrderState {
  if (refunds.includes('failed')) return 'refund_failed';
  if (refunds.some((status) => status === null || status === 'pending')) return 'refund_pending';
  return refunds.includes('waived') ? 'refund_waived' : 'refunded';
}

/** Amount of a payment that neither was nor is being returned, in minor units. */
export function leftToRefund(
  { amount }: { amount: number },
  refunds: readonly { amount: number; status: RefundObjectStatus }[],
): number {
  const returned = refunds.filter(({ status }) => status !== 'failed').reduce((sum, each) => sum + each.amount, 0);
  return Math.max(0, amount - returned);
}

/**
 * Derives the state of the return of a payment from its refunds at the provider and from what is still owed of it, which
 * a lost dispute makes less. `forPerson` says that what is owed is for a person to return, since a refund that failed is
 * never repeated by itself. Null if a refund of what is owed has to be made.
 */
export function statusOfReturn(
  payment: { amount: number; owed: number },
  refunds: readonly { amount: number; status: RefundObjectStatus }[],
  forPerson: boolean,
): 'pending' | 'succeeded' | 'failed' | 'charged_back' | null {
  if (payment.owed > 0) return forPerson ? 'failed' : null;
  if (refunds.some(({ status }) => status === 'pending')) return 'pending';
  return leftToRefund(payment, refunds) > 0 ? 'charged_back' : 'succeeded';
}

/** What waits for a reservation to end. */
export const ORDER_WAIT = {
  what: 'Unpaid order',
  table: 'orders',
  id: 'orders.id',
  waits: `status IN (${listed(OPEN_ORDER)})`,
  since: 'hold_ends_at',
  from: 'its hold ends',
  longestMs: LOST_AFTER_MS,
  workflows: ['reservation'],
  sweep: 'lost_reservations',
  net: { starts: 'closes its checkout session, then ends its hold', workflowId: "'reservation/' || orders.id" },
  cure: 'Look at its workflow in Temporal Web. Check that the schedule payment-sweep is not paused.',
} as const satisfies Waiting;

/** What waits for a payment to go back. */
export const REFUND_WAIT = {
  what: 'Payment being refunded',
  table: 'payments',
  id: 'payments.id',
  waits: "outcome = 'refund' AND (refund_status IS NULL OR refund_status = 'pending')",
  since: 'payments.updated_at',
  from: 'its last change',
  longestMs: 2 * HOUR,
  workflows: ['payment'],
  sweep: 'stuck_refunds',
  net: { starts: 'first looks for the refund at the provider', workflowId: "'payment/' || payments.order_id" },
  cure: 'Look at its workflow in Temporal Web. Check that the schedule payment-sweep is not paused.',
} as const satisfies Waiting;
