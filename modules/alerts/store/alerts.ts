import type { Queryable, Database } from '../../../prisma/client';
import { enqueueWith } from '../../outbox/store/outbox';
import {
  ALERT_CHANNELS,
  type AlertFacts,
  type AlertName,
  type AlertChannel,
  type AlertInput,
  type EpisodeName,
} from '../contract';
import { alertMessage } from '../messages';

/**
 * Raises an alert in the caller's transaction, once per `alert` and `subject`; repeated calls change nothing. A
 * workflow then delivers it by log, email and webhook. `subject` has at most 200 characters and no personal data,
 * because it is part of the workflow id. If the alert can recur, include the day or attempt in `subject`.
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

/** Ends an open alert raised by {@link raiseAlert}, and notifies the receiver. */
export async function endAlert(tx: Queryable, { alert, subject }: AlertInput): Promise<void> {
  await tx.query({
    name: 'alert-end',
    text: `UPDATE alerts SET cleared_at = now(), told_at = now(), announce_at = now()
           WHERE alert = $1 AND subject = $2 AND cleared_at IS NULL`,
    values: [alert, subject],
  });
}

/** Current day in UTC, such as 2026-11-25, for the subject of a recurring alert. */
export const today = (): string => new Date().toISOString().slice(0, 10);

export interface RaisedAlert {
  facts: Record<string, string>;
  raisedAt: Date;
  /** End of an episode; null while it lasts, and for alerts about one object. */
  clearedAt: Date | null;
}

/** A raised alert with the channels that have not accepted it yet; null if it was never raised. */
export async function findAlert(db: Database, { alert, subject }: AlertInput) {
  const row = await db.prisma.alert.findUnique({ where: { alert_subject: { alert, subject } } });
  return row as (RaisedAlert & { undelivered: AlertChannel[] }) | null;
}

/** Records that a channel has accepted an alert or is not configured, so that we do not try that channel again. */
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

/** Only the email of an episode needs a workflow. The API serves the other channels itself. */
const BY_WORKFLOW: readonly AlertChannel[] = ['mail'];

/**
 * Opens an episode of an alert whose condition held at `readAt`, or records that the open episode continues. At most
 * one episode is open, even if many processes see the condition. Ignores readings from before the end of the last
 * episode. Returns true only to the process that opened it. The email goes through the outbox and is sent by a worker.
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

/**
 * Ends the open episode of an alert whose condition no longer held at `readAt`. Does nothing if any process saw the
 * condition in the `calmMs` before that time, so that an intermittent condition remains one episode. Returns true only
 * to the process that ended it.
 */
export async function clearEpisode(
  db: Database,
  alert: EpisodeName,
  { readAt, calmMs }: { readAt: Date; calmMs: number },
): Promise<boolean> {
  const { rowCount } = await db.pool.query({
    name: 'episode-clear',
    // COALESCE keeps the lease of a process that is announcing the beginning of the episode.
    text: `UPDATE alerts SET cleared_at = now(), announce_at = COALESCE(announce_at, now())
           WHERE alert = $1 AND seen_at < $2::timestamptz - $3 * interval '1 millisecond' AND cleared_at IS NULL`,
    values: [alert, readAt, calmMs],
  });
  return rowCount === 1;
}

/** Beginning or end of an episode, for the alert receiver. */
export interface EpisodeNews extends AlertInput {
  news: 'raised' | 'cleared';
  facts: Record<string, string>;
  raisedAt: Date;
}

/** How long we retry a failing receiver. Workflows also retry alerts for this long. */
const TOLD_WITHIN_HOURS = 20;

/** Claims news for `leaseMs`. News not acknowledged by then is due again, so delivery is at least once. */
export async function claimNews(db: Database, leaseMs: number): Promise<EpisodeNews[]> {
  const { rows } = await db.pool.query<EpisodeNews>({
    name: 'episode-claim',
    text: `UPDATE alerts SET announce_at = now() + $1 * interval '1 millisecond'
           WHERE (alert, subject) IN (
             SELECT alert, subject FROM alerts
             WHERE announce_at <= now() AND GREATEST(raised_at, cleared_at) > now() - $2 * interval '1 hour'
             ORDER BY announce_at LIMIT 10 FOR UPDATE SKIP LOCKED)
           RETURNING alert, subject, facts, raised_at AS "raisedAt",
                     CASE WHEN told_at IS NULL THEN 'raised' ELSE 'cleared' END AS news`,
    values: [leaseMs, TOLD_WITHIN_HOURS],
  });
  return rows;
}

/** Records that the receiver accepted the news. If the episode has ended in the meantime, its end is due next. */
export async function acknowledgeNews(db: Database, { alert, subject, news }: EpisodeNews): Promise<void> {
  await db.pool.query({
    name: 'episode-acknowledge',
    text: `UPDATE alerts SET told_at = COALESCE(told_at, now()),
                  announce_at = CASE WHEN $3 = 'raised' AND cleared_at IS NOT NULL THEN now() END
           WHERE alert = $1 AND subject = $2`,
    values: [alert, subject, news],
  });
}
