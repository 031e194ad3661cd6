import { newId } from '../../contracts/ids';
import { transaction, type Database } from '../../prisma/client';

/** Accounts that are told of one opportunity at most: the transaction that ends its hold asks for all their mails. */
const MOST_WATCHES = 200;

/**
 * Keeps that an account wants to be told once when a reserved opportunity is on offer again, or sold. A repetition changes
 * nothing. `free` if it is not reserved (any more), `full` if {@link MOST_WATCHES} others are told.
 */
export function watchOpportunity(
  db: Database,
  accountId: string,
  opportunityId: string,
): Promise<'watched' | 'free' | 'full'> {
  return transaction(db, async (tx) => {
    // Locked, so that a hold which ends meanwhile either sees the watch, or is seen here.
    const { rowCount } = await tx.query({
      name: 'watch-reserved',
      text: `SELECT 1 FROM opportunities
             WHERE id = $1 AND mode = 'live' AND status = 'reserved' AND reserved_until > now() FOR SHARE`,
      values: [opportunityId],
    });
    if (rowCount === 0) return 'free';
    const { rows } = await tx.query<{ waiting: number }>({
      name: 'watches-count',
      text: `SELECT count(*)::int AS waiting FROM opportunity_watches
             WHERE opportunity_id = $1 AND ended_at IS NULL AND account_id <> $2`,
      values: [opportunityId, accountId],
    });
    if (rows[0]!.waiting >= MOST_WATCHES) return 'full';
    await tx.query({
      name: 'watch-insert',
      text: `INSERT INTO opportunity_watches (id, account_id, opportunity_id) VALUES ($1, $2, $3)
             ON CONFLICT (opportunity_id, account_id) WHERE ended_at IS NULL DO NOTHING`,
      values: [newId('wch'), accountId, opportunityId],
    });
    return 'watched';
  });
}

/** Forgets that an account wants to be told of an opportunity. */
export async function unwatchOpportunity(db: Database, accountId: string, opportunityId: string): Promise<void> {
  await db.pool.query({
    name: 'watch-delete',
    text: 'DELETE FROM opportunity_watches WHERE account_id = $1 AND opportunity_id = $2 AND ended_at IS NULL',
    values: [accountId, opportunityId],
  });
}
