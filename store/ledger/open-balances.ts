import type { Mode } from '../../contracts/access';
import type { Queryable } from '../../prisma/client';

/** Accounts of the ledger that hold a contributor's money, in the order in which it comes through them. */
const BALANCES = ['pending', 'frozen', 'available', 'held'] as const;

/** A balance of a contributor that is not zero, in minor units. */
export interface OpenBalance {
  account: (typeof BALANCES)[number];
  /** ISO 4217 in lower case. */
  currency: string;
  amount: number;
}

/**
 * Balances of a contributor that are not zero, each account and currency by itself: what is pending does not make up for
 * what is owed.
 */
export async function openBalances(db: Queryable, accountId: string, mode: Mode): Promise<OpenBalance[]> {
  const { rows } = await db.query<OpenBalance>({
    name: 'ledger-open-balances',
    text: `SELECT lines.account, currency, sum(amount)::float8 AS amount
           FROM ledger_transactions AS entered JOIN ledger_entries AS lines ON lines.transaction_id = entered.id
           WHERE account_id = $1 AND mode = $2 AND lines.account = ANY($3)
           GROUP BY lines.account, currency HAVING sum(amount) <> 0
           ORDER BY array_position($3, lines.account), currency`,
    values: [accountId, mode, BALANCES],
  });
  return rows;
}
