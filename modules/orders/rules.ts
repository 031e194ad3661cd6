import { machine } from '../../base/machine';
import { SETTLED_AS, type PaymentOutcome, type RefundObjectStatus, type RefundStatus } from '../ledger/contract';
import { HOUR, LOST_AFTER_MS, listed, type Waiting } from '../outbox/sweeps';
import type { ProductEvent } from '../webhooks/contract';
import type { OrderState } from './contract';

/**
 * States of an order (docs/interface/orders.md#orders). If a fulfilled order is paid a second time, we refund that
 * payment without a transition.
 */
export const ORDER = machine<OrderState>({
  creating: ['pending_payment', 'fulfilled', 'failed', 'refund_pending'], // The session can be paid before we record it.
  pending_payment: ['fulfilled', 'expired', 'canceled', 'failed', 'refund_pending'],
  fulfilled: ['refund_pending'],
  failed: ['fulfilled', 'refund_pending'], // A payment made before the order ended can arrive later.
  expired: ['fulfilled', 'refund_pending'],
  canceled: ['refund_pending'], // The buyer canceled, so we return a late payment.
  refund_pending: ['refunded', 'refund_failed', 'refund_waived'],
  refunded: ['refund_pending', 'refund_failed'], // A successful refund can still fail.
  refund_failed: ['refund_pending', 'refunded', 'refund_waived'],
  refund_waived: [], // An operator decided to keep the money.
});

/** Meaning of a state: where the order's money is, and which events report the state. */
interface Meaning {
  /** `none`: never received. `taken`: received. `going_back`: being returned, returned, or deliberately kept. */
  payment: 'awaited' | 'none' | 'taken' | 'going_back';
  /** Events sent to the account's webhook endpoints. The name of each contains the order's state. */
  events: readonly (ProductEvent & `order.${string}`)[];
}

/** Meaning of every state. Events and the lists below derive from this table. */
export const MEANING: Record<OrderState, Meaning> = {
  creating: { payment: 'awaited', events: [] },
  pending_payment: { payment: 'awaited', events: [] },
  // The transaction that records a payment also fulfills the order, so it causes both events.
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

/** States in which an order awaits payment and may hold an opportunity. */
export const OPEN_ORDER = statesWith('awaited');

/** States of orders that were never paid or could not be paid: attempts, not purchases. */
export const NEVER_PAID: readonly OrderState[] = ['creating', ...statesWith('none')];

/** Order states that are derived from the order's refunds. */
export const REFUND_STATES = statesWith('going_back');

export const PAYMENT = machine<PaymentOutcome>({ granted: ['refund'], refund: [] });

/** Refund states set by an operator. Later reports from the provider do not change them. */
export const SETTLED_BY_HAND = Object.values(SETTLED_AS);

/**
 * Derives an order's state from the refund states of its payments (null: not begun). The order of events does not
 * matter.
 */
export function stateOfRefunds(refunds: readonly (RefundStatus | null)[]): OrderState {
  if (refunds.includes('failed')) return 'refund_failed';
  if (refunds.some((status) => status === null || status === 'pending')) return 'refund_pending';
  return refunds.includes('waived') ? 'refund_waived' : 'refunded';
}

/** Amount of a payment that has not been returned and is not being returned, in minor units. */
export function leftToRefund(
  { amount }: { amount: number },
  refunds: readonly { amount: number; status: RefundObjectStatus }[],
): number {
  const returned = refunds.filter(({ status }) => status !== 'failed').reduce((sum, each) => sum + each.amount, 0);
  return Math.max(0, amount - returned);
}

/**
 * Derives the refund state of a payment from its refunds at the provider and the amount still owed, which a lost
 * dispute reduces. Null if we must start a refund of that amount. `forPerson` means that a person must return the
 * amount, since we never repeat failed refunds automatically.
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
