import { isOneOf } from '../../../base/machine';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { raiseAlert } from '../../alerts/store/alerts';
import type { RefundObjectStatus, RefundOrigin, RefundStatus } from '../../ledger/contract';
import { paymentBalances } from '../../ledger/store/balances';
import { isLostUnseen } from '../../ledger/store/disputes';
import { postPayments } from '../../ledger/store/payments';
import { leftToRefund, REFUND_STATES, SETTLED_BY_HAND, stateOfRefunds, statusOfReturn } from '../rules';
import { lockOrder, readPayments, type Payment } from './orders';
import { notifyPayer, takeBack } from './payments';
import { moveOrder } from './move';

export interface KnownRefund {
  id: string;
  amount: number;
  currency: string;
  status: RefundObjectStatus;
  failure: string | null;
  origin: RefundOrigin;
  /** Number of our refund attempt for the payment; null for a manual refund. */
  attempt: number | null;
  createdAt: Date;
}

export interface RefundNews {
  /** All the payment's refunds at the provider. */
  refunds: KnownRefund[];
  /** Why the provider permanently refuses a refund. */
  refusal?: string;
}

/** `none`: nothing left to do. `follow`: a refund is under way. `refund`: make one. `outdated`: reread the payment. */
export type NextOfReturn = 'none' | 'follow' | 'refund' | 'outdated';

/**
 * Records all refunds of a payment and updates what depends on them. If a payment is fully refunded, revokes what it
 * granted. Refunding is complete once the ledger shows that nothing more is owed on the payment, after any number of
 * refunds and lost disputes. It has failed if our refund failed and an amount is still owed. Also derives the order's
 * state from all its payments. Read `payment` before you retrieve its refunds from the provider.
 */
export function recordRefunds(db: Database, payment: Payment, news: RefundNews): Promise<NextOfReturn> {
  return transaction(db, async (tx) => {
    await lockOrder(tx, payment.orderId);
    const current = (await readPayments(tx, payment.orderId)).find(({ id }) => id === payment.id)!;
    const before = current.refundStatus;
    if (current.updatedAt.getTime() !== payment.updatedAt.getTime()) return 'outdated';
    const failedLate = await newlyFailed(tx, current.id, news);
    for (const refund of news.refunds) await upsertRefund(tx, current, refund);
    await postPayments(tx, current.orderId);

    if (current.outcome === 'granted') {
      // Partial refunds are goodwill and do not reverse the grant.
      if (leftToRefund(current, news.refunds) > 0) return 'none';
      await takeBack(tx, current);
    }
    if (isOneOf(SETTLED_BY_HAND, before ?? '')) {
      // The operator's decision remains, but it was made on the assumption that this part had reached the payer.
      for (const { id } of failedLate) await raiseRefundFailed(tx, current, id);
      return 'none';
    }
    const { returns: owed } = await paymentBalances(tx, current.id);
    const forPerson = isFailed(current, news, failedLate) || (await isLostUnseen(tx, current.id));
    const status = statusOfReturn({ ...current, owed }, news.refunds, forPerson);
    if (status === null) {
      await beginReturn(tx, current, news);
      return 'refund';
    }
    const failure = news.refusal ?? news.refunds.find((refund) => refund.status === 'failed')?.failure ?? null;
    await moveReturn(tx, current, status, { failure: status === 'failed' ? failure : null, refunds: news.refunds });
    const { id, refundAttempt: attempt } = current;
    if (status === 'failed' && before !== 'failed')
      await raiseRefundFailed(tx, current, attempt > 1 ? `${id}/${attempt}` : id);
    return status === 'pending' ? 'follow' : 'none';
  });
}

async function newlyFailed(tx: Queryable, paymentId: string, { refunds }: RefundNews): Promise<KnownRefund[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'refunds-failed',
    text: `SELECT id FROM refunds WHERE payment_id = $1 AND status = 'failed'`,
    values: [paymentId],
  });
  return refunds.filter(({ id, status }) => status === 'failed' && rows.every((known) => known.id !== id));
}

async function upsertRefund(tx: Queryable, { id, orderId, mode }: Payment, refund: KnownRefund): Promise<void> {
  await tx.query({
    name: 'refund-record',
    text: `INSERT INTO refunds (id, payment_id, order_id, mode, amount, currency, status, failure, origin, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
           ON CONFLICT (id) DO UPDATE SET status = excluded.status, failure = excluded.failure, amount = excluded.amount,
                  origin = excluded.origin, created_at = excluded.created_at, updated_at = now()
           WHERE (refunds.status, refunds.failure, refunds.amount, refunds.origin, refunds.created_at) IS DISTINCT FROM
                 (excluded.status, excluded.failure, excluded.amount, excluded.origin, excluded.created_at)`,
    values: [
      ...[refund.id, id, orderId, mode, refund.amount, refund.currency, refund.status, refund.failure],
      ...[refund.origin, refund.createdAt],
    ],
  });
}

