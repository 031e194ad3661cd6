import type { Database, Prisma } from '../../prisma/client';
import { moveOrder } from './move-order';
import { ORDER_COLUMNS, toOrder, type Order } from './row';

/**
 * Records the checkout session of an order, which makes it payable. Null if the order no longer waits for this session:
 * it has ended, or a later attempt superseded this one.
 */
export async function recordSession(
  db: Database,
  { id, attempt }: Pick<Order, 'id' | 'attempt'>,
  session: { id: string; url: string | null },
): Promise<Order | null> {
  const known = { checkoutSessionId: session.id, checkoutUrl: session.url };
  return (
    (await moveOrder(db.pool, id, 'pending_payment', known, { attempt })) ?? recordAgain(db, { id, attempt }, session)
  );
}

// Already recorded, or paid before it was recorded.
async function recordAgain(
  db: Database,
  { id, attempt }: Pick<Order, 'id' | 'attempt'>,
  session: { id: string; url: string | null },
): Promise<Order | null> {
  const { rows } = await db.pool.query<Prisma.OrderModel>({
    name: 'order-record-session-again',
    text: `UPDATE orders SET checkout_url = $4, updated_at = now()
           WHERE id = $1 AND attempt = $2 AND checkout_session_id = $3 AND status = ANY($5)
           RETURNING ${ORDER_COLUMNS}`,
    values: [id, attempt, session.id, session.url, ['pending_payment', 'fulfilled'] satisfies Order['status'][]],
  });
  return rows[0] ? toOrder(rows[0]) : null;
}

/** Ends the lease of an order whose session could not be created, so that a retry can resume it at once. */
export async function releaseAttempt(db: Database, { id, attempt }: Pick<Order, 'id' | 'attempt'>): Promise<void> {
  await db.pool.query({
    name: 'order-give-up-attempt',
    text: 'UPDATE orders SET creating_until = NULL WHERE id = $1 AND attempt = $2 AND status = $3',
    values: [id, attempt, 'creating' satisfies Order['status']],
  });
}
