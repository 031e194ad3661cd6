import { Failure } from '../../../base/failures';
import { transaction, type Database, type Queryable, type Erasure } from '../../../prisma/client';
import { listOf } from '../../../prisma/sql';
import { raiseAlert } from '../../alerts/store/alerts';
import { hashSuppressions } from '../../mail/store/suppressions';
import { recordAudit } from '../../outbox/store/audit';
import { PERSONAL_DATA } from '../../retention/rules';
import {
  leftOf,
  eraseRows,
  lockRows,
  erasableRows,
  rowsOfErased,
  type LeftRows,
} from '../../retention/store/retention';
import { eraseScans } from '../../scans/store/scans';
import { erasedWithBalance, openMoney } from './open-money';

/** SQL: ids of the agent provider's sessions for the account's ended work. */
const SESSIONS = ['runs', 'candidates', 'stray_sessions', 'free_scans']
  .map((table) => `SELECT session_id FROM ${table} WHERE ${erasableRows(table)} AND session_id IS NOT NULL`)
  .join(' UNION ');

/** SQL expressions that count unfinished rows, one per table. */
const UNFINISHED = Object.entries(PERSONAL_DATA).flatMap(([table, { ended }]) =>
  ended ? [`(SELECT count(*) FROM ${table} WHERE ${rowsOfErased(table)} AND status NOT IN (${listOf(ended)}))`] : [],
);

/**
 * Deletes or blanks the remaining data of an account whose erasure has begun, as `PERSONAL_DATA` says. Returns how
 * many runs and scans are unfinished and therefore keep their data. Another call also deletes data added in the
 * meantime.
 * @throws Failure `not_found` if no erasure has begun or it was undone by a restore of the database
 */
export function purgeAccountData(db: Database, accountId: string, hashed: Hashed): Promise<{ unfinished: number }> {
  return transaction(db, async (tx) => ({ unfinished: await purgeRows(tx, accountId, hashed) }));
}

/** Computes the keyed hash that replaces a suppressed email address; null without a key. */
export type Hashed = (email: string) => string | null;

/** {@link purgeAccountData} in the caller's transaction; returns the number of unfinished runs and scans. */
async function purgeRows(tx: Queryable, accountId: string, hashed: Hashed): Promise<number> {
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

// Must run before the deletion, because the deleted rows name the sessions to delete at the agent provider.
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

/**
 * Completes an erasure, once: purges data added in the meantime, blanks the stored email address, and audits the number
 * of deleted sessions. While work is unfinished or sessions remain, records these sessions and returns null.
 * @throws Failure `not_found` if no erasure has begun or it was undone by a restore of the database
 */
export function finishErasure(
  db: Database,
  accountId: string,
  hashed: Hashed,
): Promise<{ sessionsDeleted: number } | null> {
  return transaction(db, async (tx) => {
    const unfinished = await purgeRows(tx, accountId, hashed);
    const { rows } = await tx.query<{ sessionsDeleted: number; sessionsLeft: number; completed: boolean }>({
      text: `SELECT sessions_deleted AS "sessionsDeleted", cardinality(session_ids) AS "sessionsLeft",
                    completed_at IS NOT NULL AS completed FROM erasures WHERE account_id = $1`,
      values: [accountId],
    });
    const { sessionsDeleted, sessionsLeft, completed } = rows[0]!;
    if (unfinished > 0 || sessionsLeft > 0) return null;
    if (completed) return { sessionsDeleted };
    await tx.query({
      text: 'UPDATE erasures SET email = NULL, completed_at = now() WHERE account_id = $1',
      values: [accountId],
    });
    await recordAudit(tx, { action: 'account.erased', accountId, after: { sessionsDeleted } });
    return { sessionsDeleted };
  });
}

export async function recordDeletedSession(db: Database, accountId: string, sessionId: string): Promise<void> {
  await db.pool.query({
    text: `UPDATE erasures SET session_ids = array_remove(session_ids, $2), sessions_deleted = sessions_deleted + 1
           WHERE account_id = $1 AND $2 = ANY(session_ids)`,
    values: [accountId, sessionId],
  });
}

/** Finds the erasure of an account; null if none was requested. */
export function findErasure(db: Database, accountId: string): Promise<Erasure | null> {
  return db.prisma.erasure.findUnique({ where: { accountId } });
}

export interface ErasureState {
  accountId: string;
  /** Null if the erasure has not begun. */
  requestedAt: Date | null;
  /** Null until it ends. */
  completedAt: Date | null;
  /** Sessions still to be deleted at the agent provider. */
  sessions: number;
  left: LeftRows[];
  /** Unsettled money, as sentences. Before the erasure, this money blocks it; afterwards, the money has no owner. */
  money: string[];
}

/** Erasures that have not ended, oldest first, then ended ones whose account has a balance again. */
export async function openErasures(db: Database): Promise<ErasureState[]> {
  const unfinished = await db.prisma.erasure.findMany({
    where: { completedAt: null },
    orderBy: [{ requestedAt: 'asc' }, { accountId: 'asc' }],
    select: { accountId: true },
  });
  const ids = new Set(unfinished.map(({ accountId }) => accountId));
  for (const { id } of await erasedWithBalance(db)) ids.add(id);
  const states: ErasureState[] = [];
  for (const accountId of ids) states.push(await readErasure(db, accountId));
  return states;
}

/** State of an account's erasure, including "not started". @throws Failure `not_found` for an unknown account */
export async function readErasure(db: Database, accountId: string): Promise<ErasureState> {
  const [account, erasure] = await Promise.all([
    db.prisma.account.findUnique({ where: { id: accountId }, select: { id: true } }),
    findErasure(db, accountId),
  ]);
  if (!account) throw new Failure('not_found', { detail: `No account ${accountId}.` });
  return {
    accountId,
    requestedAt: erasure?.requestedAt ?? null,
    completedAt: erasure?.completedAt ?? null,
    sessions: erasure?.sessionIds.length ?? 0,
    left: erasure ? await leftOf(db.pool, accountId) : [],
    money: await openMoney(db.pool, accountId),
  };
}

/** No run or search takes three days, and the law allows a month for an erasure. */
const STUCK_AFTER_DAYS = 3;

/** Alerts once per erasure unfinished after {@link STUCK_AFTER_DAYS} days, at most `limit`; returns how many. */
export function alertStuckErasures(db: Database, limit: number): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ accountId: string; days: string }>({
      name: 'erasures-stuck',
      text: `SELECT account_id AS "accountId", floor(extract(epoch FROM now() - requested_at) / 86400)::text AS days
             FROM erasures WHERE completed_at IS NULL AND requested_at < now() - $2 * interval '1 day'
               AND NOT EXISTS (SELECT 1 FROM alerts WHERE alert = 'erasure-stuck' AND subject = account_id)
             ORDER BY requested_at LIMIT $1`,
      values: [limit, STUCK_AFTER_DAYS],
    });
    for (const facts of rows) await raiseAlert(tx, { alert: 'erasure-stuck', subject: facts.accountId, facts });
    return rows.length;
  });
}
