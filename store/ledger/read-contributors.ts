import type { Mode } from '../../contracts/access';
import type { Database } from '../../prisma/client';
import { toContributor, type Contributor } from './row';

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

/** Newest ledger transactions of a contributor. */
export function listLedger(db: Database, accountId: string, mode: Mode, limit: number) {
  return db.prisma.ledgerTransaction.findMany({
    where: { accountId, mode },
    include: { entries: true },
    orderBy: { id: 'desc' },
    take: limit,
  });
}
