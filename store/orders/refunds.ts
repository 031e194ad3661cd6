import { transaction, type Database, type Order, type Payment, type Queryable } from '../../prisma/client';
import { debitSale } from '../contributors';
import { lockOrder } from './order-rows';

/** How a refund stands, as far as it concerns us: `charged_back` went home by a lost dispute instead. */
export type RefundStatus = 'pending' | 'succeeded' | 'failed' | 'charged_back';

/**
 * Takes back what a payment had paid for, once, because the provider has given all of the payment back: somebody did so by hand. From
 * then on it is a payment that goes back, as any other. An unused credit is revoked, a contributor's share is debited, and the
 * dossier of an opportunity is closed; the opportunity stays sold, since its buyer has read it.
 */
export function takeBack(db: Database, { id, orderId }: Pick<Payment, 'id' | 'orderId'>): Promise<void> {
  return transaction(db, async (tx) => {
    await lockOrder(tx, orderId);
    const { rowCount } = await tx.query({
      name: 'refund-by-hand',
      // The receipt was one notice, the refund is to be another.
      text: `UPDATE payments SET outcome = 'refund', reason = 'returned', notice_sent_at = NULL, updated_at = now()
             WHERE id = $1 AND outcome = 'granted'`,
      values: [id],
    });
    if (rowCount === 0) return;
    const { rows } = await tx.query<Pick<Order, 'entitlementId'>>({
      name: 'refund-by-hand-order',
      text: `UPDATE orders SET status = 'refund_pending', updated_at = now() WHERE id = $1
             RETURNING entitlement_id AS "entitlementId"`,
      values: [orderId],
    });
    await tx.query({
      name: 'refund-by-hand-credit',
      text: `UPDATE entitlements SET status = 'revoked' WHERE id = $1 AND status = 'unused'`,
      values: [rows[0]!.entitlementId],
    });
    await debitSale(tx, orderId);
  });
}

/** Payments of an order that go back and have not arrived for good: those without a refund, on their way, or failed. */
export function paymentsToRefund(db: Database, orderId: string): Promise<Payment[]> {
  return db.prisma.payment.findMany({ where: { orderId, outcome: 'refund' }, orderBy: { createdAt: 'asc' } });
}

/**
 * Notes how the refund of a payment stands and moves the order along: refunded once all of it has gone back, `refund_failed`
 * while a part has not. A refund that had succeeded can still fail. `alarming` is true the one time that a failure is new.
 */
export function recordRefund(
  db: Database,
  paymentId: string,
  refund: { id: string | null; status: RefundStatus; failureReason: string | null },
): Promise<{ alarming: boolean }> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ orderId: string; before: string | null }>({
      name: 'refund-lock',
      text: `SELECT payments.order_id AS "orderId", payments.refund_status AS before
             FROM payments JOIN orders ON orders.id = payments.order_id WHERE payments.id = $1 FOR UPDATE OF orders`,
      values: [paymentId],
    });
    const { orderId, before } = rows[0]!;
    await tx.query({
      name: 'refund-record',
      text: `UPDATE payments SET refund_id = COALESCE($2, refund_id), refund_status = $3, refund_failure = $4, updated_at = now()
             WHERE id = $1 AND outcome = 'refund'`,
      values: [paymentId, refund.id, refund.status, refund.failureReason],
    });
    await moveOrder(tx, orderId);
    return { alarming: refund.status === 'failed' && before !== 'failed' };
  });
}

// The state follows from the payments, so that neither order nor repetition of what is heard matters.
async function moveOrder(tx: Queryable, orderId: string): Promise<void> {
  await tx.query({
    name: 'refund-move-order',
    text: `UPDATE orders SET status = parts.status, updated_at = now()
           FROM (SELECT CASE WHEN bool_or(refund_status = 'failed') THEN 'refund_failed'
                             WHEN bool_and(COALESCE(refund_status, 'pending') IN ('succeeded', 'charged_back')) THEN 'refunded'
                             ELSE 'refund_pending' END AS status
                 FROM payments WHERE order_id = $1 AND outcome = 'refund') AS parts
           WHERE orders.id = $1 AND orders.status IN ('refund_pending', 'refunded', 'refund_failed')
             AND orders.status <> parts.status`,
    values: [orderId],
  });
}

/** Notes that the payer was told what became of a payment. */
export async function markNoticeSent(db: Database, paymentId: string): Promise<void> {
  await db.prisma.payment.updateMany({
    where: { id: paymentId, noticeSentAt: null },
    data: { noticeSentAt: new Date() },
  });
}
