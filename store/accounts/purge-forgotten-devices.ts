import type { Database } from '../../prisma/client';

/** Deletes devices that were forgotten a month ago, at most `limit`; returns how many. */
export async function purgeForgottenDevices(db: Database, limit: number): Promise<number> {
  const { rowCount } = await db.pool.query({
    text: `DELETE FROM account_devices WHERE id IN (
             SELECT id FROM account_devices WHERE forgotten_at < now() - interval '30 days' LIMIT $1)`,
    values: [limit],
  });
  return rowCount ?? 0;
}
