import { normalMailbox } from '../../contracts/email-address';
import type { Mode } from '../../contracts/access';
import type { ShareStatus } from '../../contracts/shares';
import { shareStatus } from '../../domain/shares';
import type { Queryable } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { post, type LedgerAccount } from './post';

/** Account of the ledger that has the amount of a share, by its status. */
export const SHARE_ACCOUNT: Record<ShareStatus, LedgerAccount> = {
  pending: 'pending',
  available: 'available',
  frozen: 'frozen',
  taken_back: 'platform',
};

/** Order of an opportunity whose share is credited. */
interface SoldOrder {
  id: string;
  mode: Mode;
  opportunityId: string | null;
  priceCurrency: string;
}

/** Buyer of an order, what was paid, and how long its share takes to mature. */
export interface SaleTerms {
  /** What was paid without tax, in minor units: the share is of that. */
  netAmount: number;
  buyerId: string;
  /** Address that the payer gave to the provider; null if unknown. */
  payerEmail: string | null;
  maturityMs: number;
}

/**
 * Enters the contributor's share of an opportunity's net price, in the transaction that makes the sale final: pending until
 * it matures. A purchase of one's own opportunity, by account or mailbox, earns nothing, nor does a sale for an account
 * that is erased: nobody could withdraw it. Creates a missing contributor, even without an account at the provider.
 * Fractions of a minor unit stay with the platform.
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
