import { RETENTION } from '../../domain/retention';
import { PERSONAL_DATA } from '../../domain/stored-data/personal-data';
import { transaction, type Database, type Queryable } from '../../prisma/client';

/**
 * Deletes rows past the retention of `domain/retention.ts`, at most `limit` per table, each table in one transaction
 * with its dependent rows. Returns the number of deleted rows by table.
 */
export async function purgeExpired(db: Database, limit: number): Promise<Record<string, number>> {
  const purged: Record<string, number> = {};
  for (const [table, { days, from, where = 'true' }] of Object.entries(RETENTION)) {
    if (days === null || !from) continue;
    const over = `${from} < now() - $1 * interval '1 day' AND ${where}`;
    const count = await transaction(db, (tx) => purgeTable(tx, table, over, days, limit));
    if (count > 0) purged[table] = count;
  }
  return purged;
}

// Rows of append-only tables cannot be locked, so the DELETE repeats the condition.
async function purgeTable(tx: Queryable, table: string, over: string, days: number, limit: number): Promise<number> {
  const { rows } = await tx.query<{ ctid: string }>({
    text: `SELECT ctid FROM ${table} WHERE ${over} LIMIT $2`,
    values: [days, limit],
  });
  if (rows.length === 0) return 0;
  const chosen = `ctid = ANY($2::tid[]) AND ${over}`;
  const values = [days, rows.map(({ ctid }) => ctid)];
  for (const part of partsOf(table)) {
    const text = `DELETE FROM ${part.table} WHERE ${part.by} IN (SELECT id FROM ${table} WHERE ${chosen})`;
    await tx.query({ text, values });
  }
  const { rowCount } = await tx.query({ text: `DELETE FROM ${table} WHERE ${chosen}`, values });
  return rowCount ?? 0;
}

function partsOf(whole: string): { table: string; by: string }[] {
  return Object.entries(PERSONAL_DATA).flatMap(([table, { rows }]) =>
    rows.flatMap((finder) => ('part' in finder && finder.part === whole ? [{ table, by: finder.by }] : [])),
  );
}
