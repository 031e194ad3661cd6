import { Failure } from '../../contracts/failures';
import { PERSONAL_DATA } from '../../domain/stored-data/personal-data';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { hashSuppressions } from '../mail/hash-suppressions';
import { eraseRows, lockRows } from '../retention/erase-rows';
import { erasableRows, rowsOfErased } from '../retention/rows-of-account';
import { eraseScans } from '../scans/erase-scans';

/** Tables of sessions at the agent provider. */
const SESSIONS = ['runs', 'candidates', 'stray_sessions', 'free_scans']
  .map((table) => `SELECT session_id FROM ${table} WHERE ${erasableRows(table)} AND session_id IS NOT NULL`)
  .join(' UNION ');

/** Counts, in SQL, of the rows of each table that are still worked on. */
const UNFINISHED = Object.entries(PERSONAL_DATA).flatMap(([table, { ended }]) =>
  ended ? [`(SELECT count(*) FROM ${table} WHERE ${rowsOfErased(table)} AND status NOT IN (${listOf(ended)}))`] : [],
);

/**
 * Deletes or blanks the remaining data of an account whose erasure has begun, as `PERSONAL_DATA` says; returns how many
 * unfinished runs and scans still keep theirs. Repeatable: deletes data added since.
 *
 * @throws Failure `not_found` where no erasure has begun: a restore of the database undid it
 */
export function purgeAccountData(db: Database, accountId: string, hashed: Hashed): Promise<{ unfinished: number }> {
  return transaction(db, async (tx) => ({ unfinished: await purge(tx, accountId, hashed) }));
}

/** Keyed hash under which a suppressed address stays recorded; null without a key. */
export type Hashed = (email: string) => string | null;

/** {@link purgeAccountData} in the caller's transaction; returns how many runs and scans are unfinished. */
export async function purge(tx: Queryable, accountId: string, hashed: Hashed): Promise<number> {
  const { rows } = await tx.query<{ email: string | null }>({
    text: 'SELECT email FROM erasures WHERE account_id = $1 FOR UPDATE',
    values: [accountId],
  });
  if (!rows[0]) throw new Failure('not_found', { detail: `No erasure of ${accountId} has begun.` });
  const { email } = rows[0];
  await lockRows(tx, accountId);
  await collectSessions(tx, accountId);
  await eraseRows(tx, accountId);
  await eraseScans(tx, accountId);
  if (email !== null) await hashSuppressions(tx, email, hashed(email));
  return countUnfinished(tx, accountId);
}

// Must come before the deletion: the deleted rows name the sessions to delete at the agent provider.
async function collectSessions(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    text: `UPDATE erasures SET session_ids = ARRAY(SELECT unnest(session_ids) UNION ${SESSIONS}) WHERE account_id = $1`,
    values: [accountId],
  });
}

async function countUnfinished(tx: Queryable, accountId: string): Promise<number> {
  const { rows } = await tx.query<{ unfinished: number }>({
    text: `SELECT (${UNFINISHED.join(' + ')})::int AS unfinished`,
    values: [accountId],
  });
  return rows[0]!.unfinished;
}
