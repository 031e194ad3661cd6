import type { Mode } from '../../contracts/access';
import { paymentMessage, type PaymentHint } from '../../contracts/workflow-messages';
import type { Database, Order, Queryable } from '../../prisma/client';
import { enqueue, enqueueWith, type PendingMessage } from '../outbox';

/** What the provider says has happened; nothing of it is believed before the object is retrieved. */
export interface PaymentEvent {
  eventId: string;
  type: string;
  mode: Mode;
  objectId: string | null;
  orderId: string | null;
  paymentIntentId: string | null;
}

/**
 * Records an event once, with the message that has the payment workflow of its order look: a repetition does nothing and
 * gives null, as does an event that is about none of our orders. One statement, so that both are committed or neither.
 */
export async function recordPaymentEvent(db: Database, event: PaymentEvent): Promise<PendingMessage | null> {
  const hint = hintOf(event);
  const order = hint && (await orderOf(db.pool, event));
  const insert = `INSERT INTO payment_events (id, type, mode, object_id, order_id) VALUES ($1, $2, $3, $4, $5)
                  ON CONFLICT DO NOTHING`;
  const values = [event.eventId, event.type, event.mode, event.objectId, event.orderId];
  if (!order) {
    await db.pool.query({ name: 'payment-event-insert', text: insert, values });
    return null;
  }
  return enqueueWith(
    db.pool,
    { sql: `${insert} RETURNING 1`, values },
    `payment:${event.eventId}`,
    paymentMessage(order, hint),
  );
}

/** Has the payment workflow of an order look at something, once for each `occasion`. */
export function requestLook(
  db: Database,
  order: Pick<Order, 'id' | 'product' | 'mode' | 'accountId'>,
  hint: PaymentHint,
  occasion: string,
): Promise<PendingMessage | null> {
  return enqueue(db.pool, `payment:${order.id}:${occasion}`, paymentMessage(order, hint));
}

function hintOf({ type, objectId }: PaymentEvent): PaymentHint | null {
  if (objectId === null) return null;
  if (type.startsWith('checkout.session.')) return { about: 'session', sessionId: objectId };
  if (type.startsWith('charge.dispute.')) return { about: 'dispute', disputeId: objectId };
  return type.startsWith('refund.') ? { about: 'refund' } : null;
}

// A dispute carries no metadata of ours: its payment leads to the order.
async function orderOf(tx: Queryable, event: PaymentEvent) {
  const { rows } = await tx.query<Pick<Order, 'id' | 'product' | 'mode' | 'accountId'>>({
    name: 'payment-event-order',
    text: `SELECT id, product, mode, account_id AS "accountId" FROM orders
           WHERE id = COALESCE($1, (SELECT order_id FROM payments WHERE id = $2))`,
    values: [event.orderId, event.paymentIntentId],
  });
  return rows[0] ?? null;
}

/** Events about a dispute whose order could not be told from the event alone, of the last days. */
export async function disputesWithoutOrder(
  db: Database,
  limit: number,
): Promise<{ eventId: string; mode: Mode; disputeId: string }[]> {
  const { rows } = await db.pool.query<{ eventId: string; mode: Mode; disputeId: string }>({
    name: 'payment-event-orphans',
    text: `SELECT id AS "eventId", mode, object_id AS "disputeId" FROM payment_events
           WHERE type LIKE 'charge.dispute.%' AND object_id IS NOT NULL AND order_id IS NULL
             AND received_at > now() - interval '3 days'
             AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.dispute_id = payment_events.object_id)
           ORDER BY received_at LIMIT $1`,
    values: [limit],
  });
  return rows;
}
