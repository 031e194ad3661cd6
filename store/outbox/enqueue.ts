import type { WorkflowMessage } from '../../contracts/workflow-messages';
import { currentTraceparent } from '../../platform/trace-context';
import { actorOf, type Database, type Queryable } from '../../prisma/client';

/** A message that is committed and still has to reach Temporal. */
export interface PendingMessage {
  id: string;
  message: WorkflowMessage;
  attempts: number;
}

/** What a use case works with: the database, and delivery to Temporal behind the answer. */
export interface Work {
  db: Database;
  /** Delivers a committed message in the background; the relay retries. */
  deliver(message: PendingMessage): void;
}

/** Time for the committing process to deliver a message itself before the relay takes it over. */
const RELAY_GRACE_MS = 2_000;

/**
 * Puts a message into the outbox, in the caller's transaction, or by itself on a database. A repeated `dedupeKey` is
 * ignored. The message names the request that caused it (docs/operations.md, Logs and traces).
 * Returns the message to deliver right after the commit, or null for a repetition.
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
 * Puts a message into the outbox in the same statement as another write, only if that write returned a row: atomic
 * without the round trips of a transaction. `first` is another write that `sql` reads from. Returns that row with the
 * message, or null.
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
