import { reservationMessage } from '../../contracts/workflow-messages';
import type { Database, Order } from '../../prisma/client';
import { enqueue } from '../outbox';
import { ORDER_COLUMNS } from './order-rows';

/** Orders that wait for a payment and have a session to look at, by id, after the one that is named. */
export async function ordersAwaitingPayment(db: Database, afterId: string, limit: number): Promise<Order[]> {
  const { rows } = await db.pool.query<Order>({
    name: 'sweep-open-orders',
    text: `SELECT ${ORDER_COLUMNS} FROM orders
           WHERE status = 'pending_payment' AND checkout_session_id IS NOT NULL AND id > $1 ORDER BY id LIMIT $2`,
    values: [afterId, limit],
  });
  return rows;
}

/** Orders with a payment that should long have gone back. */
export async function ordersWithStuckRefund(db: Database, limit: number): Promise<Order[]> {
  const { rows } = await db.pool.query<Order>({
    name: 'sweep-stuck-refunds',
    text: `SELECT ${ORDER_COLUMNS} FROM orders
           WHERE id IN (SELECT order_id FROM payments
                        WHERE outcome = 'refund' AND (refund_status IS NULL OR refund_status = 'pending')
                          AND updated_at < now() - interval '2 hours' LIMIT $1)`,
    values: [limit],
  });
  return rows;
}

/**
 * Starts the reservation workflow anew of orders that are open long past the end of their hold: somebody ended it by hand, or its
 * start was lost with the server's data. Returns how many there were.
 */
export async function restartLostReservations(db: Database, limit: number): Promise<number> {
  const { rows } = await db.pool.query<Order>({
    name: 'sweep-lost-reservations',
    text: `SELECT ${ORDER_COLUMNS} FROM orders
           WHERE status IN ('creating', 'pending_payment') AND hold_ends_at < now() - interval '10 minutes' LIMIT $1`,
    values: [limit],
  });
  const hour = new Date().toISOString().slice(0, 13);
  for (const order of rows) {
    await enqueue(db.pool, `order:${order.id}:lost:${hour}`, { ...reservationMessage(order), restarts: true });
  }
  return rows.length;
}
