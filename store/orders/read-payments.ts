import type { Prisma, Queryable } from '../../prisma/client';
import { DISPUTE_COLUMNS, PAYMENT_COLUMNS, toDispute, toPayment, type Dispute, type Payment } from './row';

/** Payments of an order as the caller's transaction sees them, the oldest first. */
export async function readPayments(tx: Queryable, orderId: string): Promise<Payment[]> {
  const { rows } = await tx.query<Prisma.PaymentModel>({
    name: 'payments-of-order',
    text: `SELECT ${PAYMENT_COLUMNS} FROM payments WHERE order_id = $1 ORDER BY created_at, id`,
    values: [orderId],
  });
  return rows.map(toPayment);
}

/** Disputes of an order's payments as the caller's transaction sees them, the oldest first. */
export async function readDisputes(tx: Queryable, orderId: string): Promise<Dispute[]> {
  const { rows } = await tx.query<Prisma.DisputeModel>({
    name: 'disputes-of-order',
    text: `SELECT ${DISPUTE_COLUMNS} FROM disputes WHERE order_id = $1 ORDER BY opened_at, id`,
    values: [orderId],
  });
  return rows.map(toDispute);
}