// A failed refund is never repeated automatically; an operator has to request another attempt. Money owed again because
// a dispute was won late is not a failure.
function isFailed(
  { refundStatus, refundAttempt }: Payment,
  news: RefundNews,
  failedLate: readonly KnownRefund[],
): boolean {
  if (news.refusal !== undefined || refundStatus === 'failed') return true;
  const ours = news.refunds.find(({ attempt }) => attempt === refundAttempt);
  // If a manual refund failed before ours began, our refund includes its amount.
  const begun = refundStatus !== null || ours !== undefined;
  return ours?.status === 'failed' || (begun && failedLate.length > 0);
}

// Begins a refund, with a new attempt if the current attempt's refund was made and more is owed.
async function beginReturn(tx: Queryable, { id, orderId, refundAttempt }: Payment, news: RefundNews): Promise<void> {
  const made = news.refunds.some(({ attempt }) => attempt === refundAttempt);
  await tx.query({
    name: 'payment-return-begin',
    text: `UPDATE payments SET refund_status = NULL, refund_failure = NULL, refund_attempt = $2, updated_at = now()
           WHERE id = $1 AND (refund_status IS NOT NULL OR refund_attempt <> $2)`,
    values: [id, refundAttempt + (made ? 1 : 0)],
  });
  await updateOrderByRefunds(tx, orderId);
}

/** Alerts the operator that a refund failed and we still have the customer's money, once per `subject`. */
function raiseRefundFailed(tx: Queryable, { orderId, id: paymentId }: Payment, subject: string): Promise<void> {
  return raiseAlert(tx, { alert: 'refund-failed', subject, facts: { orderId, paymentId } });
}

/**
 * Recomputes a payment's refund state from its recorded refunds after a dispute changed what is owed. Call it in a
 * transaction under the order's lock. A refund state that is null or was set by an operator stays unchanged. If money
 * is owed again, the next {@link recordRefunds} begins another refund.
 */
export async function followReturn(tx: Queryable, orderId: string, paymentId: string): Promise<void> {
  const payment = (await readPayments(tx, orderId)).find(({ id }) => id === paymentId);
  if (payment?.outcome !== 'refund' || payment.refundStatus === null) return;
  if (isOneOf(SETTLED_BY_HAND, payment.refundStatus)) return;
  const { rows: refunds } = await tx.query<Pick<KnownRefund, 'amount' | 'status'>>({
    name: 'refunds-of-payment',
    text: 'SELECT amount, status FROM refunds WHERE payment_id = $1',
    values: [paymentId],
  });
  const { returns: owed } = await paymentBalances(tx, paymentId);
  const status = statusOfReturn({ ...payment, owed }, refunds, payment.refundStatus === 'failed');
  if (status !== payment.refundStatus) await moveReturn(tx, payment, status, { failure: null, refunds });
}

/**
 * Changes the refund state of a payment and of its order. Notifies the payer, only once, that a refund is under way.
 */
async function moveReturn(
  tx: Queryable,
  { id, orderId, refundStatus: before }: Payment,
  status: RefundStatus | null,
  { failure, refunds }: { failure: string | null; refunds: readonly { status: RefundObjectStatus }[] },
): Promise<void> {
  await tx.query({
    name: 'payment-return',
    text: `UPDATE payments SET refund_status = $2, refund_failure = $3, updated_at = now()
           WHERE id = $1 AND outcome = $4 AND (refund_status, refund_failure) IS DISTINCT FROM ($2, $3)`,
    values: [id, status, failure, 'refund'],
  });
  await updateOrderByRefunds(tx, orderId);
  if (isRefunded(status, refunds) && !isUnderway(before)) await notifyPayer(tx, id, 'refund');
}

// We email the payer only about our refunds, because the bank returns what a dispute took.
function isRefunded(status: RefundStatus | null, refunds: readonly { status: RefundObjectStatus }[]): boolean {
  return isUnderway(status) || (status === 'charged_back' && refunds.some(({ status: of }) => of !== 'failed'));
}

function isUnderway(status: RefundStatus | null): boolean {
  return status === 'pending' || status === 'succeeded';
}

/**
 * Derives the order's state from all its payments. A fulfilled order stays fulfilled if its second payment is refunded.
 */
export async function updateOrderByRefunds(tx: Queryable, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (!order || !isOneOf(REFUND_STATES, order.status)) return;
  const returned = (await readPayments(tx, orderId)).filter(({ outcome }) => outcome === 'refund');
  await moveOrder(tx, orderId, stateOfRefunds(returned.map(({ refundStatus }) => refundStatus)));
}
