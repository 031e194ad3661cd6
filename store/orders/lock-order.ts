import type { Prisma, Queryable } from '../../prisma/client';
import { ORDER_COLUMNS, toOrder, type Order } from './row';

/** Locks the row of an order until the end of the transaction, which serializes decisions on it. */
export async function lockOrder(tx: Queryable, orderId: string): Promise<Order | null> {
  const { rows } = await tx.query<Prisma.OrderModel>({
    name: 'order-lock',
    text: `SELECT ${ORDER_COLUMNS} FROM orders WHERE id = $1 FOR UPDATE`,
    values: [orderId],
  });
  return rows[0] ? toOrder(rows[0]) : null;
}
