import type { Queryable, Database } from '../../../prisma/client';
import { enqueueWith } from '../../outbox/store/outbox';
import { ALERT_CHANNELS, type AlertFacts, type AlertName, type AlertChannel, type AlertInput } from '../contract';
import { alertMessage } from '../messages';

/**
 * Raises an alert in the caller's transaction, once for each `alert` and `subject`: a repetition changes nothing.
 * A workflow then delivers it by log, mail and webhook. `subject` is at most 200 characters; without personal data, as
 * it is part of the workflow's id. An alert that may come again names its day or attempt in the subject.
 */
export async function raiseAlert<N extends AlertName>(
  tx: Queryable,
  { alert, subject, facts }: { alert: N; subject: string; facts: AlertFacts<N> },
): Promise<void> {
  const write = {
    name: 'alert-raise',
    sql: `INSERT INTO alerts (alert, subject, facts, undelivered) VALUES ($1, $2, $3, $4)
          ON CONFLICT DO NOTHING RETURNING alert`,
    values: [alert, subject, JSON.stringify(facts), ALERT_CHANNELS],
  };
  await enqueueWith(tx, write, `alert:${alert}:${subject}`, alertMessage({ alert, subject }));
}

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
