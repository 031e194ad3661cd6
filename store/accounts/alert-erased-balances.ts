import { formatMoney } from '../../platform/wording';
import { transaction, type Database } from '../../prisma/client';
import { raiseAlert } from '../alerts/raise-alert';

/** Erased accounts with an available balance in live mode, each currency by itself, and the posting that made it so. */
const ERASED_BALANCES = `
  SELECT account_id AS "accountId", currency, sum(amount)::float8 AS amount, max(entered.id)::text AS "posting"
  FROM erasures JOIN ledger_transactions AS entered USING (account_id)
  JOIN ledger_entries AS lines ON lines.transaction_id = entered.id
  WHERE entered.mode = 'live' AND lines.account = 'available'
  GROUP BY account_id, currency HAVING sum(amount) <> 0`;

/**
 * Alerts the operators of money of erased accounts that nobody can withdraw, or owes: a bank sent a payout back, or a
 * sale was taken back after it. Once for each posting that changed it. Returns how many of at most `limit`.
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

/** Erased accounts that have such a balance; of `accountIds`, or all. */
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
