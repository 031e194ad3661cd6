import type { AlertChannel, AlertInput } from '../../contracts/alerts';
import type { Database } from '../../prisma/client';

/** Records that a channel took an alert, or that there is no such channel: it is not served again. */
export async function markDelivered(
  db: Database,
  { alert, subject }: AlertInput,
  channel: AlertChannel,
): Promise<void> {
  await db.pool.query({
    name: 'alert-delivered',
    text: `UPDATE alerts SET undelivered = array_remove(undelivered, $3)
           WHERE alert = $1 AND subject = $2 AND $3 = ANY(undelivered)`,
    values: [alert, subject, channel],
  });
}
