import type { Mode } from '../../../base/access';
import { normalMailbox } from '../../../base/email-address';
import type { Queryable, Database } from '../../../prisma/client';
import { listOf } from '../../../prisma/sql';
import { recordAudit } from '../../outbox/store/audit';
import { leastRecent } from '../../outbox/store/sweeping';
import type { ShareStatus } from '../contract';
import { shareStatus, SHARE, type PaymentState } from '../rules';
import { post, type LedgerAccount } from './post';

/** Ledger account that holds a share's amount, by the status of the share. */
export const SHARE_ACCOUNT: Record<ShareStatus, LedgerAccount> = {
  pending: 'pending',
  available: 'available',
  frozen: 'frozen',
  taken_back: 'platform',
};

/** An order for an opportunity, whose contributor gets a share. */
interface SoldOrder {
  id: string;
  mode: Mode;
  opportunityId: string | null;
  priceCurrency: string;
}

export interface SaleTerms {
  /** Amount paid excluding tax, in minor units. The share is a percentage of it. */
  netAmount: number;
  buyerId: string;
  /** Email address that the payer gave to the provider; null if unknown. */
  payerEmail: string | null;
  maturityMs: number;
}

/**
 * Posts the contributor's share of an opportunity's net price as pending, in the transaction that makes the sale final.
 * Contributors earn nothing if they buy their own opportunity, which we recognize by account or mailbox. Erased
 * contributors earn nothing, since nobody could withdraw the share. Creates the contributor if it is missing, even
 * without a provider account. Fractions of a minor unit stay with the platform.
 */
export async function creditSale(tx: Queryable, order: SoldOrder, terms: SaleTerms): Promise<void> {
  const { rows } = await tx.query<{ accountId: string; bps: number; erased: boolean }>({
    name: 'contributor-of-sale',
    text: `INSERT INTO contributors (account_id, mode)
           SELECT accounts.id, $2 FROM opportunities JOIN accounts ON accounts.id = contributor_account_id
           WHERE opportunities.id = $1
           ON CONFLICT (account_id, mode) DO UPDATE SET mode = excluded.mode
           RETURNING account_id AS "accountId", revenue_share_bps AS bps,
                     (SELECT status = 'erased' FROM accounts WHERE id = account_id) AS erased`,
    values: [order.opportunityId, order.mode],
  });
  if (!rows[0]) return;
  const { accountId, bps, erased } = rows[0];
  const amount = Math.floor((terms.netAmount * bps) / 10_000);
  if (amount === 0) return;
  if (erased || (await isOwnPurchase(tx, accountId, terms))) {
    const after = { mode: order.mode, amount, currency: order.priceCurrency };
    const action = erased ? 'share.unowned' : 'share.withheld';
    return recordAudit(tx, { action, accountId, subject: order.id, after });
  }
  await insertShare(tx, order, { accountId, amount, maturityMs: terms.maturityMs });
}

async function insertShare(
  tx: Queryable,
  order: SoldOrder,
  { accountId, amount, maturityMs }: { accountId: string; amount: number; maturityMs: number },
): Promise<void> {
  const { id, mode, priceCurrency: currency } = order;
  const status = shareStatus('good', maturityMs === 0);
  const { rowCount } = await tx.query({
    name: 'share-insert',
    text: `INSERT INTO shares (order_id, account_id, mode, amount, currency, status, matures_at)
           VALUES ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 millisecond') ON CONFLICT (order_id) DO NOTHING`,
    values: [id, accountId, mode, amount, currency, status, maturityMs],
  });
  if (rowCount === 0) return;
  await post(
    tx,
    { cause: `share:${id}`, accountId, mode, currency },
    { platform: -amount, [SHARE_ACCOUNT[status]]: amount },
  );
}

async function isOwnPurchase(
  tx: Queryable,
  contributorId: string,
  { buyerId, payerEmail }: SaleTerms,
): Promise<boolean> {
  if (buyerId === contributorId) return true;
  const { rows } = await tx.query<{ id: string; email: string }>({
    name: 'share-mailboxes',
    text: 'SELECT id, email FROM accounts WHERE id = ANY($1)',
    values: [[contributorId, buyerId]],
  });
  const own = rows.find(({ id }) => id === contributorId)?.email;
  const buyers = [rows.find(({ id }) => id === buyerId)?.email, payerEmail];
  return own !== undefined && buyers.some((email) => email && normalMailbox(email) === normalMailbox(own));
}

/**
 * Moves an order's share to the state that its payment requires, in the caller's transaction and under the order's
 * lock. Does nothing if the order has no share. Handles repeated and reordered events correctly.
 */
export async function followShare(tx: Queryable, orderId: string, payment: PaymentState): Promise<void> {
  // Withdrawals lock the contributor before they hold an amount. This code does too, so that both kinds of posting are
  // numbered in commit order, as `readShortfall` requires.
  await tx.query({
    name: 'share-lock-contributor',
    text: `SELECT 1 FROM contributors JOIN shares USING (account_id, mode) WHERE order_id = $1 FOR SHARE OF contributors`,
    values: [orderId],
  });
  const { rows } = await tx.query<{ status: ShareStatus; mature: boolean }>({
    name: 'share-lock',
    text: 'SELECT status, matures_at <= now() AS mature FROM shares WHERE order_id = $1 FOR UPDATE',
    values: [orderId],
  });
  if (!rows[0]) return;
  const { status: from, mature } = rows[0];
  const to = shareStatus(payment, mature);
  const moved = await tx.query<{ accountId: string; mode: string; currency: string; amount: number; moves: number }>({
    name: 'share-move',
    text: `UPDATE shares SET status = $2, moves = moves + 1, updated_at = now() WHERE order_id = $1 AND status = ANY($3)
           RETURNING account_id AS "accountId", mode, currency, amount, moves`,
    values: [orderId, to, SHARE.before(to)],
  });
  if (!moved.rows[0]) return;
  const { amount, moves, ...of } = moved.rows[0];
  const posting = { ...of, cause: `share:${orderId}:${moves}:${to}` };
  await post(tx, posting, { [SHARE_ACCOUNT[from]]: -amount, [SHARE_ACCOUNT[to]]: amount });
}

const MATURING = ['pending'] as const satisfies readonly ShareStatus[];

const mature = leastRecent('mature_shares', 'shares.order_id');

/** Orders whose share has matured and was not checked since `before`, least recently checked first. */
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
 * Makes matured shares of a contributor or an order available: at most `limit`, oldest first, in one statement. Returns
 * how many. Waits for concurrent transactions that move any of these shares, so that the caller's next statement sees
 * their result.
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

/** Newest shares of a contributor, with the titles of what was sold. */
export async function listSoldShares(
  db: Database,
  { accountId, mode }: { accountId: string; mode: Mode },
  limit: number,
) {
  const shares = await db.prisma.share.findMany({
    where: { accountId, mode },
    include: { order: { select: { productName: true } } },
    orderBy: { orderId: 'desc' },
    take: limit,
  });
  return shares.map(({ order, status, ...share }) => ({
    ...share,
    status: status as ShareStatus,
    title: order.productName,
  }));
}
