import type { Mode } from '../contracts/access';
import { Failure } from '../contracts/failures';
import { newId } from '../contracts/ids';
import { transaction, type Contributor, type Database, type Order, type Queryable } from '../prisma/client';
import { post, reverse } from './ledger';

/** Makes an account a contributor in one mode, with its account at the provider. A share that is there stays as it is. */
export function addContributor(
  db: Database,
  contributor: { accountId: string; mode: Mode; connectedAccountId: string; country: string; revenueShareBps: number },
): Promise<Contributor> {
  const { accountId, mode, connectedAccountId, country } = contributor;
  return db.prisma.contributor.upsert({
    where: { accountId_mode: { accountId, mode } },
    create: contributor,
    update: { connectedAccountId, country },
  });
}

/** A contributor by its account and mode, or null. */
export function findContributor(db: Database, accountId: string, mode: Mode): Promise<Contributor | null> {
  return db.prisma.contributor.findUnique({ where: { accountId_mode: { accountId, mode } } });
}

/**
 * Credits the contributor of an order's opportunity with the share of the price, in the transaction that makes the sale final. Who
 * contributed is a contributor from the first sale on, also where the account at the provider is still to come. Fractions
 * of a minor unit stay with the platform.
 */
export async function creditSale(tx: Queryable, order: Order): Promise<void> {
  const { rows } = await tx.query<{ accountId: string; share: number }>({
    name: 'contributor-of-sale',
    text: `INSERT INTO contributors (account_id, mode)
           SELECT accounts.id, $2 FROM opportunities JOIN accounts ON accounts.id = contributor_account_id
           WHERE opportunities.id = $1
           ON CONFLICT (account_id, mode) DO UPDATE SET mode = excluded.mode
           RETURNING account_id AS "accountId", revenue_share_bps AS share`,
    values: [order.opportunityId, order.mode],
  });
  if (!rows[0]) return;
  const { accountId, share } = rows[0];
  const amount = Math.floor((order.priceAmount * share) / 10_000);
  if (amount === 0) return;
  await post(tx, { cause: saleOf(order.id), accountId, mode: order.mode }, { platform: -amount, available: amount });
  // A dispute may have been lost before the payment was reconciled.
  if (order.disputeStatus === 'lost') await debitSale(tx, order.id);
}

/** Takes back what a sale was credited with, once: its payment went home, by a lost dispute or a refund. */
export function debitSale(tx: Queryable, orderId: string): Promise<void> {
  return reverse(tx, saleOf(orderId), `sale-taken-back:${orderId}`);
}

/**
 * Credits a contributor by hand.
 *
 * @throws Failure `not_found` for who is no contributor in this mode
 */
export async function creditByHand(
  db: Database,
  credit: { accountId: string; mode: Mode; amount: number; reason: string },
): Promise<string> {
  const { accountId, mode, amount, reason } = credit;
  const cause = `by-hand:${newId('led')}`;
  await transaction(db, async (tx) => {
    const { rowCount } = await tx.query({
      text: 'SELECT 1 FROM contributors WHERE account_id = $1 AND mode = $2',
      values: [accountId, mode],
    });
    if (rowCount === 0) throw new Failure('not_found', { detail: `${accountId} is no contributor (${mode}).` });
    await post(tx, { cause, accountId, mode, note: reason }, { platform: -amount, available: amount });
  });
  return cause;
}

/** The newest transactions in the books of a contributor. */
export function listLedger(db: Database, accountId: string, mode: Mode, limit: number) {
  return db.prisma.ledgerTransaction.findMany({
    where: { accountId, mode },
    include: { entries: true },
    orderBy: { id: 'desc' },
    take: limit,
  });
}

function saleOf(orderId: string): string {
  return `sale:${orderId}`;
}
