import { PERSONAL_DATA } from '../../domain/stored-data/personal-data';
import type { PersonalTable } from '../../domain/stored-data/stored-table';
import type { Queryable } from '../../prisma/client';
import { erasableRows, rowsOfErased } from './rows-of-account';

/** Tables with the rows that refer to others before those they refer to. */
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
 * Locks what can end, before an erasure reads what has ended: nothing ends meanwhile, and a document that is kept
 * meanwhile (`keepPdf`) is either erased, or finds nothing that it was made from.
 */
export async function lockRows(tx: Queryable, accountId: string): Promise<void> {
  for (const text of LOCKS) await tx.query({ text, values: [accountId] });
}

/**
 * Deletes and blanks the rows of an account whose erasure has begun, as `PERSONAL_DATA` says, behind `lockRows`. The map is the licence to
 * write tables of other folders. Tables with a verb of their own are left to it.
 */
export async function eraseRows(tx: Queryable, accountId: string): Promise<void> {
  for (const text of STATEMENTS) await tx.query({ text, values: [accountId] });
}

function depth({ rows }: PersonalTable): number {
  return Math.max(0, ...rows.map((finder) => ('part' in finder ? 1 + depth(PERSONAL_DATA[finder.part]!) : 0)));
}
