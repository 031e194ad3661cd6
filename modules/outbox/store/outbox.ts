import { currentTraceparent } from '../../../base/origin';
import type { WorkflowMessage } from '../../../base/workflow-messages';
import { actorOf, type Database, type Queryable } from '../../../prisma/client';

/** A committed message that has not reached Temporal yet. */
export interface PendingMessage {
  id: string;
  message: WorkflowMessage;
  attempts: number;
}

/** Dependencies of a use case: the database, and background delivery to Temporal. */
export interface Work {
  db: Database;
  /** Delivers a committed message in the background; the relay retries. */
  deliver(message: PendingMessage): void;
}

/** How long the committing process may take to deliver a message before the relay takes over. */
const RELAY_GRACE_MS = 2_000;

/**
 * Puts a message into the outbox. Uses the caller's transaction, or a new one if given a database. Ignores a repeated
 * `dedupeKey`. The message names the request that caused it (docs/operations.md, Logs and traces). Returns the message
 * to deliver right after the commit, or null if it was enqueued before.
 */
export async function enqueue(
  tx: Queryable | Database,
  dedupeKey: string,
  content: WorkflowMessage,
): Promise<PendingMessage | null> {
  const message = withOrigin(tx, content);
  const { rows } = await queryableOf(tx).query<{ id: string }>({
    name: 'outbox-enqueue',
    text: `INSERT INTO outbox (dedupe_key, message, available_at)
           VALUES ($1, $2, now() + $3 * interval '1 millisecond')
           ON CONFLICT (dedupe_key) DO NOTHING RETURNING id`,
    values: [dedupeKey, JSON.stringify(message), RELAY_GRACE_MS],
  });
  return rows[0] ? { id: rows[0].id, message, attempts: 0 } : null;
}

/**
 * Puts a message into the outbox in the same statement as another write, if that write returns a row. The statement is
 * atomic, without the round trips of a transaction. `sql` can read from `first`, an earlier write. Returns the row and
 * the message, or null.
 */
export async function enqueueWith<R extends object>(
  tx: Queryable | Database,
  write: { name: string; first?: { as: string; sql: string }; sql: string; values: unknown[] },
  dedupeKey: string,
  content: WorkflowMessage,
): Promise<{ row: R; pending: PendingMessage | null } | null> {
  const message = withOrigin(tx, content);
  const next = write.values.length;
  const first = write.first ? `${write.first.as} AS (${write.first.sql}), ` : '';
  const { rows } = await queryableOf(tx).query<R & { messageId: string | null }>({
    name: write.name,
    text: `WITH ${first}written AS (${write.sql}),
           enqueued AS (
             INSERT INTO outbox (dedupe_key, message, available_at)
             SELECT $${next + 1}, $${next + 2}, now() + $${next + 3} * interval '1 millisecond' FROM written
             ON CONFLICT (dedupe_key) DO NOTHING RETURNING id)
           SELECT written.*, enqueued.id AS "messageId" FROM written LEFT JOIN enqueued ON true`,
    values: [...write.values, dedupeKey, JSON.stringify(message), RELAY_GRACE_MS],
  });
  if (!rows[0]) return null;
  const { messageId, ...row } = rows[0];
  return { row: row as unknown as R, pending: messageId ? { id: messageId, message, attempts: 0 } : null };
}

function queryableOf(tx: Queryable | Database): Queryable {
  return 'pool' in tx ? tx.pool : tx;
}

function withOrigin(tx: Queryable | Database, message: WorkflowMessage): WorkflowMessage {
  const { requestId } = actorOf(tx);
  const traceparent = currentTraceparent();
  if (!requestId && !traceparent) return message;
  return { ...message, origin: { ...(requestId && { requestId }), ...(traceparent && { traceparent }) } };
}

export interface ClaimedMessage extends PendingMessage {
  lane: string;
}

const DUE = 'delivered_at IS NULL AND available_at <= now()';

/**
 * Claims up to `limit` due messages for `leaseMs`, during which other relays skip them. Lanes (one per account, and
 * one per kind of work without an account) take turns, starting after the lane `after`. Each lane's oldest message
 * comes first. Pass the lane of the last claimed message as `after`, so that every lane gets its turn. The cost does
 * not depend on the number of messages or lanes. Messages not acknowledged within the lease are due again, so delivery
 * is at least once.
 */
