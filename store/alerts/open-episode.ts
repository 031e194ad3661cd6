import type { AlertChannel, EpisodeName } from '../../contracts/alerts';
import { alertMessage } from '../../domain/messages/alerts';
import type { Database } from '../../prisma/client';
import { enqueueWith } from '../outbox/enqueue';

/** What waits for a worker; the API tells the others itself. */
const BY_WORKFLOW: readonly AlertChannel[] = ['mail'];

/**
 * Opens an episode of an alert whose condition held at `readAt`, or notes that the open one continues. However many
 * processes see the condition, one episode is open, and what was read before the end of the last one opens none. Returns
 * true to the process that opened it. The mail goes through the outbox, and so waits for a worker.
 */
export async function openEpisode(
  db: Database,
  alert: EpisodeName,
  { facts, readAt }: { facts: Record<string, string>; readAt: Date },
): Promise<boolean> {
  const subject = new Date().toISOString();
  const write = {
    name: 'episode-open',
    first: {
      as: 'goes_on',
      sql: `UPDATE alerts SET seen_at = now()
            WHERE alert = $1 AND seen_at IS NOT NULL AND cleared_at IS NULL RETURNING alert`,
    },
    sql: `INSERT INTO alerts (alert, subject, facts, raised_at, seen_at, announce_at, undelivered)
          SELECT $1, $2, $3::jsonb, now(), now(), now(), $5::text[] WHERE NOT EXISTS (SELECT FROM goes_on)
            AND NOT EXISTS (SELECT FROM alerts WHERE alert = $1 AND cleared_at >= $4)
          ON CONFLICT DO NOTHING RETURNING alert`,
    values: [alert, subject, JSON.stringify(facts), readAt, BY_WORKFLOW],
  };
  const message = alertMessage({ alert, subject, channels: BY_WORKFLOW });
  return (await enqueueWith(db.pool, write, `alert:${alert}:${subject}`, message)) !== null;
}
