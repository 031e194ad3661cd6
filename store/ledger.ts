import type { Mode } from '../contracts/access';
import type { Queryable } from '../prisma/client';

/**
 * Accounts of the books of one contributor: what can be withdrawn, what a withdrawal holds, and where it came from and went to: what
 * the platform owes, and what left through the provider.
 */
type LedgerAccount = 'available' | 'held' | 'platform' | 'provider';

/** What a transaction adds to each account, in minor units; the sum is zero. */
type Entries = Partial<Record<LedgerAccount, number>>;

/** Whose books, and the one thing that the transaction is entered for. */
interface Posting {
  /** Such as `sale:ord_…`: entered once, however often it is asked for. */
  cause: string;
  accountId: string;
  mode: string;
  /** Why, where the cause does not say it. */
  note?: string;
}

/** What a contributor has, in minor units. `available` is below zero where a sale that was paid out is taken back. */
export interface ContributorBalance {
  available: number;
  held: number;
  currency: 'usd';
}

/** Enters a transaction, in the caller's; false where its cause was entered before. The database refuses a sum that is not zero. */
export async function post(
  tx: Queryable,
  { cause, accountId, mode, note }: Posting,
  entries: Entries,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'ledger-post',
    text: `WITH entered AS (
             INSERT INTO ledger_transactions (cause, account_id, mode, currency, note) VALUES ($1, $2, $3, 'usd', $4)
             ON CONFLICT (cause) DO NOTHING RETURNING id)
           INSERT INTO ledger_entries (transaction_id, account, amount)
           SELECT entered.id, lines.account, lines.amount
           FROM entered, unnest($5::text[], $6::int[]) AS lines(account, amount)`,
    values: [cause, accountId, mode, note ?? null, Object.keys(entries), Object.values(entries)],
  });
  return (rowCount ?? 0) > 0;
}

/** Enters the opposite of an earlier transaction, once; nothing where there is no such transaction. */
export async function reverse(tx: Queryable, cause: string, by: string): Promise<void> {
  await tx.query({
    name: 'ledger-reverse',
    text: `WITH first AS (SELECT * FROM ledger_transactions WHERE cause = $1),
           entered AS (
             INSERT INTO ledger_transactions (cause, account_id, mode, currency)
             SELECT $2, account_id, mode, currency FROM first ON CONFLICT (cause) DO NOTHING RETURNING id)
           INSERT INTO ledger_entries (transaction_id, account, amount)
           SELECT entered.id, lines.account, -lines.amount
           FROM entered, first JOIN ledger_entries AS lines ON lines.transaction_id = first.id`,
    values: [cause, by],
  });
}

/** What a contributor has in one mode: sums over the books, never a stored number. Null for who is no contributor. */
export async function contributorBalance(
  db: Queryable,
  accountId: string,
  mode: Mode,
): Promise<ContributorBalance | null> {
  const { rows } = await db.query<{ available: number; held: number }>({
    name: 'ledger-balance',
    text: `SELECT COALESCE(sum(amount) FILTER (WHERE lines.account = 'available'), 0)::float8 AS available,
                  COALESCE(sum(amount) FILTER (WHERE lines.account = 'held'), 0)::float8 AS held
           FROM contributors
           LEFT JOIN ledger_transactions AS entered USING (account_id, mode)
           LEFT JOIN ledger_entries AS lines ON lines.transaction_id = entered.id
           WHERE account_id = $1 AND mode = $2 GROUP BY account_id, mode`,
    values: [accountId, mode],
  });
  return rows[0] ? { ...rows[0], currency: 'usd' } : null;
}
