import { SCAN } from '../../domain/scans';
import type { Database } from '../../prisma/client';
import { listOf } from '../../prisma/sql';

const UNCONFIRMED = listOf(SCAN.before('expired'));

/** Expires overdue scans, and deletes those still unconfirmed `keepMs` after their request; at most `limit` each. */
export async function purgeUnconfirmed(db: Database, keepMs: number, limit: number): Promise<number> {
  await db.pool.query({
    text: `UPDATE free_scans SET status = $2 WHERE id IN (
             SELECT id FROM free_scans
             WHERE confirmed_at IS NULL AND status IN (${UNCONFIRMED}) AND confirmation_expires_at < now()
             LIMIT $1 FOR UPDATE SKIP LOCKED)`,
    values: [limit, 'expired'],
  });
  const { rowCount } = await db.pool.query({
    text: `DELETE FROM free_scans WHERE id IN (
             SELECT id FROM free_scans
             WHERE confirmed_at IS NULL AND status = 'expired' AND created_at < now() - $1 * interval '1 millisecond'
             LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    values: [keepMs, limit],
  });
  return rowCount ?? 0;
}
