import { formatMoney } from '../../../base/wording';
import { transaction, type Queryable, type Database } from '../../../prisma/client';
import { listOf } from '../../../prisma/sql';
import { raiseAlert } from '../../alerts/store/alerts';
import { openBalances, type OpenBalance } from '../../ledger/store/balances';
import { LISTED_STATES } from '../../opportunities/contract';
import { OPEN_ORDER } from '../../orders/rules';
import { UNDERWAY } from '../../payouts/rules';

/**
 * Describes the unsettled money that blocks an account's erasure, in one sentence per item. Does not offset balances
 * against each other. Includes open checkouts for the contributor's opportunities, because after the erasure nobody
 * could receive the share.
 */
export async function openMoney(tx: Queryable, accountId: string): Promise<string[]> {
  const { rows } = await tx.query<{ what: string }>({
    text: `
      SELECT 'order ' || id || ' waits for its payment' AS what FROM orders
      WHERE account_id = $1 AND status IN (${listOf(OPEN_ORDER)})
      UNION ALL
      SELECT DISTINCT 'a payment of order ' || orders.id || ' is being refunded' FROM orders
      LEFT JOIN payments ON payments.order_id = orders.id AND payments.outcome = 'refund'
      WHERE account_id = $1 AND (orders.status IN ('refund_pending', 'refund_failed')
        OR (payments.id IS NOT NULL AND COALESCE(payments.refund_status, 'pending') IN ('pending', 'failed')))
      UNION ALL
      SELECT DISTINCT 'order ' || orders.id || ' is disputed' FROM orders JOIN disputes ON disputes.order_id = orders.id
      WHERE account_id = $1 AND disputes.status = 'open'
      UNION ALL
      SELECT 'somebody may buy opportunity ' || opportunities.id || ' until '
             || to_char(max(hold_ends_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC'
      FROM opportunities JOIN orders ON orders.opportunity_id = opportunities.id
      WHERE contributor_account_id = $1 AND opportunities.status IN (${listOf(LISTED_STATES)})
        AND orders.status IN (${listOf(OPEN_ORDER)})
      GROUP BY opportunities.id
      UNION ALL
      SELECT 'withdrawal ' || id || ' is under way' FROM withdrawals
      WHERE account_id = $1 AND status IN (${listOf(UNDERWAY)})`,
    values: [accountId],
  });
  const balances = await openBalances(tx, accountId, 'live');
  return [...rows.map(({ what }) => what), ...balances.map(inWords)];
}

function inWords({ account, amount, currency }: OpenBalance): string {
  const money = formatMoney({ amount: Math.abs(amount), currency });
  if (amount < 0) return `a balance of ${money} is owed to us`;
  return `a balance of ${money} ${WORDS[account]}`;
}

const WORDS: Record<OpenBalance['account'], string> = {
  pending: 'can be withdrawn once it has matured',
  frozen: 'is disputed',
  available: 'has not been withdrawn',
  held: 'is being withdrawn',
};

/** SQL: erased accounts with an available live balance, per currency, with the last posting that changed it. */
const ERASED_BALANCES = `
  SELECT account_id AS "accountId", currency, sum(amount)::float8 AS amount, max(entered.id)::text AS "posting"
  FROM erasures JOIN ledger_transactions AS entered USING (account_id)
  JOIN ledger_entries AS lines ON lines.transaction_id = entered.id
  WHERE entered.mode = 'live' AND lines.account = 'available'
  GROUP BY account_id, currency HAVING sum(amount) <> 0`;

/**
 * Alerts the operators about balances of erased accounts, which nobody can withdraw (or pay, if negative). Such a
 * balance arises when a bank returns a payout, or when a sale is reversed after its share was paid out. Sends one alert
 * per posting that changed a balance, at most `limit` alerts; returns how many.
 */
export function alertErasedBalances(db: Database, limit: number): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ accountId: string; currency: string; amount: number; posting: string }>({
      name: 'erased-balances',
      text: `SELECT * FROM (${ERASED_BALANCES}) AS found
             WHERE NOT EXISTS (SELECT 1 FROM alerts WHERE alert = 'erased-balance'
                               AND subject = found."accountId" || '/' || found.posting)
             ORDER BY found."accountId" LIMIT $1`,
      values: [limit],
    });
    for (const { accountId, posting, currency, amount } of rows) {
      const facts = { accountId, currency, amount: String(amount), money: formatMoney({ amount, currency }) };
      await raiseAlert(tx, { alert: 'erased-balance', subject: `${accountId}/${posting}`, facts });
    }
    return rows.length;
  });
}

/** Erased accounts that still have a balance, which nobody can withdraw or pay. Limited to `accountIds` unless null. */
export async function erasedWithBalance(
  db: Database,
  accountIds: readonly string[] | null = null,
): Promise<{ id: string }[]> {
  const { rows } = await db.pool.query<{ id: string }>({
    text: `SELECT DISTINCT "accountId" AS id FROM (${ERASED_BALANCES}) AS found
           WHERE $1::text[] IS NULL OR "accountId" = ANY($1) ORDER BY id`,
    values: [accountIds],
  });
  return rows;
}
