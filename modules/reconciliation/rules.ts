import { idSchema } from '../../base/ids';
import { isOneOf, machine } from '../../base/machine';
import type { BookedObject, BookKind } from '../orders/provider-books';
import { HOUR, LOST_AFTER_MS, START_A_WORKER, type Waiting } from '../outbox/sweeps';
import type { WithdrawalState } from '../payouts/contract';
import { TRANSFERABLE } from '../payouts/rules';
import type { BreakCause, BreakState } from './contract';

/** States of a break (docs/interface/reconciliation.md). A break that was closed automatically can reopen. */
export const BREAK = machine<BreakState>({
  open: ['matched', 'settled', 'returning'],
  returning: ['returned', 'open', 'matched', 'settled'],
  matched: ['open'],
  settled: [],
  returned: ['open'], // A successful refund can still fail.
  ignored: [],
});

/** Open breaks: a person or a workflow still has to act. */
export const UNSETTLED = ['open', 'returning'] as const satisfies readonly BreakState[];

/** Causes that a notified workflow repairs. We alert only about breaks that the workflow did not repair. */
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

/** Our rows about some of the provider's objects, by the provider's ids. Orders and withdrawals use our own ids. */
export interface OwnRecords {
  deploymentId: string;
  orders: ReadonlySet<string>;
  payments: ReadonlyMap<string, OwnPayment>;
  refunds: ReadonlyMap<string, OwnState>;
  disputes: ReadonlyMap<string, OwnState>;
  fraudWarnings: ReadonlySet<string>;
  withdrawals: ReadonlyMap<string, OwnWithdrawal>;
  /** Ids of withdrawals, by the id of their recorded transfer. */
  transfers: ReadonlyMap<string, string>;
  /** Balance movements in the ledger, by cause; incoming money is positive. */
  entries: ReadonlyMap<string, { amount: number; currency: string }>;
  connectedAccounts: ReadonlySet<string>;
}

type Known = Omit<OwnRecords, 'entries'>;

/** Fee to post in the ledger, in minor units. */
export interface KnownFee {
  /** Payment that the fee is for; null for account fees. */
  paymentId: string | null;
  fee: number;
}

const ORDER_ID = new RegExp(idSchema('ord').pattern!);
const WITHDRAWAL_ID = new RegExp(idSchema('wdr').pattern!);

/**
 * Compares a provider's object with our rows. Null if they agree, or if the object is not ours. Reports only
 * differences in the object itself. If a refund's payment is unknown, for example, only the charge is reported.
 */
export function causeOf(object: BookedObject, own: OwnRecords): BreakCause | null {
  // The object behind a movement decides which deployment the movement belongs to.
  if (object.kind === 'balance_movement') return causeOfMovement(object, own);
  const known = isKnown(object, own);
  if (object.deploymentId !== null && object.deploymentId !== own.deploymentId) {
    // If two deployments have the same row, one of them is running on a copy of the other's database.
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
    // Money that was returned needs no action. Objects without our ids belong to another business on the account.
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
    // The provider completed another transfer late. That transfer must be reversed.
    if (withdrawal.transferId !== object.id) return object.remaining > 0 ? 'status' : null;
    const difference = differenceOf(object.total, withdrawal);
    if (difference) return difference;
    // In these states, the transfer must still have its money. In all others, it must be fully reversed.
    return isOneOf(TRANSFERABLE, withdrawal.status) === object.remaining > 0 ? null : 'status';
  },
  payout(object, own) {
    if (!own.connectedAccounts.has(object.connectedAccountId ?? '')) return null;
    const withdrawal = own.withdrawals.get(object.withdrawalId ?? '');
    // The bank returned the payout, and we may not have recorded that yet.
    if (object.remaining === 0)
      return withdrawal?.status === 'paid' && withdrawal.payoutId === object.id ? 'status' : null;
    if (withdrawal) return withdrawal.payoutId === null ? 'missing_payout' : null;
    // A payout without a withdrawal id was made manually or by a schedule. With an id, it belongs to a lost
    // withdrawal, which is reported with the transfer.
    return object.withdrawalId === null ? 'unknown_payout' : null;
  },
  fraud_warning: ({ id, paymentId }, own) =>
    own.payments.has(paymentId ?? '') && !own.fraudWarnings.has(id) ? 'missing_fraud_warning' : null,
};

/** True if our rows reference the object. Such an object must not be ignored, even if another deployment created it. */
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
 * Compares a movement of our balance with the ledger; null if they agree. Unknown objects and those of another
 * deployment are reported only once, instead of for each movement.
 */
export function causeOfMovement(object: BookedObject, own: OwnRecords): BreakCause | null {
  const { kind, known, converted } = object.movement!;
  if (!known) return 'unknown_movement';
  if (kind === 'fee' || kind === 'own_money') return null;
  const causes = entriesOf(object, own);
  if (causes.length === 0 || object.total.amount === 0) return null;
  const entry = causes.map((cause) => own.entries.get(cause)).find((each) => each !== undefined);
  // If a refund failed before we learned of it, we post neither the refund nor its failure.
  if (!entry) return own.refunds.get(object.movement!.aboutId ?? '')?.state === 'failed' ? null : 'missing_entry';
  // The ledger has the amount in the currency of the sale, which is not the currency of our balance.
  if (converted || (kind === 'dispute' && object.total.currency !== entry.currency)) return null;
  // A transfer can be reversed in parts, but is posted only once it is fully reversed.
  if (kind === 'transfer_reversal' && object.total.amount <= entry.amount) return null;
  return differenceOf(object.total, entry);
}

/** Causes under which the ledger may have a movement; empty if the movement does not belong to one of our objects. */
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
  // We cannot report the failure of a refund that is not in our rows, because the refund may be older than the
  // compared period.
  if (!own.refunds.has(aboutId!)) return [];
  if (kind === 'refund') return [`refund:${aboutId}`];
  return kind === 'refund_failure' ? [`refund:${aboutId}:failed`] : [];
}

/** Fee that the provider deducted from one of our movements; null if there was no fee or the movement is not ours. */
export function feeOf(object: BookedObject, own: Known): KnownFee | null {
  const { kind, fee } = object.movement!;
  if (kind === 'fee') return { paymentId: null, fee: fee - object.total.amount };
  if (fee === 0 || entriesOf(object, own).length === 0) return null;
  return { paymentId: object.paymentId, fee };
}

/** Returns whether the `currency` or the `amount` differs; null if both agree. */
export function differenceOf(
  total: { amount: number; currency: string },
  ours: { amount: number; currency: string },
): 'currency' | 'amount' | null {
  if (total.currency !== ours.currency) return 'currency';
  return total.amount === ours.amount ? null : 'amount';
}

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
  net: { ends: 'ends it as incomplete and raises an alert; the next reconciliation covers the same period' },
  cure: 'admin reconcile.',
} as const satisfies Waiting;
