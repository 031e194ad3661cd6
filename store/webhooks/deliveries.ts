import type { DeliveryStatus } from '../../contracts/webhooks';
import {
  transaction,
  type Database,
  type Webhook,
  type WebhookAttempt,
  type WebhookDelivery,
} from '../../prisma/client';

/** A delivery with the endpoint that it goes to. */
export type Delivery = WebhookDelivery & { webhook: Webhook };

/** A delivery and every attempt of it, oldest first. */
export type LoggedDelivery = WebhookDelivery & { attempts: WebhookAttempt[] };

/** A delivery whoever owns it, or null: for activities. */
export function loadDelivery(db: Database, deliveryId: string): Promise<Delivery | null> {
  return db.prisma.webhookDelivery.findUnique({ where: { id: deliveryId }, include: { webhook: true } });
}

/** The newest deliveries to an endpoint, with their attempts. */
export function listDeliveries(db: Database, webhookId: string, limit: number): Promise<LoggedDelivery[]> {
  return db.prisma.webhookDelivery.findMany({
    where: { webhookId },
    include: { attempts: { orderBy: { attempt: 'asc' } } },
    orderBy: { id: 'desc' },
    take: limit,
  });
}

/**
 * Notes one attempt, and that the delivery arrived where it did: both or neither. The same attempt noted twice stands once, as
 * it went last.
 */
export function recordAttempt(
  db: Database,
  deliveryId: string,
  attempt: Omit<WebhookAttempt, 'deliveryId'>,
  arrived: boolean,
): Promise<void> {
  return transaction(db, async (tx) => {
    await tx.query({
      name: 'webhook-attempt',
      text: `INSERT INTO webhook_attempts (delivery_id, attempt, started_at, duration_ms, response_status, error)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (delivery_id, attempt) DO UPDATE SET started_at = excluded.started_at,
               duration_ms = excluded.duration_ms, response_status = excluded.response_status, error = excluded.error`,
      values: [
        deliveryId,
        attempt.attempt,
        attempt.startedAt,
        attempt.durationMs,
        attempt.responseStatus,
        attempt.error,
      ],
    });
    if (arrived) await tx.query(ended(deliveryId, 'delivered'));
  });
}

/** Gives a delivery up. One that ended stays as it is; says how it stands. */
export async function failDelivery(db: Database, deliveryId: string): Promise<DeliveryStatus> {
  await db.pool.query(ended(deliveryId, 'failed'));
  const { status } = await db.prisma.webhookDelivery.findUniqueOrThrow({ where: { id: deliveryId } });
  return status as DeliveryStatus;
}

function ended(deliveryId: string, status: 'delivered' | 'failed') {
  return {
    name: 'webhook-delivery-end',
    text: "UPDATE webhook_deliveries SET status = $2, ended_at = now() WHERE id = $1 AND status = 'pending'",
    values: [deliveryId, status],
  };
}
