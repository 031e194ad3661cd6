import type { OrderState } from '../../contracts/orders';
import type { Database } from '../../prisma/client';

/** State and remaining times of an order's hold, by the database's clock; null for an unknown order. */
export async function readHold(
  db: Database,
  orderId: string,
): Promise<{ status: OrderState; payableForMs: number; holdEndsInMs: number } | null> {
  const { rows } = await db.pool.query<{ status: OrderState; payableForMs: number; holdEndsInMs: number }>({
    name: 'order-hold',
    text: `SELECT status,
                  greatest(0, ceil(extract(epoch FROM expires_at - now()) * 1000))::float8 AS "payableForMs",
                  greatest(0, ceil(extract(epoch FROM hold_ends_at - now()) * 1000))::float8 AS "holdEndsInMs"
           FROM orders WHERE id = $1`,
    values: [orderId],
  });
  return rows[0] ?? null;
}
