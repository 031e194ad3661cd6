import type { DeliveryStatus } from '../../contracts/webhooks';
import { DELIVERY } from '../../domain/webhooks';
import { transaction, type Database, type WebhookAttempt } from '../../prisma/client';
import { toDelivery } from './row';

/**
 * Records one attempt under the next number and, on success, the delivery as delivered, atomically; returns the number. It
 * counts on where the workflow of the earlier attempts is gone.
 */
export function recordAttempt(
  db: Database,
  deliveryId: string,
  { startedAt, durationMs, responseStatus, error }: Omit<WebhookAttempt, 'deliveryId' | 'attempt'>,
  arrived: boolean,
): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ attempt: number }>({
      name: 'webhook-attempt',
      // Of two at once, the later of an attempt that counted as lost, one is kept.
      text: `INSERT INTO webhook_attempts (delivery_id, attempt, started_at, duration_ms, response_status, error)
             SELECT $1, 1 + COALESCE(max(attempt), 0), $2, $3, $4, $5 FROM webhook_attempts WHERE delivery_id = $1
             ON CONFLICT (delivery_id, attempt) DO UPDATE SET started_at = excluded.started_at,
               duration_ms = excluded.duration_ms, response_status = excluded.response_status, error = excluded.error
             RETURNING attempt`,
      values: [deliveryId, startedAt, durationMs, responseStatus, error],
    });
    if (arrived) await tx.query(ended(deliveryId, 'delivered'));
    return rows[0]!.attempt;
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
