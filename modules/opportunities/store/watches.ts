import { newId } from '../../../base/ids';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { requestMail } from '../../mail/store/mails';

/** Maximum number of accounts notified about one opportunity, because one transaction requests all the emails. */
const MOST_WATCHES = 200;

/** Watches an opportunity, once. Returns `free` if it is not reserved, `full` if {@link MOST_WATCHES} watch it. */
export function watchOpportunity(
  db: Database,
  accountId: string,
  opportunityId: string,
): Promise<'watched' | 'free' | 'full'> {
  return transaction(db, async (tx) => {
    // Locks the opportunity, so that either the end of the hold finds the watch, or we see that the hold is over.
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

export async function isWatching(db: Database, accountId: string, opportunityId: string): Promise<boolean> {
  const where = { accountId, opportunityId, endedAt: null };
  return (await db.prisma.opportunityWatch.findFirst({ where, select: { id: true } })) !== null;
}

export async function unwatchOpportunity(db: Database, accountId: string, opportunityId: string): Promise<void> {
  await db.pool.query({
    name: 'watch-delete',
    text: 'DELETE FROM opportunity_watches WHERE account_id = $1 AND opportunity_id = $2 AND ended_at IS NULL',
    values: [accountId, opportunityId],
  });
}

export type WatchEnd = 'available' | 'sold';

/** Ends the watches of an opportunity whose hold ended in the caller's transaction, and requests their emails. */
export async function endWatches(tx: Queryable, opportunityId: string, endedAs: WatchEnd): Promise<void> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'watches-end',
    text: `UPDATE opportunity_watches SET ended_at = now(), ended_as = $2
           WHERE opportunity_id = $1 AND ended_at IS NULL RETURNING id`,
    values: [opportunityId, endedAs],
  });
  for (const { id } of rows) await requestMail(tx, { mail: 'opportunity_watched', id });
}

export interface EndedWatch {
  endedAs: WatchEnd;
  opportunityId: string;
  title: string;
  email: string;
}

/** Finds an ended watch. Null if it is unknown or still open, or if its account is suspended and could not buy. */
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
