import { activityInfo, heartbeat } from '@temporalio/activity';
import type { Mode } from '../base/access';
import type { BooksPage, Payments, WithdrawalOrder } from '../modules/orders/payment-provider';
import type { BookedObject } from '../modules/orders/provider-books';
import { RETURNED_WITHIN_MS } from '../modules/payouts/rules';
import { enqueuePaymentNotification } from '../modules/payouts/store/provider-news';
import { restoreWithdrawal } from '../modules/payouts/store/recover';
import { transfersPaidBefore, signalPayout } from '../modules/payouts/store/withdrawals';
import type { BreakCause } from '../modules/reconciliation/contract';
import { causeOf, type OwnRecords } from '../modules/reconciliation/rules';
import { readOwnRecords } from '../modules/reconciliation/store/own-records';
import { startOfUncompared } from '../modules/reconciliation/store/reconciliation';
import type { Database } from '../prisma/client';
import type { ActivityDeps } from './deps';
import { callPayments } from './failures';

/** A break to repair. For each `occasion`, the repair sends its notifications only once. */
interface BreakToRepair {
  object: BookedObject;
  cause: BreakCause;
  own: OwnRecords;
  occasion: string;
}

// If a copy of this deployment refunded our payment, the money is gone, even if that was a mistake.
const REFUND_CAUSES: readonly BreakCause[] = ['missing_refund', 'status', 'foreign_deployment'];
const DISPUTE_CAUSES: readonly BreakCause[] = ['missing_dispute', 'status'];

/** Notifies the object's workflow or restores a lost withdrawal. Moves no money. Skips causes that need a person. */
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

// Notifies the workflow that checks the object again and posts it to the ledger.
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

type Deps = Pick<ActivityDeps, 'db' | 'payments'>;

/**
 * Restores the withdrawals that our database lost, using the transfers to a connected account. Call it before
 * transferring money there, so that nobody withdraws money twice before the next reconciliation. Reads only the
 * transfers that no reconciliation has compared. A heartbeat per page tells the next attempt where to continue.
 */
export async function restoreLostTransfers(deps: Deps, mode: Mode, connectedAccountId: string): Promise<void> {
  const { db, payments } = deps;
  const deploymentId = await payments!.deploymentId();
  const from = await startOfUncompared(db, mode);
  const after = (activityInfo().heartbeatDetails as string | null | undefined) ?? null;
  for await (const page of transfersTo(payments!, { mode, connectedAccountId, from, after })) {
    const own = await readOwnRecords(db, deploymentId, page.objects);
    for (const object of page.objects) {
      const cause = causeOf(object, own);
      if (cause === 'unknown_withdrawal')
        await repairBreak(deps, { object, cause, own, occasion: 'before a transfer' });
    }
    if (page.next !== null) heartbeat(page.next);
  }
}

/**
 * True if the connected account of a withdrawal may hold other money: any transfer that was neither reversed nor
 * permanently received by the bank. Uses the provider's list of all transfers there. Our own rows are incomplete: they
 * lack second transfers that we never noticed, and everything that a restore lost.
 */
export async function mayHoldOtherMoney({ db, payments }: Deps, order: WithdrawalOrder): Promise<boolean> {
  const { mode, connectedAccountId, withdrawalId } = order;
  const sinceEver = { mode, connectedAccountId, from: new Date(0), after: null };
  const returnedAfter = new Date(Date.now() - RETURNED_WITHIN_MS);
  for await (const { objects } of transfersTo(payments!, sinceEver)) {
    const others = objects.filter((each) => each.remaining > 0 && each.withdrawalId !== withdrawalId);
    const ids = others.flatMap((each) => each.withdrawalId ?? []);
    const final = await transfersPaidBefore(db, returnedAfter, ids);
    if (others.some(({ id }) => !final.has(id))) return true;
  }
  return false;
}

/** Pages of transfers to a connected account from `from` until now, newest first. */
async function* transfersTo(
  payments: Payments,
  query: { mode: Mode; connectedAccountId: string; from: Date; after: string | null },
): AsyncGenerator<BooksPage> {
  const until = new Date();
  let { after } = query;
  do {
    const page = await callPayments(() => payments.books.list({ ...query, kind: 'transfer', until, after }));
    yield page;
    after = page.next;
  } while (after !== null);
}
