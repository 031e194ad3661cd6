import type { Database } from '../../prisma/client';
import { raiseAlert } from '../alerts/raise-alert';
import { leastRecent } from '../sweeps/least-recent';
import { beginErasure } from './begin-erasure';

const restored = leastRecent('restored_erasures', 'accounts.id');

/**
 * Of the accounts whose erasure once began, as Temporal remembers, those that are not erased: a restore of the database
 * undid it. Accounts that we do not have are not ours. Not checked since `before`, least recent first.
 */
export async function restoredAccounts(
  db: Database,
  begun: readonly string[],
  before: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>({
    name: 'sweep-restored-erasures',
    text: `SELECT accounts.id FROM accounts ${restored.join}
           WHERE accounts.id = ANY($3) AND status <> 'erased' AND ${restored.due}
           ORDER BY ${restored.order} LIMIT $2`,
    values: [before, limit, begun],
  });
  return rows.map(({ id }) => id);
}

/**
 * Begins an erasure again that a restore of the database undid, and alerts the operators, once a day while it cannot.
 *
 * @throws Failure as {@link beginErasure}: money that the restore brought back has to be settled first
 */
export async function repeatErasure(db: Database, accountId: string): Promise<void> {
  const subject = `${accountId}/${new Date().toISOString().slice(0, 10)}`;
  await raiseAlert(db.pool, { alert: 'erasure-restored', subject, facts: { accountId } });
  await beginErasure(db, accountId);
}
