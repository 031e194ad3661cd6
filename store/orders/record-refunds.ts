import type { RefundObjectStatus, RefundOrigin, RefundStatus } from '../../contracts/orders';
import { decidingDispute } from '../../domain/disputes';
import { isOneOf } from '../../domain/machine';
import { leftToRefund, SETTLED_BY_HAND, statusOfReturn } from '../../domain/orders';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { raiseAlert } from '../alerts/raise-alert';
import { enterPayments } from '../ledger/enter-payments';
import { lockOrder } from './lock-order';
import { notifyPayer } from './notify-payer';
import { readDisputes, readPayments } from './read-payments';
import type { Payment } from './row';
import { takeBack } from './take-back';
import { updateOrderByRefunds } from './update-order-by-refunds';

/** A refund of a payment, as the provider has it. */
export interface KnownRefund {
  id: string;
  amount: number;
  currency: string;
  status: RefundObjectStatus;
  failure: string | null;
  origin: RefundOrigin;
  /** Number of our refund of the payment; null for one made by hand. */
  attempt: number | null;
  createdAt: Date;
}

/** News about the refunds of a payment. */
export interface RefundNews {
  /** All refunds that the provider has of the payment. */
  refunds: KnownRefund[];
  /** The provider refuses for good to make a refund, for this reason. */
  refusal?: string;
}

/**
 * Next step of the return of a payment: `none` if it is not to be returned or all is done, `follow` while a refund is
 * under way, `refund` if a refund of what is left has to be made, `outdated` if the payment changed since it was read,
 * so that the provider has to be asked again.
 */
export type NextOfReturn = 'none' | 'follow' | 'refund' | 'outdated';

/**
 * Records all refunds of a payment and derives what follows: a granted payment of which nothing is left loses its grant;
 * the return of one that is not granted is done once nothing is left of it, whoever refunded it and in how many parts,
 * and failed while something is left after our refund failed. Updates the order by all of its payments. `payment` is as
 * read before the provider was asked.
 */
export function recordRefunds(db: Database, payment: Payment, news: RefundNews): Promise<NextOfReturn> {
  return transaction(db, async (tx) => {
    await lockOrder(tx, payment.orderId);
    const current = (await readPayments(tx, payment.orderId)).find(({ id }) => id === payment.id)!;
    const before = current.refundStatus;
    if (current.updatedAt.getTime() !== payment.updatedAt.getTime()) return 'outdated';
    const failedLate = await newlyFailed(tx, current.id, news);
    for (const refund of news.refunds) await upsertRefund(tx, current, refund);
    await enterPayments(tx, current.orderId);

    if (current.outcome === 'granted') {
      // A part is a gesture of goodwill and reverses no grant.
      if (leftToRefund(current, news.refunds) > 0) return 'none';
      await takeBack(tx, current);
    }
    if (isOneOf(SETTLED_BY_HAND, before ?? '')) {
      for (const { id } of failedLate) await raiseFailedAfterDecision(tx, current, id);
      return 'none';
    }
    const status = (await isChargedBack(tx, current, news))
      ? 'charged_back'
      : statusOfReturn(current, news.refunds, isBegun(current, news));
    if (status === null) return 'refund';
    const failure = news.refusal ?? news.refunds.find((refund) => refund.status === 'failed')?.failure ?? null;
    await updateReturn(tx, current.id, status, status === 'failed' ? failure : null);
    await updateOrderByRefunds(tx, current.orderId);
    if (isUnderway(status) && !isUnderway(before)) await notifyPayer(tx, current.id, 'refund');
    if (status === 'failed' && before !== 'failed') await raiseRefundFailed(tx, current);
    return status === 'pending' ? 'follow' : 'none';
  });
}

/** Alerts the operator, once for each of our refunds of a payment, that a customer's money is still with us. */
function raiseRefundFailed(
  tx: Queryable,
  { orderId, id: paymentId, refundAttempt }: Pick<Payment, 'orderId' | 'id' | 'refundAttempt'>,
): Promise<void> {
  const subject = refundAttempt > 1 ? `${paymentId}/${refundAttempt}` : paymentId;
  return raiseAlert(tx, { alert: 'refund-failed', subject, facts: { orderId, paymentId } });
}

// The decision remains, but its operator counted on this part having reached the payer.
function raiseFailedAfterDecision(tx: Queryable, { orderId, id: paymentId }: Payment, refund: string): Promise<void> {
  return raiseAlert(tx, { alert: 'refund-failed', subject: refund, facts: { orderId, paymentId } });
}

async function newlyFailed(tx: Queryable, paymentId: string, { refunds }: RefundNews): Promise<KnownRefund[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'refunds-failed',
    text: `SELECT id FROM refunds WHERE payment_id = $1 AND status = 'failed'`,
    values: [paymentId],
  });
  return refunds.filter(({ id, status }) => status === 'failed' && rows.every((known) => known.id !== id));
}

// A refund that failed is never repeated by itself: only an operator asks for another attempt.
function isBegun({ refundStatus, refundAttempt }: Payment, { refunds, refusal }: RefundNews): boolean {
  // A dispute that was lost and is won after all leaves the refund still to be made.
  const recorded = refundStatus !== null && refundStatus !== 'charged_back';
  return recorded || refusal !== undefined || refunds.some(({ attempt }) => attempt === refundAttempt);
}

function isUnderway(status: RefundStatus | null): boolean {
  return status === 'pending' || status === 'succeeded';
}

// A lost dispute took the money back, unless refunds had returned all of it.
async function isChargedBack(tx: Queryable, payment: Payment, { refunds }: RefundNews): Promise<boolean> {
  if (leftToRefund(payment, refunds) === 0) return false;
  return decidingDispute(await readDisputes(tx, payment.orderId), payment.id)?.status === 'lost';
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

async function updateReturn(tx: Queryable, id: string, status: RefundStatus, failure: string | null): Promise<void> {
  await tx.query({
    name: 'payment-return',
    text: `UPDATE payments SET refund_status = $2, refund_failure = $3, updated_at = now()
           WHERE id = $1 AND outcome = $4 AND (refund_status, refund_failure) IS DISTINCT FROM ($2, $3)`,
    values: [id, status, failure, 'refund'],
  });
}
