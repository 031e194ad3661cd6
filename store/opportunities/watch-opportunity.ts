import { newId } from '../../contracts/ids';
import { transaction, type Database } from '../../prisma/client';

/**
 * Keeps that an account wants to be told once when a reserved opportunity is on offer again, or sold. A repetition changes
 * nothing; false if it is not reserved (any more).
 */
export function watchOpportunity(db: Database, accountId: string, opportunityId: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    // Locked, so that a hold which ends meanwhile either sees the watch, or is seen here.
    const { rowCount } = await tx.query({
      name: 'watch-reserved',
      text: `SELECT 1 FROM opportunities
             WHERE id = $1 AND mode = 'live' AND status = 'reserved' AND reserved_until > now() FOR SHARE`,
      values: [opportunityId],
    });
    if (rowCount === 0) return false;
    await tx.query({
      name: 'watch-insert',
      text: `INSERT INTO opportunity_watches (id, account_id, opportunity_id) VALUES ($1, $2, $3)
             ON CONFLICT (opportunity_id, account_id) WHERE ended_at IS NULL DO NOTHING`,
      values: [newId('wch'), accountId, opportunityId],
    });
    return true;
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
