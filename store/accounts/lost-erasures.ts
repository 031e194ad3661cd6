import { transaction, type Database } from '../../prisma/client';
import { leastRecent } from '../sweeps/least-recent';
import { startErasure } from './start-erasure';

const lost = leastRecent('lost_erasures', 'account_id');

/**
 * Accounts whose erasure has not ended ten minutes after its request: its workflow was terminated, lost, or waits; not
 * checked since `before`, least recent first.
 */
export async function unfinishedErasures(db: Database, before: Date, limit: number): Promise<string[]> {
  const { rows } = await db.pool.query<{ accountId: string }>({
    name: 'sweep-lost-erasures',
    text: `SELECT account_id AS "accountId" FROM erasures ${lost.join}
           WHERE completed_at IS NULL AND requested_at < now() - interval '10 minutes' AND ${lost.due}
           ORDER BY ${lost.order} LIMIT $2`,
    values: [before, limit],
  });
  return rows.map(({ accountId }) => accountId);
}

/** Starts the workflow of an erasure again that has not ended; one that runs is left alone. False if it has ended meanwhile. */
export function takeUpErasure(db: Database, accountId: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { rowCount } = await tx.query({
      text: 'SELECT 1 FROM erasures WHERE account_id = $1 AND completed_at IS NULL FOR UPDATE',
      values: [accountId],
    });
    if (rowCount === 0) return false;
    await startErasure(tx, accountId);
    return true;
  });
}
