import type { Database } from '../../../prisma/client';
import type { LedgerAccount } from './post';

/** Sum of one account of the ledger in one mode and currency, in minor units; credits are positive. */
export type BookedSum = {
  mode: string;
  currency: string;
  account: LedgerAccount;
  amount: number;
};

/** Sums of all accounts of the ledger by mode and currency; those of one mode and currency sum to zero. */
export async function sumBooks(db: Database): Promise<BookedSum[]> {
  const { rows } = await db.pool.query<BookedSum>(
    `SELECT mode, currency, account, sum(amount)::float8 AS amount
     FROM ledger_transactions JOIN ledger_entries ON transaction_id = id
     GROUP BY mode, currency, account ORDER BY mode, currency, account`,
  );
  return rows;
}

/**
 * Movements of our balance at the provider that the ledger has, by their cause, in minor units: positive where money
 * came. Causes that it does not have are left out.
 */
export async function bookedAtProvider(
  db: Database,
  causes: readonly string[],
): Promise<Map<string, { amount: number; currency: string }>> {
  if (causes.length === 0) return new Map();
  const { rows } = await db.pool.query<{ cause: string; amount: number; currency: string }>({
    name: 'ledger-at-provider',
    text: `SELECT cause, currency, -amount AS amount
           FROM ledger_transactions JOIN ledger_entries ON transaction_id = ledger_transactions.id
           WHERE cause = ANY($1) AND account = 'provider'`,
    values: [causes],
  });
  return new Map(rows.map(({ cause, ...moved }) => [cause, moved]));
}
