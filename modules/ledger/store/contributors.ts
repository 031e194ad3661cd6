import type { Mode } from '../../../base/access';
import { Prisma, transaction, type Database, type Queryable } from '../../../prisma/client';
import { columnsOf, type Narrowed } from '../../../prisma/sql';
import { recordAudit } from '../../outbox/store/audit';

export type Contributor = Narrowed<Prisma.ContributorModel, { mode: Mode }>;

const CONTRIBUTOR_COLUMNS = columnsOf(Prisma.ContributorScalarFieldEnum);

export const toContributor = (row: Prisma.ContributorModel) => row as Contributor;

/** Makes an account a contributor in one mode, with its provider account. An existing revenue share stays unchanged. */
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

/**
 * Runs `work` under an advisory lock, because concurrent calls could open two accounts at the provider for one
 * contributor. Does not keep a transaction open during `work`.
 */
export async function whileAdding<T>(
  db: Pick<Database, 'pool'>,
  { accountId, mode }: { accountId: string; mode: Mode },
  work: () => Promise<T>,
): Promise<T> {
  const session = await db.pool.connect();
  // The pool does not listen for errors of a checked-out session.
  session.on('error', () => undefined);
  try {
    const name = `contributor ${accountId} ${mode}`;
    await session.query({ text: 'SELECT pg_advisory_lock(hashtextextended($1, 0))', values: [name] });
    return await work();
  } finally {
    // Ends the session, which releases its lock.
    session.release(true);
  }
}

/**
 * Locks a contributor until the end of the transaction, so that withdrawals and other debits wait for each other. The
 * caller's next statement sees all earlier debits. Returns false if the account is not a contributor in this mode.
 */
export async function lockContributor(tx: Queryable, accountId: string, mode: Mode): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'contributor-lock',
    text: 'SELECT 1 FROM contributors WHERE account_id = $1 AND mode = $2 FOR NO KEY UPDATE',
    values: [accountId, mode],
  });
  return rowCount === 1;
}

/** Ids of contributors' connected accounts in one mode, sorted, after `afterAccount`. */
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

export async function findContributor(db: Database, accountId: string, mode: Mode): Promise<Contributor | null> {
  const contributor = await db.prisma.contributor.findUnique({ where: { accountId_mode: { accountId, mode } } });
  return contributor && toContributor(contributor);
}
