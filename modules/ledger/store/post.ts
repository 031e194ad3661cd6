import type { Queryable } from '../../../prisma/client';

/**
 * Ledger accounts; credits are positive (docs/decisions/ledger.md). Our own accounts hold money at the provider, in
 * disputes and in transit through connected accounts, as well as sales, tax and fees. `platform` is the cost of shares
 * and credits, and `returns` is what we owe payers. A contributor has `pending`, `frozen`, `available` and `held`.
 */
export type LedgerAccount =
  | 'provider'
  | 'connected'
  | 'disputed'
  | 'sales'
  | 'tax'
  | 'returns'
  | 'fees'
  | 'platform'
  | 'pending'
  | 'frozen'
  | 'available'
  | 'held';

/** Amounts of a ledger transaction by ledger account, in minor units. They add up to zero. Omitted amounts are zero. */
export type Entries = Partial<Record<LedgerAccount, number>>;

/** A ledger transaction without its entries. */
export interface Posting {
  /** Unique cause, such as `payment:pi_…`. Each cause is posted once. docs/decisions/ledger.md lists the causes. */
  cause: string;
  /** Contributor whose balance changes; null for other money. */
  accountId?: string | null;
  mode: string;
  /** ISO 4217 in lower case. Applies to all entries, so that currencies never mix. */
  currency: string;
  paymentId?: string;
  /** Reason for the posting, if the cause does not state it. */
  note?: string;
}

/**
 * Posts entries in the caller's transaction. Returns false if the cause was posted before or all amounts are zero. The
 * database requires that the amounts add up to zero.
 */
export async function post(
  tx: Queryable,
  { cause, accountId = null, mode, currency, paymentId, note }: Posting,
  entries: Entries,
): Promise<boolean> {
  const moved = Object.entries(entries).filter(([, amount]) => amount !== 0);
  if (moved.length === 0) return false;
  const { rowCount } = await tx.query({
    name: 'ledger-post',
    text: `WITH entered AS (
             INSERT INTO ledger_transactions (cause, account_id, mode, currency, payment_id, note)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (cause) DO NOTHING RETURNING id)
           INSERT INTO ledger_entries (transaction_id, account, amount)
           SELECT entered.id, lines.account, lines.amount
           FROM entered, unnest($7::text[], $8::int[]) AS lines(account, amount)`,
    values: [
      ...[cause, accountId, mode, currency, paymentId ?? null, note ?? null],
      ...[moved.map(([account]) => account), moved.map(([, amount]) => amount)],
    ],
  });
  return (rowCount ?? 0) > 0;
}

/** Posts the reversal of an earlier ledger transaction, once. Does nothing if there is no such transaction. */
export async function reverse(tx: Queryable, cause: string, by: string): Promise<void> {
  await tx.query({
    name: 'ledger-reverse',
    text: `WITH first AS (SELECT * FROM ledger_transactions WHERE cause = $1),
           entered AS (
             INSERT INTO ledger_transactions (cause, account_id, mode, currency, payment_id)
             SELECT $2, account_id, mode, currency, payment_id FROM first ON CONFLICT (cause) DO NOTHING RETURNING id)
           INSERT INTO ledger_entries (transaction_id, account, amount)
           SELECT entered.id, lines.account, -lines.amount
           FROM entered, first JOIN ledger_entries AS lines ON lines.transaction_id = first.id`,
    values: [cause, by],
  });
}
