import type { Mode } from '../../contracts/access';
import { idSchema } from '../../contracts/ids';
import {
  paymentMessage,
  payoutMessage,
  type PaymentHint,
  type WorkflowMessage,
} from '../../contracts/workflow-messages';
import type { Database, Order, Queryable } from '../../prisma/client';
import { enqueue, enqueueWith, type PendingMessage } from '../outbox';

/** What the provider says has happened; nothing of it is believed before the object is retrieved. */
export interface PaymentEvent {
  eventId: string;
  type: string;
  mode: Mode;
  objectId: string | null;
  orderId: string | null;
  withdrawalId: string | null;
  paymentIntentId: string | null;
}

/**
 * Records an event once, with the message that has the workflow of its order or withdrawal look: a repetition does nothing and
 * gives null, as does an event that names neither. One statement, so that both are committed or neither.
 */
export async function recordPaymentEvent(db: Database, event: PaymentEvent): Promise<PendingMessage | null> {
  const hint = hintOf(event);
  const orderId = hint && (namedOrder(event) ?? (await orderOfPayment(db.pool, event.paymentIntentId)));
  const message = orderId ? paymentMessage({ id: orderId, mode: event.mode }, hint) : payoutMessageOf(event);
  const insert = `INSERT INTO payment_events (id, type, mode, object_id, order_id) VALUES ($1, $2, $3, $4, $5)
                  ON CONFLICT DO NOTHING`;
  const values = [event.eventId, event.type, event.mode, event.objectId, orderId];
  if (!message) {
    await db.pool.query({ name: 'payment-event-insert', text: insert, values });
    return null;
  }
  const write = { name: 'payment-event-with-message', sql: `${insert} RETURNING id`, values };
  return (await enqueueWith(db.pool, write, `payment:${event.eventId}`, message))?.pending ?? null;
}

/** Has the payment workflow of an order look at something, once for each `occasion`. */
export function requestLook(
  db: Database,
  order: Pick<Order, 'id' | 'mode'>,
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

const ORDER_ID = new RegExp(idSchema('ord').pattern!);
const WITHDRAWAL_ID = new RegExp(idSchema('wdr').pattern!);

/** What has the payout of a withdrawal look at its transfer or payout. */
function payoutMessageOf({ type, withdrawalId, mode }: PaymentEvent): WorkflowMessage | null {
  if (!/^(transfer|payout)\./.test(type) || withdrawalId === null || !WITHDRAWAL_ID.test(withdrawalId)) return null;
  return payoutMessage({ id: withdrawalId, mode }, 'payoutHint');
}

/** The order that our metadata names; whether it is there is for the workflow to find out. */
function namedOrder({ orderId }: PaymentEvent): string | null {
  return orderId !== null && ORDER_ID.test(orderId) ? orderId : null;
}

// A dispute carries no metadata of ours: its payment leads to the order.
async function orderOfPayment(tx: Queryable, paymentIntentId: string | null): Promise<string | null> {
  if (paymentIntentId === null) return null;
  const { rows } = await tx.query<{ orderId: string }>({
    name: 'payment-order',
    text: 'SELECT order_id AS "orderId" FROM payments WHERE id = $1',
    values: [paymentIntentId],
  });
  return rows[0]?.orderId ?? null;
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
