import { reservationMessage } from '../../contracts/workflow-messages';
import { transaction, type Database, type Order } from '../../prisma/client';
import { enqueue } from '../outbox';
import { moveHoldEnd, release } from './holds';
import { ORDER_COLUMNS } from './order-rows';

/**
 * Notes the checkout session of an order: from now on it can be paid. Null where the order did not wait for this session any
 * more: it ended meanwhile, or a later attempt took its place.
 */
export async function recordSession(
  db: Database,
  { id, attempt }: Pick<Order, 'id' | 'attempt'>,
  session: { id: string; url: string | null },
): Promise<Order | null> {
  const { rows } = await db.pool.query<Order>({
    name: 'order-record-session',
    text: `UPDATE orders SET checkout_session_id = $3, checkout_url = $4, creating_until = NULL, updated_at = now(),
                  status = CASE status WHEN 'creating' THEN 'pending_payment' ELSE status END
           WHERE id = $1 AND attempt = $2
             AND (status = 'creating' OR (checkout_session_id = $3 AND status IN ('pending_payment', 'fulfilled')))
           RETURNING ${ORDER_COLUMNS}`,
    values: [id, attempt, session.id, session.url],
  });
  return rows[0] ?? null;
}

/** Lets the next request with the same key go on at once with an order whose session could not be made. */
export async function giveUpAttempt(db: Database, { id, attempt }: Pick<Order, 'id' | 'attempt'>): Promise<void> {
  await db.pool.query({
    name: 'order-give-up-attempt',
    text: `UPDATE orders SET creating_until = NULL WHERE id = $1 AND attempt = $2 AND status = 'creating'`,
    values: [id, attempt],
  });
}

/** Ends an order for which there will be no session, and what it holds. */
export async function failOrder(db: Database, orderId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<Order>({
      name: 'order-fail',
      text: `UPDATE orders SET status = 'failed', creating_until = NULL, updated_at = now()
             WHERE id = $1 AND status = 'creating' RETURNING ${ORDER_COLUMNS}`,
      values: [orderId],
    });
    if (rows[0]) await release(tx, rows[0]);
  });
}

/**
 * Ends an order that was not paid by the end of its hold, and what it holds; says in which state it is now. To be called only once
 * its checkout session is closed. Before the end, by the database's clock, nothing happens.
 */
export async function endHold(db: Database, orderId: string): Promise<string> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Order>({
      name: 'order-end-hold',
      text: `UPDATE orders SET status = CASE status WHEN 'creating' THEN 'failed' ELSE 'expired' END,
                    creating_until = NULL, updated_at = now()
             WHERE id = $1 AND status IN ('creating', 'pending_payment') AND hold_ends_at <= now()
             RETURNING ${ORDER_COLUMNS}`,
      values: [orderId],
    });
    if (rows[0]) {
      await release(tx, rows[0]);
      return rows[0].status;
    }
    const { rows: standing } = await tx.query<{ status: string }>({
      text: 'SELECT status FROM orders WHERE id = $1',
      values: [orderId],
    });
    return standing[0]?.status ?? 'failed';
  });
}

/**
 * Ends an order whose buyer does not want it any more, and what it holds; nothing where it has been paid or has ended. To be called
 * only once its checkout session is closed.
 */
export async function cancelOrder(db: Database, orderId: string, checkoutSessionId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<Order>({
      name: 'order-cancel',
      text: `UPDATE orders SET status = 'canceled', updated_at = now()
             WHERE id = $1 AND checkout_session_id = $2 AND status = 'pending_payment' RETURNING ${ORDER_COLUMNS}`,
      values: [orderId, checkoutSessionId],
    });
    const order = rows[0];
    if (!order) return;
    await release(tx, order);
    await enqueue(tx, `order:${orderId}:canceled`, reservationMessage(order, 'orderChanged'));
  });
}

/**
 * Moves the end of an order up to now where the provider has ended its checkout before its time: what it holds is released after the
 * same grace, and its reservation is told.
 */
export async function endCheckoutEarly(db: Database, orderId: string, checkoutSessionId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<Order>({
      name: 'order-end-checkout-early',
      text: `UPDATE orders SET hold_ends_at = now() + (hold_ends_at - expires_at), expires_at = now(), updated_at = now()
             WHERE id = $1 AND checkout_session_id = $2 AND status = 'pending_payment' AND expires_at > now()
             RETURNING ${ORDER_COLUMNS}`,
      values: [orderId, checkoutSessionId],
    });
    const order = rows[0];
    if (!order) return;
    if (order.opportunityId) await moveHoldEnd(tx, order);
    await enqueue(tx, `order:${orderId}:ended:${checkoutSessionId}`, reservationMessage(order, 'orderChanged'));
  });
}
