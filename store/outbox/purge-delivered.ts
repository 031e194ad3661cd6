import type { Database } from '../../prisma/client';

/** Deletes messages delivered more than `olderThanMs` ago, at most `limit`; returns how many. */
export async function purgeDelivered(db: Database, olderThanMs: number, limit: number): Promise<number> {
  const { rowCount } = await db.pool.query({
    name: 'outbox-purge',
    text: `DELETE FROM outbox WHERE id IN (
             SELECT id FROM outbox WHERE delivered_at < now() - $1 * interval '1 millisecond'
             ORDER BY delivered_at LIMIT $2)`,
    values: [olderThanMs, limit],
  });
  return rowCount ?? 0;
}
