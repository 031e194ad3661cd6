import type { Database } from '../../prisma/client';
import type { PendingMessage } from './enqueue';

/** A message that this process delivers now, with the lane it waited in. */
export interface ClaimedMessage extends PendingMessage {
  lane: string;
}

/** Condition of a message that may be claimed. */
const DUE = 'delivered_at IS NULL AND available_at <= now()';

/**
 * Claims up to `limit` due messages for `leaseMs`; other relays skip them. Lanes (one for each account, and one for each
 * kind of work without an account) take turns, each with its oldest first, beginning behind the lane `after`: pass that
 * of the last message claimed, so that every lane has its turn. Costs the same however many messages or lanes wait. A
 * message not acknowledged within the lease is due again: delivery is at least once.
 */
export async function claimPending(
  db: Database,
  limit: number,
  leaseMs: number,
  after = '',
): Promise<ClaimedMessage[]> {
  const { rows } = await db.pool.query<ClaimedMessage>({
    // Not prepared: a plan made while the table was empty would read all of a backlog, again and again.
    // `walk` goes from lane to lane by the index, round once at most. With n lanes each has one message at least, so one
    // of them gets `limit` - n + 1 at most, and a claim never ranks more than a quarter of the square of `limit`.
    // Ranked first, locked after: a row claimed by another relay in between is skipped, or no longer due when rechecked.
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
