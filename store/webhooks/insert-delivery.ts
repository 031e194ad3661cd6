import type { Mode } from '../../contracts/access';
import { newId } from '../../contracts/ids';
import { webhookDeliveryMessage, type DeliveryPatience } from '../../domain/messages/webhook-deliveries';
import type { Queryable } from '../../prisma/client';
import { enqueue, type PendingMessage } from '../outbox/enqueue';

/** A delivery to write: stored as sent, since every attempt signs and sends the same bytes. */
export interface NewDelivery {
  webhookId: string;
  eventType: string;
  payload: string;
  accountId: string;
  mode: Mode;
}

/** Writes a delivery with the start of its workflow, in the caller's transaction, which knows that its endpoint is active. */
export async function insertDelivery(
  tx: Queryable,
  delivery: NewDelivery,
  patience: DeliveryPatience = {},
): Promise<{ deliveryId: string; createdAt: string; pending: PendingMessage | null }> {
  const deliveryId = newId('whd');
  const { webhookId, eventType, payload } = delivery;
  const message = webhookDeliveryMessage({ ...delivery, deliveryId }, patience);
  const [{ rows }, pending] = await Promise.all([
    tx.query<{ createdAt: Date }>({
      name: 'webhook-delivery-insert',
      text: `INSERT INTO webhook_deliveries (id, webhook_id, event_type, payload, status)
             VALUES ($1, $2, $3, $4, 'pending') RETURNING created_at AS "createdAt"`,
      values: [deliveryId, webhookId, eventType, payload],
    }),
    enqueue(tx, `start:${message.workflowId}`, message),
  ]);
  return { deliveryId, createdAt: rows[0]!.createdAt.toISOString(), pending };
}
