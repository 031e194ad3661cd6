import type { DeliveryStatus } from '../../contracts/webhooks';
import { DELIVERY } from '../../domain/webhooks';
import { transaction, type Database, type WebhookAttempt } from '../../prisma/client';
import { toDelivery } from './row';

/**
 * Records one attempt and, on success, the delivery as delivered, atomically. Recording an attempt again replaces it.
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

/** Marks a pending delivery as failed; an ended one stays unchanged. Returns its status; failed if it was deleted. */
export async function failDelivery(db: Database, deliveryId: string): Promise<DeliveryStatus> {
  await db.pool.query(ended(deliveryId, 'failed'));
  const delivery = await db.prisma.webhookDelivery.findUnique({ where: { id: deliveryId } });
  return delivery ? toDelivery(delivery).status : 'failed';
}

function ended(deliveryId: string, status: 'delivered' | 'failed') {
  return {
    name: 'webhook-delivery-end',
    text: 'UPDATE webhook_deliveries SET status = $2, ended_at = now() WHERE id = $1 AND status = ANY($3)',
    values: [deliveryId, status, DELIVERY.before(status)],
  };
}