export async function claimPending(
  db: Database,
  limit: number,
  leaseMs: number,
  after = '',
): Promise<ClaimedMessage[]> {
  const { rows } = await db.pool.query<ClaimedMessage>({
    // Not prepared: a plan made while the table was empty would keep reading a whole backlog. `walk` goes from lane to
    // lane by the index, visiting each lane at most once. With n lanes, each has at least one message. One lane
    // therefore gets at most `limit` - n + 1, and a claim ranks at most about a quarter of `limit` squared. Rows are
    // ranked before they are locked. A row that another relay claims in between is skipped, or is no longer due when
    // rechecked.
    text: `WITH RECURSIVE walk AS (
             SELECT $3::text COLLATE "C" AS lane, false AS wrapped, 0 AS place
             UNION ALL
             SELECT step.lane, step.wrapped, place + 1 FROM walk CROSS JOIN LATERAL (
               (SELECT outbox.lane, walk.wrapped FROM outbox
                WHERE ${DUE} AND outbox.lane > walk.lane AND NOT (walk.wrapped AND outbox.lane > $3)
                ORDER BY outbox.lane LIMIT 1)
               UNION ALL
               (SELECT outbox.lane, true FROM outbox
                WHERE ${DUE} AND outbox.lane <= $3 AND NOT walk.wrapped
                ORDER BY outbox.lane LIMIT 1)
               LIMIT 1) AS step
             WHERE place < $1),
           lanes AS (SELECT lane, place, count(*) OVER () AS lanes FROM walk WHERE place > 0),
           ranked AS (
             SELECT oldest.id, place, turn FROM lanes CROSS JOIN LATERAL (
               SELECT id, row_number() OVER (ORDER BY available_at, id) AS turn FROM outbox
               WHERE ${DUE} AND outbox.lane = lanes.lane
               ORDER BY available_at, id LIMIT $1 - lanes + 1) AS oldest),
           due AS (
             SELECT id, turn, place FROM outbox JOIN ranked USING (id) WHERE ${DUE}
             ORDER BY turn, place LIMIT $1 FOR UPDATE OF outbox SKIP LOCKED),
           claimed AS (
             UPDATE outbox SET available_at = now() + $2 * interval '1 millisecond', attempts = attempts + 1
             FROM due WHERE outbox.id = due.id RETURNING outbox.id, message, attempts, lane, turn, place)
           SELECT id, message, attempts, lane FROM claimed ORDER BY turn, place`,
    values: [limit, leaseMs, after],
  });
  return rows;
}

/** Marks a message as delivered to Temporal. */
export async function acknowledge(db: Database, id: string): Promise<void> {
  await db.pool.query({
    name: 'outbox-acknowledge',
    text: 'UPDATE outbox SET delivered_at = now() WHERE id = $1 AND delivered_at IS NULL',
    values: [id],
  });
}

/** Deletes at most `limit` messages delivered more than `olderThanMs` ago; returns how many. */
export async function purgeDelivered(db: Database, olderThanMs: number, limit: number): Promise<number> {
  const { rowCount } = await db.pool.query({
    name: 'outbox-purge',
    text: `DELETE FROM outbox WHERE id IN (
             SELECT id FROM outbox WHERE delivered_at < now() - $1 * interval '1 millisecond'
             ORDER BY delivered_at LIMIT $2)`,
    values: [olderThanMs, limit],
  });
  return rowCount ?? 0;
}

/** Messages that have not reached Temporal yet. */
export interface Backlog {
  /** Exact below {@link COUNTED}; otherwise estimated from index statistics, but at least {@link COUNTED}. */
  messages: number;
  /** Age of the oldest message in seconds; null if there are no messages. */
  oldestSeconds: number | null;
}

/** Number of messages up to which we count exactly; above it, we use the database's estimate. */
export const COUNTED = 10_000;

/** Reads how far delivery to Temporal lags, at a cost that does not grow with the backlog. */
export async function readBacklog(db: Queryable): Promise<Backlog> {
  const { rows } = await db.query<Backlog>({
    name: 'outbox-backlog',
    text: `SELECT CASE WHEN counted < ${COUNTED} THEN counted ELSE GREATEST(counted, estimate) END AS messages,
                  CASE WHEN oldest IS NOT NULL  -- GREATEST would make 0 of a null.
                    THEN GREATEST(extract(epoch FROM clock_timestamp() - oldest), 0)::float8 END AS "oldestSeconds"
           FROM (SELECT min(created_at) AS oldest FROM outbox WHERE delivered_at IS NULL) AS first,
                (SELECT count(*)::float8 AS counted FROM (
                   SELECT 1 FROM outbox WHERE delivered_at IS NULL LIMIT ${COUNTED}) AS few) AS waiting,
                (SELECT reltuples::float8 AS estimate FROM pg_class
                 WHERE oid = 'outbox_waiting_idx'::regclass) AS known`,
  });
  return rows[0]!;
}

/**
 * Current minute in UTC, such as 2026-11-25T15:40. Sweeps add it to the `dedupeKey` of a restart, so that concurrent
 * sweeps restart an item only once. `checkEach` limits how often an item is restarted. With a longer period, a restart
 * that is due could be dropped as a duplicate, for example after a restore or when the clocks of workers differ.
 */
export const thisMinute = (): string => new Date().toISOString().slice(0, 16);
