import type { Database } from '../../prisma/client';
import type { WatchEnd } from './end-watches';

/** Watch that has ended, with whom it is to be told. */
export interface EndedWatch {
  endedAs: WatchEnd;
  opportunityId: string;
  title: string;
  email: string;
}

/** True if an account is to be told of an opportunity. */
export async function isWatching(db: Database, accountId: string, opportunityId: string): Promise<boolean> {
  const { rowCount } = await db.pool.query({
    name: 'watch-read',
    text: 'SELECT 1 FROM opportunity_watches WHERE account_id = $1 AND opportunity_id = $2 AND ended_at IS NULL',
    values: [accountId, opportunityId],
  });
  return rowCount === 1;
}

/** Ended watch by its id; null if it is unknown or open, or its account is suspended: nobody can buy there. */
export async function findEndedWatch(db: Database, id: string): Promise<EndedWatch | null> {
  const { rows } = await db.pool.query<EndedWatch>({
    name: 'watch-load',
    text: `SELECT ended_as AS "endedAs", opportunity_id AS "opportunityId", title, email
           FROM opportunity_watches JOIN opportunities ON opportunities.id = opportunity_id
           JOIN accounts ON accounts.id = account_id
           WHERE opportunity_watches.id = $1 AND ended_at IS NOT NULL AND accounts.status <> 'suspended'`,
    values: [id],
  });
  return rows[0] ?? null;
}
