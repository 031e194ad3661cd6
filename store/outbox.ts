import type { WorkflowMessage } from '../contracts/workflow-messages';
import type { Database, Queryable } from '../prisma/client';

/** A message that is committed and still has to reach Temporal. */
export interface PendingMessage {
  id: string;
  message: WorkflowMessage;
  attempts: number;
}

/** How long the process that committed a message has for itself before the relay takes the message over. */
const RELAY_GRACE_MS = 2_000;

/**
 * Puts a message into the outbox, in the caller's transaction. The same `dedupeKey` a second time is ignored.
 * Returns the message to deliver right after the commit, or null where it was there already.
 */
export async function enqueue(
  tx: Queryable,
  dedupeKey: string,
  message: WorkflowMessage,
): Promise<PendingMessage | null> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'outbox-enqueue',
    text: `INSERT INTO outbox (dedupe_key, message, available_at)
           VALUES ($1, $2, now() + $3 * interval '1 millisecond')
           ON CONFLICT (dedupe_key) DO NOTHING RETURNING id`,
    values: [dedupeKey, JSON.stringify(message), RELAY_GRACE_MS],
  });
  return rows[0] ? { id: rows[0].id, message, attempts: 0 } : null;
}

/**
 * Puts a message into the outbox in the same statement as another write, and only where that one returned a row: what is done
 * once leads to its message once, without the round trips of a transaction. `first` is another write that `sql` reads from. Gives that
 * row with the message, or null.
 */
export async function enqueueWith<R extends object>(
  tx: Queryable,
  write: { name: string; first?: { as: string; sql: string }; sql: string; values: unknown[] },
  dedupeKey: string,
  message: WorkflowMessage,
): Promise<{ row: R; pending: PendingMessage | null } | null> {
  const next = write.values.length;
  const first = write.first ? `${write.first.as} AS (${write.first.sql}), ` : '';
  const { rows } = await tx.query<R & { messageId: string | null }>({
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

/**
 * Claims up to `limit` messages that are due, for `leaseMs`, account by account in turn and each account's oldest first;
 * other relays pass over them meanwhile. Not acknowledged within the lease, a message is due again: delivery is at least
 * once.
 */
export async function claimPending(db: Database, limit: number, leaseMs: number): Promise<PendingMessage[]> {
  const { rows } = await db.pool.query<PendingMessage>({
    name: 'outbox-claim',
    // Ranked first and locked after: a row that another relay claimed in between is skipped, or no longer due when rechecked.
    text: `WITH ranked AS (
             SELECT id, row_number() OVER (PARTITION BY message->'search'->>'accountId' ORDER BY available_at, id) AS turn
             FROM outbox WHERE delivered_at IS NULL AND available_at <= now()),
           due AS (
             SELECT id, turn FROM outbox JOIN ranked USING (id)
             WHERE delivered_at IS NULL AND available_at <= now()
             ORDER BY turn, id LIMIT $1 FOR UPDATE OF outbox SKIP LOCKED),
           claimed AS (
             UPDATE outbox SET available_at = now() + $2 * interval '1 millisecond', attempts = attempts + 1
             FROM due WHERE outbox.id = due.id RETURNING outbox.id, message, attempts, turn)
           SELECT id, message, attempts FROM claimed ORDER BY turn, id`,
    values: [limit, leaseMs],
  });
  return rows;
}

/** Marks a message as delivered: Temporal has it. */
export async function acknowledge(db: Database, id: string): Promise<void> {
  await db.pool.query({
    name: 'outbox-acknowledge',
    text: 'UPDATE outbox SET delivered_at = now() WHERE id = $1 AND delivered_at IS NULL',
    values: [id],
  });
}

/** Deletes what was delivered before `olderThanMs` ago, at most `limit` rows; returns how many. */
export async function purgeDelivered(db: Database, olderThanMs: number, limit: number): Promise<number> {
  const { rowCount } = await db.pool.query({
    name: 'outbox-purge',
    text: `DELETE FROM outbox WHERE id IN (
             SELECT id FROM outbox WHERE delivered_at < now() - $1 * interval '1 millisecond' ORDER BY id LIMIT $2)`,
    values: [olderThanMs, limit],
  });
  return rowCount ?? 0;
}
