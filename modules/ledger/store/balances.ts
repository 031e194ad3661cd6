import type { Mode } from '../../../base/access';
import { Failure } from '../../../base/failures';
import { newId } from '../../../base/ids';
import { formatMoney } from '../../../base/wording';
import { transaction, type Queryable, type Database } from '../../../prisma/client';
import type { AccountState } from '../../accounts/contract';
import { recordAudit } from '../../outbox/store/audit';
import { once, type IdempotencyClaim, type Once } from '../../outbox/store/claims';
import { lockContributor } from './contributors';
import { post, type LedgerAccount } from './post';

/** Balance in minor units. `available` is negative if a sale is reversed after its share was paid out. */
export interface ContributorBalance {
  available: number;
  held: number;
  /** Shares that have not matured yet. */
  pending: number;
  /** Shares whose payment is disputed. */
  frozen: number;
  currency: 'usd';
}

/** Sums of a payment's entries by ledger account, in minor units; 0 without entries. */
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
 * Balance of a contributor in one mode, in US dollars. Summed from the ledger, never stored. Null if there is no such
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

/** Ledger accounts of a contributor, in the order that money moves through them. */
const BALANCES = ['pending', 'frozen', 'available', 'held'] as const;

/** A nonzero balance of a contributor, in minor units. */
export interface OpenBalance {
  account: (typeof BALANCES)[number];
  /** ISO 4217 in lower case. */
  currency: string;
  amount: number;
}

/** Nonzero balances of a contributor, per ledger account and currency. Pending money does not offset a debt. */
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

export function listLedger(db: Database, accountId: string, mode: Mode, limit: number) {
  return db.prisma.ledgerTransaction.findMany({
    where: { accountId, mode },
    include: { entries: true },
    orderBy: { id: 'desc' },
    take: limit,
  });
}

export interface SettleBalance {
  accountId: string;
  mode: Mode;
  /** The whole available balance in minor units; negative if the contributor owes us. */
  amount: number;
  currency: string;
  /** How the balance was paid, or why it is no longer owed. Stored in the ledger. */
  reason: string;
}

/**
 * Settles the available balance of a contributor who cannot be paid by withdrawal, or who will not pay a debt. Always
 * settles the whole balance, so a second call finds nothing to settle. Returns the cause of the posting.
 * @throws Failure `not_found` if the account is not a contributor in this mode
 * @throws Failure `invalid_request` if a different amount is available
 */
export function settleBalance(db: Database, balance: SettleBalance): Promise<string> {
  const { accountId, mode, amount, currency, reason } = balance;
  return transaction(db, async (tx) => {
    if (!(await lockContributor(tx, accountId, mode)))
      throw new Failure('not_found', { detail: `${accountId} is not a contributor (${mode}).` });
    const open = await openBalances(tx, accountId, mode);
    const available = open.find((each) => each.account === 'available' && each.currency === currency)?.amount ?? 0;
    if (available !== amount || amount === 0) {
      const [asked, found] = [amount, available].map((each) => formatMoney({ amount: each, currency }));
      throw new Failure('invalid_request', { detail: `${found} is available to ${accountId}, not ${asked}.` });
    }
    const cause = `settled:${newId('led')}`;
    await post(tx, { cause, accountId, mode, currency, note: reason }, { available: -amount, platform: amount });
    await recordAudit(tx, { action: 'ledger.settled', accountId, reason, after: { mode, amount, currency, cause } });
    return cause;
  });
}

/**
 * Credits a contributor by hand and returns the cause of the posting. A repeated claim credits nothing more.
 * @throws Failure `not_found` if the account is not a contributor in this mode, `invalid_request` if it is erased,
 * since nobody could withdraw the credit, and as {@link once}
 */
export function creditByHand(
  db: Database,
  credit: { accountId: string; mode: Mode; amount: number; reason: string },
  claim: IdempotencyClaim | null = null,
): Promise<Once<string>> {
  const { accountId, mode, amount, reason } = credit;
  return once(db, claim, async (tx) => {
    // Locks the account, so that a concurrent erasure waits for the credit and then sees it.
    const { rows } = await tx.query<{ status: AccountState }>({
      text: `SELECT status FROM accounts JOIN contributors ON account_id = accounts.id
             WHERE accounts.id = $1 AND contributors.mode = $2 FOR SHARE OF accounts`,
      values: [accountId, mode],
    });
    if (!rows[0]) throw new Failure('not_found', { detail: `${accountId} is not a contributor (${mode}).` });
    if (rows[0].status === 'erased') {
      throw new Failure('invalid_request', { detail: `Account ${accountId} is erased, so nobody could withdraw.` });
    }
    const cause = `by-hand:${newId('led')}`;
    const posting = { cause, accountId, mode, currency: 'usd', note: reason };
    await post(tx, posting, { platform: -amount, available: amount });
    await recordAudit(tx, { action: 'ledger.credited', accountId, reason, after: { mode, amount, cause } });
    return cause;
  });
}

/** Sum of one ledger account in one mode and currency, in minor units; credits are positive. */
export type BookedSum = {
  mode: string;
  currency: string;
  account: LedgerAccount;
  amount: number;
};

/** Sums of all ledger accounts, which add up to zero within one mode and currency. */
export async function sumBooks(db: Database): Promise<BookedSum[]> {
  const { rows } = await db.pool.query<BookedSum>(
    `SELECT mode, currency, account, sum(amount)::float8 AS amount
     FROM ledger_transactions JOIN ledger_entries ON transaction_id = id
     GROUP BY mode, currency, account ORDER BY mode, currency, account`,
  );
  return rows;
}

/**
 * Posted movements of our balance at the provider, by cause, in minor units; incoming money is positive. Omits causes
 * that were never posted.
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
