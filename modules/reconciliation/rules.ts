import { idSchema } from '../../base/ids';
import { isOneOf, machine } from '../../base/machine';
import type { BookedObject, BookKind } from '../orders/provider-books';
import { HOUR, LOST_AFTER_MS, START_A_WORKER, type Waiting } from '../outbox/sweeps';
import type { WithdrawalState } from '../payouts/contract';
import { TRANSFERABLE } from '../payouts/rules';
import type { BreakCause, BreakState } from './contract';

/** States of a break (docs/interface/reconciliation.md). What closed by itself opens again if it no longer matches. */
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

export interface OwnPayment {
  orderId: string;
  amount: number;
  currency: string;
}

/** A refund or dispute of ours, as far as we know it. */
export interface OwnState {
  state: string;
}

export interface OwnWithdrawal {
  status: WithdrawalState;
  amount: number;
  currency: string;
  transferId: string | null;
  payoutId: string | null;
}

/** Our rows about some objects of the provider, by the provider's ids; orders and withdrawals by ours. */
export interface OwnRecords {
  deploymentId: string;
  orders: ReadonlySet<string>;
  payments: ReadonlyMap<string, OwnPayment>;
  refunds: ReadonlyMap<string, OwnState>;
  disputes: ReadonlyMap<string, OwnState>;
  fraudWarnings: ReadonlySet<string>;
  withdrawals: ReadonlyMap<string, OwnWithdrawal>;
  /** Withdrawals by the transfer that is recorded of them. */
  transfers: ReadonlyMap<string, string>;
  /** Movements of our balance in the ledger, by their cause: positive where money came. */
  entries: ReadonlyMap<string, { amount: number; currency: string }>;
  /** Connected accounts of our contributors. */
  connectedAccounts: ReadonlySet<string>;
}

type Known = Omit<OwnRecords, 'entries'>;

/** Fee to enter in the ledger, in minor units. */
export interface KnownFee {
  /** Payment that it is about; null for a fee of the account itself. */
  paymentId: string | null;
  fee: number;
}

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
    // While a withdrawal is under way its transfer may be there or not yet.
    return isOneOf(TRANSFERABLE, withdrawal.status) === object.remaining > 0 ? null : 'status';
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

/** True if an object is also in our rows, which nobody may ignore in one of another deployment. */
export function isKnown({ orderId, withdrawalId, paymentId }: BookedObject, own: OwnRecords): boolean {
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

/**
 * Compares a movement of our balance with the ledger; null if they agree. What the object that it is about reports
 * by itself (one that we do not know, one of another deployment) is reported by that object only.
 */
export function causeOfMovement(object: BookedObject, own: OwnRecords): BreakCause | null {
  const { kind, known, converted } = object.movement!;
  if (!known) return 'unknown_movement';
  if (kind === 'fee' || kind === 'own_money') return null;
  const causes = entriesOf(object, own);
  if (causes.length === 0 || object.total.amount === 0) return null;
  const entry = causes.map((cause) => own.entries.get(cause)).find((each) => each !== undefined);
  // A refund that had failed before we knew of it is not entered, nor is its failure.
  if (!entry) return own.refunds.get(object.movement!.aboutId ?? '')?.state === 'failed' ? null : 'missing_entry';
  // Our balance has another currency than the sale: the ledger has the amount of the sale.
  if (converted || (kind === 'dispute' && object.total.currency !== entry.currency)) return null;
  // A transfer can be reversed in parts, and is entered once the whole came back.
  if (kind === 'transfer_reversal' && object.total.amount <= entry.amount) return null;
  return differenceOf(object.total, entry);
}

/** Causes by one of which the ledger has a movement; none if it is not about an object that our rows know. */
export function entriesOf({ id, paymentId, movement }: BookedObject, own: Known): string[] {
  const { kind, aboutId } = movement!;
  if (kind === 'transfer' || kind === 'transfer_reversal') {
    const withdrawalId = own.transfers.get(aboutId ?? '');
    const steps = kind === 'transfer' ? ['transferred', 'settled'] : ['reversed', 'returned'];
    return withdrawalId ? steps.map((step) => `withdrawal:${withdrawalId}:${step}`) : [];
  }
  if (!own.payments.has(paymentId ?? '')) return [];
  if (kind === 'charge') return [`payment:${paymentId}`];
  if (kind === 'dispute') return own.disputes.has(aboutId!) ? [`dispute:${aboutId}:${id}`] : [];
  // A failure whose refund our rows do not know is missed here: the refund can be older than the period compared.
  if (!own.refunds.has(aboutId!)) return [];
  if (kind === 'refund') return [`refund:${aboutId}`];
  return kind === 'refund_failure' ? [`refund:${aboutId}:failed`] : [];
}

/** Fee that the provider kept of a movement of ours; null if it kept none, or of somebody else's. */
export function feeOf(object: BookedObject, own: Known): KnownFee | null {
  const { kind, fee } = object.movement!;
  if (kind === 'fee') return { paymentId: null, fee: fee - object.total.amount };
  if (fee === 0 || entriesOf(object, own).length === 0) return null;
  return { paymentId: object.paymentId, fee };
}

/** Compares what the provider says with what we have; null if they agree. */
export function differenceOf(
  total: { amount: number; currency: string },
  ours: { amount: number; currency: string },
): 'currency' | 'amount' | null {
  if (total.currency !== ours.currency) return 'currency';
  return total.amount === ours.amount ? null : 'amount';
}

/** What waits for an orphan to go back. */
export const ORPHAN_RETURN_WAIT = {
  what: 'Refund of a payment without an order',
  table: 'reconciliation_breaks',
  id: 'reconciliation_breaks.id',
  waits: "status = 'returning'",
  since: 'reconciliation_breaks.since',
  from: 'its approval',
  longestMs: LOST_AFTER_MS,
  workflows: ['orphanRefund'],
  sweep: 'lost_work',
  net: {
    starts: 'the refund uses the same idempotency key',
    workflowId: "'orphan-refund/' || reconciliation_breaks.id",
  },
  cure: START_A_WORKER,
} as const satisfies Waiting;

/** What waits for a comparison to end. */
export const RECONCILIATION_WAIT = {
  what: 'Reconciliation',
  table: 'reconciliation_runs',
  id: 'reconciliation_runs.id',
  waits: 'ended_at IS NULL',
  since: 'started_at',
  from: 'its start',
  longestMs: 48 * HOUR,
  workflows: ['reconciliation'],
  sweep: 'upkeep',
  net: { ends: 'ends it as incomplete and raises an alert; the next one covers the same period' },
  cure: 'admin reconcile.',
} as const satisfies Waiting;
