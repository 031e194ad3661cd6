import type { Database } from '../../prisma/client';

/** Deletes expired records, at most `limit`, which frees their keys; returns how many. */
export async function purgeExpiredRecords(db: Database, limit: number): Promise<number> {
  const { rowCount } = await db.pool.query({
    name: 'idempotency-purge',
    text: `DELETE FROM idempotency_records WHERE (account_id, operation, key) IN (
             SELECT account_id, operation, key FROM idempotency_records WHERE expires_at < now() LIMIT $1)`,
    values: [limit],
  });
  return rowCount ?? 0;
}
