import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { newId } from '../../contracts/ids';
import { transaction, type Database, type Prisma } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { post } from './ledger';
import { CONTRIBUTOR_COLUMNS, toContributor, type Contributor } from './row';

/** Makes an account a contributor in one mode, with its account at the provider. An existing share stays unchanged. */
export function addContributor(
  db: Database,
  contributor: { accountId: string; mode: Mode; connectedAccountId: string; country: string; revenueShareBps: number },
): Promise<Contributor> {
  const { accountId, mode, connectedAccountId, country } = contributor;
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Prisma.ContributorModel>({
      text: `INSERT INTO contributors (account_id, mode, connected_account_id, country, revenue_share_bps)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (account_id, mode) DO UPDATE SET connected_account_id = $3, country = $4
             RETURNING ${CONTRIBUTOR_COLUMNS}`,
      values: [accountId, mode, connectedAccountId, country, contributor.revenueShareBps],
    });
    const { revenueShareBps } = rows[0]!;
    await recordAudit(tx, { action: 'contributor.added', accountId, after: { mode, country, revenueShareBps } });
    return toContributor(rows[0]!);
  });
}

/** Connected accounts of the contributors of one mode, in order, after `afterAccount`. */
export async function connectedAccountsAfter(
  db: Database,
  mode: Mode,
  afterAccount: string,
  limit: number,
): Promise<string[]> {
  const contributors = await db.prisma.contributor.findMany({
    where: { mode, connectedAccountId: { gt: afterAccount } },
    orderBy: { connectedAccountId: 'asc' },
    take: limit,
  });
  return contributors.map(({ connectedAccountId }) => connectedAccountId!);
}

/** A contributor by its account and mode, or null. */
export async function findContributor(db: Database, accountId: string, mode: Mode): Promise<Contributor | null> {
  const contributor = await db.prisma.contributor.findUnique({ where: { accountId_mode: { accountId, mode } } });
  return contributor && toContributor(contributor);
}

/**
 * Credits a contributor by hand.
 *
 * @throws Failure `not_found` if the account is not a contributor in this mode
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
    const posting = { cause, accountId, mode, currency: 'usd', note: reason };
    await post(tx, posting, { platform: -amount, available: amount });
    await recordAudit(tx, { action: 'ledger.credited', accountId, reason, after: { mode, amount, cause } });
  });
  return cause;
}

/** Newest ledger transactions of a contributor. */
export function listLedger(db: Database, accountId: string, mode: Mode, limit: number) {
  return db.prisma.ledgerTransaction.findMany({
    where: { accountId, mode },
    include: { entries: true },
    orderBy: { id: 'desc' },
    take: limit,
  });
}
