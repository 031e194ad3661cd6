import { PERSONAL_DATA } from '../../domain/stored-data/personal-data';
import type { ErasingVerb, PersonalTable } from '../../domain/stored-data/stored-table';
import type { Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { rowsOfErased } from './rows-of-account';

/** Rows of one table that an erasure still has to delete or blank. */
export interface LeftRows {
  table: string;
  rows: number;
  /** Those that are still worked on, which the erasure waits for. */
  unfinished: number;
  /** Moment of the oldest; null where the table has none. */
  oldest: Date | null;
}

/** Condition, in SQL, of rows that a verb has not erased yet; null for one that is done when an erasure has begun. */
const LEFT_BY: Record<ErasingVerb, string | null> = {
  beginErasure: null,
  eraseScans: 'true',
  finishErasure: 'email IS NOT NULL',
  hashSuppressions: 'true',
};

const COUNTS = Object.entries(PERSONAL_DATA).flatMap(([table, personal]) => {
  const left = leftIn(personal);
  if (left === null) return [];
  const { ended, dated } = personal;
  const unfinished = ended ? `status NOT IN (${listOf(ended)})` : 'false';
  return `SELECT '${table}' AS table, count(*)::int AS rows, (count(*) FILTER (WHERE ${unfinished}))::int AS unfinished,
                 ${dated ? `min(${dated})::timestamptz` : 'NULL::timestamptz'} AS oldest
          FROM ${table} WHERE ${rowsOfErased(table)} AND (${left} OR ${unfinished}) HAVING count(*) > 0`;
});

/** What is left of an account whose erasure has begun, by table in the order of the map; nothing where it is whole. */
export async function leftOf(db: Queryable, accountId: string): Promise<LeftRows[]> {
  const { rows } = await db.query<LeftRows>({ text: COUNTS.join(' UNION ALL '), values: [accountId] });
  return rows;
}

function leftIn({ erased }: PersonalTable): string | null {
  if (erased === 'deleted') return 'true';
  if (typeof erased === 'string') return null;
  if ('by' in erased) return LEFT_BY[erased.by];
  if (!('blanked' in erased)) return null;
  // As text, because JSON has no equality.
  const differs = Object.entries(erased.blanked).map(
    ([column, value]) => `${column}::text IS DISTINCT FROM (${value})::text`,
  );
  return `(${differs.join(' OR ')})`;
}
