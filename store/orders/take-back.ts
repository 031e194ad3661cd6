import type { RefundReason } from '../../contracts/payment-words';
import { PAYMENT } from '../../domain/orders';
import type { Queryable } from '../../prisma/client';
import { enterPayments } from '../ledger/enter-payments';
import { followPayment } from './follow-payment';
import { lockOrder } from './lock-order';
import { moveOrder } from './move-order';
import type { Payment } from './row';

/**
 * Reverses the grant of a payment, once, in the caller's transaction: credits and share follow it
 * ({@link followPayment}), and the dossier is closed. The payment is then one to be returned; the opportunity stays
 * sold, since its buyer may have read it. Returns false if the payment was not granted.
 */
export async function takeBack(
  tx: Queryable,
  { id, orderId }: Pick<Payment, 'id' | 'orderId'>,
  reason: Extract<RefundReason, 'returned' | 'fraud_warning'> = 'returned',
): Promise<boolean> {
  await lockOrder(tx, orderId);
  const { rowCount } = await tx.query({
    name: 'payment-take-back',
    text: `UPDATE payments SET outcome = $2, reason = $4, updated_at = now()
           WHERE id = $1 AND outcome = ANY($3)`,
    values: [id, 'refund', PAYMENT.before('refund'), reason],
  });
  if (rowCount === 0) return false;
  await moveOrder(tx, orderId, 'refund_pending');
  await followPayment(tx, orderId);
  await enterPayments(tx, orderId);
  return true;
}
