import type { Database } from '../../prisma/client';

/**
 * Checks the invariants of accounts while nothing is in progress: nobody's money is that of an erased account, in any
 * balance by itself, and each erasure came to its end. Returns the violations, one per line; empty if there are none.
 */
export async function accountFlaws(db: Database): Promise<string[]> {
  const { rows } = await db.pool.query<{ flaw: string }>({
    text: `
      SELECT 'the erased account ' || account_id || ' has ' || sum(amount) || ' ' || currency || ' ' || account AS flaw
        FROM ledger_transactions JOIN ledger_entries ON transaction_id = ledger_transactions.id
        JOIN accounts ON accounts.id = account_id AND accounts.status = 'erased'
        WHERE account IN ('pending', 'available', 'frozen', 'held')
        GROUP BY account_id, mode, currency, account HAVING sum(amount) <> 0
      UNION ALL
      SELECT 'the erasure of ' || account_id || ' has not ended' FROM erasures WHERE completed_at IS NULL`,
  });
  return rows.map(({ flaw }) => flaw);
}
