import type { Mode } from '../../../base/access';
import { idSchema } from '../../../base/ids';
import type { PaymentNotification, WorkflowMessage } from '../../../base/workflow-messages';
import type { Database, Queryable } from '../../../prisma/client';
import { paymentMessage } from '../../orders/messages';
import type { ProviderEvent } from '../../orders/payment-provider';
import type { Order } from '../../orders/store/orders';
import { enqueue, enqueueWith, type PendingMessage } from '../../outbox/store/outbox';
import { leastRecent } from '../../outbox/store/sweeping';
import { payoutMessage } from '../messages';

/** Records an event and its workflow notification, once. Null if the event is a repeat or no workflow handles it. */
export async function recordPaymentEvent(db: Database, event: ProviderEvent): Promise<PendingMessage | null> {
  const notification = notificationOf(event) ?? (await invoiceNotification(db.pool, event));
  const orderId = notification && (namedOrder(event) ?? (await orderOfPayment(db.pool, event.paymentId)));
  const message = orderId ? paymentMessage({ id: orderId, mode: event.mode }, notification) : payoutMessageOf(event);
  const insert = `INSERT INTO payment_events (id, about, mode, object_id, order_id) VALUES ($1, $2, $3, $4, $5)
                  ON CONFLICT DO NOTHING`;
  const values = [event.eventId, event.about, event.mode, event.objectId, orderId];
  if (!message) {
    await db.pool.query({ name: 'payment-event-insert', text: insert, values });
    return null;
  }
  const write = { name: 'payment-event-with-message', sql: `${insert} RETURNING id`, values };
  return (await enqueueWith(db, write, `payment:${event.eventId}`, message))?.pending ?? null;
}

export async function unknownEvents(db: Database, events: readonly ProviderEvent[]): Promise<ProviderEvent[]> {
  const where = { id: { in: events.map(({ eventId }) => eventId) } };
  const known = new Set((await db.prisma.paymentEvent.findMany({ where, select: { id: true } })).map(({ id }) => id));
  return events.filter(({ eventId }) => !known.has(eventId));
}

/** Enqueues a notification for the payment workflow of an order, once per `occasion`. */
export function enqueuePaymentNotification(
  db: Database,
  order: Pick<Order, 'id' | 'mode'>,
  notification: PaymentNotification,
  occasion: string,
): Promise<PendingMessage | null> {
  return enqueue(db, `payment:${order.id}:${occasion}`, paymentMessage(order, notification));
}

function notificationOf({ about, objectId }: Pick<ProviderEvent, 'about' | 'objectId'>): PaymentNotification | null {
  if (objectId === null) return null;
  if (about === 'session') return { about, sessionId: objectId };
  if (about === 'dispute') return { about, disputeId: objectId };
  if (about === 'fraud_warning') return { about, warningId: objectId };
  return about === 'refund' ? { about } : null;
}

// Makes the workflow read the checkout session again, because the invoice may be newer than the settled payment.
async function invoiceNotification(tx: Queryable, event: ProviderEvent): Promise<PaymentNotification | null> {
  const orderId = event.about === 'invoice' ? namedOrder(event) : null;
  if (orderId === null) return null;
  const { rows } = await tx.query<{ sessionId: string | null }>({
    name: 'invoice-session',
    text: 'SELECT checkout_session_id AS "sessionId" FROM orders WHERE id = $1',
    values: [orderId],
  });
  const sessionId = rows[0]?.sessionId;
  return sessionId ? { about: 'session', sessionId } : null;
}

const ORDER_ID = new RegExp(idSchema('ord').pattern!);
const WITHDRAWAL_ID = new RegExp(idSchema('wdr').pattern!);

function payoutMessageOf({ about, withdrawalId, mode }: ProviderEvent): WorkflowMessage | null {
  if (!(about === 'transfer' || about === 'payout') || withdrawalId === null || !WITHDRAWAL_ID.test(withdrawalId))
    return null;
  return payoutMessage({ id: withdrawalId, mode }, 'payoutChanged');
}

/** Order named in the metadata that we set. The workflow checks that the order exists. */
function namedOrder({ orderId }: ProviderEvent): string | null {
  return orderId !== null && ORDER_ID.test(orderId) ? orderId : null;
}

// Disputes and fraud warnings do not carry our metadata, so we find their order by the payment.
async function orderOfPayment(tx: Queryable, paymentId: string | null): Promise<string | null> {
  if (paymentId === null) return null;
  const { rows } = await tx.query<{ orderId: string }>({
    name: 'payment-order',
    text: 'SELECT order_id AS "orderId" FROM payments WHERE id = $1',
    values: [paymentId],
  });
  return rows[0]?.orderId ?? null;
}

const unknown = leastRecent('disputes', 'payment_events.id');

/** Disputes and fraud warnings of the last 30 days without an order, not checked since `before`, oldest check first. */
export async function disputesWithoutOrder(
  db: Database,
  before: Date,
  limit: number,
): Promise<{ eventId: string; mode: Mode; notification: PaymentNotification }[]> {
  const { rows } = await db.pool.query<{
    eventId: string;
    about: 'dispute' | 'fraud_warning';
    mode: Mode;
    objectId: string;
  }>({
    name: 'payment-event-orphans',
    text: `SELECT id AS "eventId", about, mode, object_id AS "objectId" FROM payment_events ${unknown.join}
           WHERE about IN ('dispute', 'fraud_warning') AND object_id IS NOT NULL AND order_id IS NULL AND received_at > now() - interval '30 days'
             AND NOT EXISTS (SELECT 1 FROM disputes WHERE disputes.id = payment_events.object_id)
             AND NOT EXISTS (SELECT 1 FROM fraud_warnings WHERE fraud_warnings.id = payment_events.object_id)
             AND ${unknown.due}
           ORDER BY ${unknown.order} LIMIT $2`,
    values: [before, limit],
  });
  return rows.map(({ eventId, mode, ...event }) => ({ eventId, mode, notification: notificationOf(event)! }));
}
