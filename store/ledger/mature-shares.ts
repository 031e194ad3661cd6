import type { Mode } from '../../contracts/access';
import type { ShareStatus } from '../../contracts/shares';
import type { Database, Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { leastRecent } from '../sweeps/least-recent';
import { SHARE_ACCOUNT } from './credit-sale';

const MATURING = ['pending'] as const satisfies readonly ShareStatus[];

const mature = leastRecent('mature_shares', 'shares.order_id');

/** Orders whose share is to be made available and was not checked since `before`, least recent first. */
export async function dueShares(db: Database, before: Date, limit: number): Promise<string[]> {
  const { rows } = await db.pool.query<{ orderId: string }>({
    name: 'sweep-mature-shares',
    text: `SELECT order_id AS "orderId" FROM shares ${mature.join}
           WHERE status IN (${listOf(MATURING)}) AND matures_at <= now() AND ${mature.due}
           ORDER BY ${mature.order} LIMIT $2`,
    values: [before, limit],
  });
  return rows.map(({ orderId }) => orderId);
}

/**
 * Makes shares available whose time has come, at most `limit`, the oldest first, in one statement: of a contributor, or
 * the one of an order. Returns how many. Waits for another transaction that moves one of them right now: the caller's next
 * statement sees what became of it.
 */
export async function matureShares(
  db: Queryable,
  limit: number,
  of: { accountId: string; mode: Mode } | { orderId: string },
): Promise<number> {
  const [orderId, accountId, mode] = 'orderId' in of ? [of.orderId] : [null, of.accountId, of.mode];
  const { rowCount } = await db.query({
    name: 'shares-mature',
    text: `WITH due AS (
             UPDATE shares SET status = $1, moves = moves + 1, updated_at = now()
             WHERE status IN (${listOf(MATURING)}) AND order_id IN (
               SELECT order_id FROM shares WHERE status IN (${listOf(MATURING)}) AND matures_at <= now()
                 AND (order_id = $3 OR (account_id = $4 AND mode = $5))
               ORDER BY matures_at LIMIT $2)
             RETURNING 'share:' || order_id || ':' || moves || ':' || status AS cause, account_id, mode, currency, amount),
           entered AS (
             INSERT INTO ledger_transactions (cause, account_id, mode, currency)
             SELECT cause, account_id, mode, currency FROM due RETURNING id, cause),
           moved AS (
             INSERT INTO ledger_entries (transaction_id, account, amount)
             SELECT entered.id, line.account, line.sign * due.amount FROM entered JOIN due USING (cause),
               (VALUES ('${SHARE_ACCOUNT.pending}', -1), ('${SHARE_ACCOUNT.available}', 1)) AS line(account, sign))
           SELECT 1 FROM due`,
    values: ['available' satisfies ShareStatus, limit, orderId, accountId, mode],
  });
  return rowCount ?? 0;
}
