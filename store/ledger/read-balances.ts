import type { Mode } from '../../contracts/access';
import type { Queryable } from '../../prisma/client';
import type { LedgerAccount } from './post';

/** Balance in minor units; `available` is negative if a sale is taken back after its payout. */
export interface ContributorBalance {
  available: number;
  held: number;
  /** Shares that have not matured. */
  pending: number;
  /** Shares whose payment is disputed. */
  frozen: number;
  currency: 'usd';
}

/** Sums of a payment's entries by account, in minor units; accounts without entries are 0. */
export async function paymentBalances(
  tx: Queryable,
  paymentId: string,
): Promise<Record<'sales' | 'tax' | 'returns' | 'disputed', number>> {
  const { rows } = await tx.query<{ account: LedgerAccount; amount: number }>({
    name: 'ledger-of-payment',
    text: `SELECT lines.account, sum(lines.amount)::float8 AS amount
           FROM ledger_transactions AS entered JOIN ledger_entries AS lines ON lines.transaction_id = entered.id
           WHERE entered.payment_id = $1 GROUP BY lines.account`,
    values: [paymentId],
  });
  const of = (account: LedgerAccount) => rows.find((row) => row.account === account)?.amount ?? 0;
  return { sales: of('sales'), tax: of('tax'), returns: of('returns'), disputed: of('disputed') };
}

/**
 * Balance of a contributor in one mode in US dollars, summed over the ledger, never stored; null if there is no such
 * contributor.
 */
export async function contributorBalance(
  db: Queryable,
  accountId: string,
  mode: Mode,
): Promise<ContributorBalance | null> {
  const { rows } = await db.query<Omit<ContributorBalance, 'currency'>>({
    name: 'ledger-balance',
    text: `SELECT ${['available', 'held', 'pending', 'frozen'].map(sumOf).join(', ')}
           FROM contributors
           LEFT JOIN ledger_transactions AS entered
             ON entered.account_id = contributors.account_id AND entered.mode = contributors.mode AND currency = 'usd'
           LEFT JOIN ledger_entries AS lines ON lines.transaction_id = entered.id
           WHERE contributors.account_id = $1 AND contributors.mode = $2
           GROUP BY contributors.account_id, contributors.mode`,
    values: [accountId, mode],
  });
  return rows[0] ? { ...rows[0], currency: 'usd' } : null;
}

function sumOf(account: string): string {
  return `COALESCE(sum(amount) FILTER (WHERE lines.account = '${account}'), 0)::float8 AS ${account}`;
}
