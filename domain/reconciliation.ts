import { idSchema } from '../contracts/ids';
import type { BreakCause, BreakState } from '../contracts/reconciliation';
import type { BookedObject, BookKind } from '../contracts/provider-books';
import type { WithdrawalState } from '../contracts/withdrawals';
import { isOneOf, machine } from './machine';
import { differenceOf, type OwnRecords, type OwnState } from './own-records';
import { causeOfMovement } from './reconciled-movements';
import { HOUR, LOST_AFTER_MS, START_A_WORKER, type Waiting } from './waits';

/** States of a break (docs/interface.md, Reconciliation). What closed by itself opens again if it no longer matches. */
export const BREAK = machine<BreakState>({
  open: ['matched', 'settled', 'returning'],
  returning: ['returned', 'open', 'matched', 'settled'],
  matched: ['open'],
  settled: [],
  returned: ['open'], // A refund that had succeeded can still fail.
  ignored: [],
});

/** Breaks that count as open: somebody, or a workflow, still has to do something. */
export const UNSETTLED = ['open', 'returning'] as const satisfies readonly BreakState[];

/** Causes that a notified workflow repairs; they alert only where it did not. */
export const REPAIRED_BY_NOTIFICATION = [
  'missing_payment',
  'missing_refund',
  'missing_dispute',
  'missing_fraud_warning',
  'missing_transfer',
  'missing_payout',
  'unknown_withdrawal',
  'missing_entry',
  'status',
] as const satisfies readonly BreakCause[];

const ORDER_ID = new RegExp(idSchema('ord').pattern!);
const WITHDRAWAL_ID = new RegExp(idSchema('wdr').pattern!);

/**
 * Compares an object of the provider with our rows; null if they agree, or if the object is no business of this product.
 * Each object reports its own differences only: a refund of a payment that we do not know is reported by its charge.
 */
export function causeOf(object: BookedObject, own: OwnRecords): BreakCause | null {
  // The object that it is about decides whose it is.
  if (object.kind === 'balance_movement') return causeOfMovement(object, own);
  const known = isKnown(object, own);
  if (object.deploymentId !== null && object.deploymentId !== own.deploymentId) {
    // Two deployments know the same row: one of them works on a copy of the other's database.
    return known || object.kind === 'charge' || object.kind === 'transfer' ? 'foreign_deployment' : null;
  }
  return COMPARE[object.kind](object, own);
}

/** True if an object of another deployment is also in our rows, which nobody may ignore. */
export function isClash(object: BookedObject, own: OwnRecords): boolean {
  return isKnown(object, own);
}

const COMPARE: Record<
  Exclude<BookKind, 'balance_movement'>,
  (object: BookedObject, own: OwnRecords) => BreakCause | null
> = {
  charge(object, own) {
    const payment = own.payments.get(object.paymentId ?? '');
    if (payment) return differenceOf(object.total, payment);
    // Money that went back needs nobody, and objects without our ids are another business on the account.
    if (object.remaining === 0 || object.orderId === null || !ORDER_ID.test(object.orderId)) return null;
    return own.orders.has(object.orderId) ? 'missing_payment' : 'unknown_order';
  },
  refund: ({ id, state, paymentId }, own) =>
    own.payments.has(paymentId ?? '') ? compareState(state, own.refunds.get(id), 'missing_refund') : null,
  dispute: ({ id, state, paymentId }, own) =>
    own.payments.has(paymentId ?? '') ? compareState(state, own.disputes.get(id), 'missing_dispute') : null,
  transfer(object, own) {
    const withdrawal = own.withdrawals.get(object.withdrawalId ?? '');
    if (!withdrawal) return isOurTransfer(object, own) && object.remaining > 0 ? 'unknown_withdrawal' : null;
    if (withdrawal.transferId === null && object.remaining > 0) return 'missing_transfer';
    // Another transfer than the one recorded, which the provider completed late: right once it was taken back.
    if (withdrawal.transferId !== object.id) return object.remaining > 0 ? 'status' : null;
    const difference = differenceOf(object.total, withdrawal);
    if (difference) return difference;
    return hasLeft(withdrawal.status) === object.remaining > 0 ? null : 'status';
  },
  payout(object, own) {
    if (!own.connectedAccounts.has(object.connectedAccountId ?? '')) return null;
    const withdrawal = own.withdrawals.get(object.withdrawalId ?? '');
    // Sent back by the bank, which we do not know yet.
    if (object.remaining === 0)
      return withdrawal?.status === 'paid' && withdrawal.payoutId === object.id ? 'status' : null;
    if (withdrawal) return withdrawal.payoutId === null ? 'missing_payout' : null;
    // A payout without a withdrawal was made by hand or by a schedule; a lost withdrawal is reported by its transfer.
    return object.withdrawalId === null ? 'unknown_payout' : null;
  },
  fraud_warning: ({ id, paymentId }, own) =>
    own.payments.has(paymentId ?? '') && !own.fraudWarnings.has(id) ? 'missing_fraud_warning' : null,
};

function isKnown({ orderId, withdrawalId, paymentId }: BookedObject, own: OwnRecords): boolean {
  return own.payments.has(paymentId ?? '') || own.orders.has(orderId ?? '') || own.withdrawals.has(withdrawalId ?? '');
}

function isOurTransfer({ withdrawalId, connectedAccountId }: BookedObject, own: OwnRecords): boolean {
  return (withdrawalId !== null && WITHDRAWAL_ID.test(withdrawalId)) || own.connectedAccounts.has(connectedAccountId!);
}

function compareState(
  state: string | null,
  ours: OwnState | undefined,
  missing: 'missing_refund' | 'missing_dispute',
): BreakCause | null {
  if (!ours) return missing;
  return ours.state === state ? null : 'status';
}

// While a withdrawal is under way its transfer may be there or not yet.
function hasLeft(status: WithdrawalState): boolean {
  return isOneOf(['processing', 'in_transit', 'paid'] as const, status);
}

/** What waits for an orphan to go back. */
export const ORPHAN_RETURN_WAIT = {
  what: 'Payment without an order that goes back',
  table: 'reconciliation_breaks',
  id: 'reconciliation_breaks.id',
  waits: "status = 'returning'",
  since: 'reconciliation_breaks.since',
  from: 'its approval',
  longestMs: LOST_AFTER_MS,
  workflows: ['orphanRefund'],
  sweep: 'lost_work',
  net: { starts: 'its refund has the same key', workflowId: "'orphan-refund/' || reconciliation_breaks.id" },
  cure: START_A_WORKER,
} as const satisfies Waiting;

/** What waits for a comparison to end. */
export const RECONCILIATION_WAIT = {
  what: 'Comparison of the provider’s books with ours',
  table: 'reconciliation_runs',
  id: 'reconciliation_runs.id',
  waits: 'ended_at IS NULL',
  since: 'started_at',
  from: 'its start',
  longestMs: 48 * HOUR,
  workflows: ['reconciliation'],
  sweep: 'upkeep',
  net: { ends: 'ends it as incomplete, which is an alert; the next one compares the same period' },
  cure: 'admin reconcile.',
} as const satisfies Waiting;
