import type { Database } from '../../prisma/client';

/** How long ago an aged order was made: its hold of 36 minutes ended an hour before the outage does. */
export const AGED_BY_S = 96 * 60;
/** How long ago its payment was made, while it was held. */
export const PAID_AGO_S = 80 * 60;

/** Moves an order, its hold, and what we heard of its payment to {@link AGED_BY_S} ago. */
export async function ageOrder(db: Database, orderId: string): Promise<void> {
  const ago = `interval '${AGED_BY_S} seconds'`;
  for (const text of [
    `UPDATE orders SET created_at = created_at - ${ago}, expires_at = expires_at - ${ago},
            hold_ends_at = hold_ends_at - ${ago} WHERE id = $1`,
    `UPDATE opportunities SET reserved_until = reserved_until - ${ago} WHERE reserved_by = $1`,
    `UPDATE payment_events SET received_at = received_at - ${ago} WHERE order_id = $1`,
  ])
    await db.pool.query({ text, values: [orderId] });
}
