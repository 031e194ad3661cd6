import type { Mode } from '../../contracts/access';
import { transaction, type Database, type Prisma } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
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

/**
 * Runs `work` while nobody else adds the same contributor: two that open an account at the provider with different
 * countries would open two. No transaction stays open meanwhile.
 */
export async function whileAdding<T>(
  db: Pick<Database, 'pool'>,
  { accountId, mode }: { accountId: string; mode: Mode },
  work: () => Promise<T>,
): Promise<T> {
  const session = await db.pool.connect();
  // The pool does not listen to it while it is checked out.
  session.on('error', () => undefined);
  try {
    const name = `contributor ${accountId} ${mode}`;
    await session.query({ text: 'SELECT pg_advisory_lock(hashtextextended($1, 0))', values: [name] });
    return await work();
  } finally {
    // Ends the session, and its lock with it.
    session.release(true);
  }
}
