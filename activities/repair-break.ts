import type { BreakCause } from '../contracts/reconciliation';
import type { BookedObject } from '../contracts/provider-books';
import type { Database } from '../prisma/client';
import type { OwnRecords } from '../domain/own-records';
import { enqueuePaymentNotification } from '../store/orders/payment-events';
import { signalPayout } from '../store/withdrawals/signal-payout';
import { restoreWithdrawal } from '../store/withdrawals/restore-withdrawal';
import type { ActivityDeps } from './deps';
import { callPayments } from './failures';

/** A break to repair; notifications are sent once for each occasion. */
interface BreakToRepair {
  object: BookedObject;
  cause: BreakCause;
  own: OwnRecords;
  occasion: string;
}

// A copy of this deployment refunded our payment: whatever it may do, the money is gone.
const REFUND_CAUSES: readonly BreakCause[] = ['missing_refund', 'status', 'foreign_deployment'];
const DISPUTE_CAUSES: readonly BreakCause[] = ['missing_dispute', 'status'];

/**
 * Notifies the workflow that owns an object, which repairs the break itself, and enters a lost withdrawal. Moves
 * no money; causes that need a person are left alone.
 */
export async function repairBreak(
  { db, payments }: Pick<ActivityDeps, 'db' | 'payments'>,
  { object, cause, own, occasion }: BreakToRepair,
) {
  const { kind, id, mode, paymentId, withdrawalId, connectedAccountId } = object;
  const about = `reconciliation:${occasion}:${id}`;
  const orderId = own.payments.get(paymentId ?? '')?.orderId ?? object.orderId;
  if (cause === 'missing_payment') {
    const sessionId = await callPayments(() => payments!.books.findSession(mode, paymentId!));
    if (sessionId) await enqueuePaymentNotification(db, { id: orderId!, mode }, { about: 'session', sessionId }, about);
  } else if (kind === 'refund' && orderId && REFUND_CAUSES.includes(cause)) {
    await enqueuePaymentNotification(db, { id: orderId, mode }, { about: 'refund' }, about);
  } else if (kind === 'dispute' && orderId && DISPUTE_CAUSES.includes(cause)) {
    await enqueuePaymentNotification(db, { id: orderId, mode }, { about: 'dispute', disputeId: id }, about);
  } else if (cause === 'missing_fraud_warning' && orderId) {
    await enqueuePaymentNotification(db, { id: orderId, mode }, { about: 'fraud_warning', warningId: id }, about);
  } else if (cause === 'missing_entry') {
    await repairEntry(db, { object, own, about });
  } else if (cause === 'unknown_withdrawal' && withdrawalId && connectedAccountId) {
    const { amount, currency } = object.total;
    const lost = { withdrawalId, mode, amount, currency, connectedAccountId, transferredAt: object.createdAt };
    await restoreWithdrawal(db, lost);
  } else if (withdrawalId && (cause === 'missing_transfer' || cause === 'missing_payout' || cause === 'status')) {
    await signalPayout(db, { id: withdrawalId, mode }, about);
  }
}

// What a workflow checks again it enters in the ledger.
async function repairEntry(
  db: Database,
  { object, own, about }: { object: BookedObject; own: OwnRecords; about: string },
): Promise<void> {
  const { mode, movement, paymentId } = object;
  const aboutId = movement?.aboutId ?? '';
  const withdrawalId = own.transfers.get(aboutId);
  if (withdrawalId) {
    await signalPayout(db, { id: withdrawalId, mode }, about);
    return;
  }
  const orderId = own.payments.get(paymentId ?? '')?.orderId;
  if (!orderId) return;
  const notification = own.disputes.has(aboutId)
    ? ({ about: 'dispute', disputeId: aboutId } as const)
    : ({ about: 'refund' } as const);
  await enqueuePaymentNotification(db, { id: orderId, mode }, notification, about);
}
