import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { listOf } from '../../../prisma/sql';
import { RETENTION, PERSONAL_DATA } from '../rules';
import type { PersonalTable, ErasingVerb, Finder } from '../stored-data/stored-table';

/**
 * Deletes rows past their retention (`modules/retention/rules.ts`), at most `limit` per table. Deletes a table's rows
 * and their dependent rows in one transaction. Returns the number of deleted rows per table.
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

/** Tables, sorted so that rows are erased before the rows that they refer to. */
const TABLES = Object.entries(PERSONAL_DATA).toSorted(([, one], [, other]) => depth(other) - depth(one));

const STATEMENTS = TABLES.flatMap(([table, { erased }]) => {
  if (erased === 'deleted') return [`DELETE FROM ${table} WHERE ${erasableRows(table)}`];
  if (typeof erased === 'string' || !('blanked' in erased)) return [];
  const values = Object.entries(erased.blanked).map(([column, value]) => `${column} = ${value}`);
  return [`UPDATE ${table} SET ${values.join(', ')} WHERE ${erasableRows(table)}`];
});

const LOCKS = TABLES.filter(([, { ended }]) => ended).map(
  ([table]) => `SELECT 1 FROM ${table} WHERE ${rowsOfErased(table)} ORDER BY id FOR UPDATE`,
);

/**
 * Locks an account's runs and other work, so that no work can end after an erasure has read which work has ended. A
 * document that is stored at the same time (`keepPdf`) is either erased too, or not stored because its source is gone.
 */
export async function lockRows(tx: Queryable, accountId: string): Promise<void> {
  for (const text of LOCKS) await tx.query({ text, values: [accountId] });
}

/**
 * Deletes and blanks the rows of an account whose erasure has begun, as `PERSONAL_DATA` says, including rows in other
 * modules' tables. Call it after `lockRows`. Skips tables that have their own erasing function.
 */
export async function eraseRows(tx: Queryable, accountId: string): Promise<void> {
  for (const text of STATEMENTS) await tx.query({ text, values: [accountId] });
}

function depth({ rows }: PersonalTable): number {
  return Math.max(0, ...rows.map((finder) => ('part' in finder ? 1 + depth(PERSONAL_DATA[finder.part]!) : 0)));
}

/** Rows of one table that an erasure still has to delete or blank. */
export interface LeftRows {
  table: string;
  rows: number;
  /** Number of rows whose work has not ended. The erasure waits for them. */
  unfinished: number;
  /** Time of the oldest row; null if the table does not record times. */
  oldest: Date | null;
}

/**
 * SQL condition for rows that a store function still has to erase; null if the function runs when an erasure begins.
 */
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

/** Rows that an erasure must still delete or blank, by table as in `PERSONAL_DATA`. Empty before the erasure begins. */
export async function leftOf(db: Queryable, accountId: string): Promise<LeftRows[]> {
  const { rows } = await db.query<LeftRows>({ text: COUNTS.join(' UNION ALL '), values: [accountId] });
  return rows;
}

function leftIn({ erased }: PersonalTable): string | null {
  if (erased === 'deleted') return 'true';
  if (typeof erased === 'string') return null;
  if ('by' in erased) return LEFT_BY[erased.by];
  if (!('blanked' in erased)) return null;
  // Compares values as text, because `json` has no equality operator.
  const differs = Object.entries(erased.blanked).map(
    ([column, value]) => `${column}::text IS DISTINCT FROM (${value})::text`,
  );
  return `(${differs.join(' OR ')})`;
}

/**
 * SQL condition for account `$1`'s rows in a table of `PERSONAL_DATA`. Works only before an erasure, while the account
 * still has its email address.
 */
export function rowsOfAccount(table: string): string {
  return found(table, ({ address }) => `${address} = (SELECT email FROM accounts WHERE id = $1)`);
}

/** Like {@link rowsOfAccount}, after an erasure has begun. Finds rows from before it by the old email address. */
export function rowsOfErased(table: string): string {
  return found(table, beforeErasure);
}

/** Like {@link rowsOfErased}, but only rows of work that has ended. */
export function erasableRows(table: string): string {
  return found(table, beforeErasure, true);
}

type ByAddress = Extract<Finder, { address: string }>;

// Newer rows belong to the next account with this email address.
function beforeErasure({ address, since }: ByAddress): string {
  const own = `${address} = (SELECT email FROM erasures WHERE account_id = $1)`;
  return since ? `(${own} AND ${since} <= (SELECT requested_at FROM erasures WHERE account_id = $1))` : own;
}

function found(table: string, byAddress: (finder: ByAddress) => string, ended = false): string {
  const { rows, ended: states } = PERSONAL_DATA[table]!;
  const ways = rows.map((finder) => {
    if ('account' in finder) return `${finder.account} = $1`;
    if ('address' in finder) return byAddress(finder);
    return `${finder.by} IN (SELECT id FROM ${finder.part} WHERE ${found(finder.part, byAddress, ended)})`;
  });
  return `(${ways.join(' OR ')})${ended && states ? ` AND status IN (${listOf(states)})` : ''}`;
}
