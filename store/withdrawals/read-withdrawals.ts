import type { Mode } from '../../contracts/access';
import type { Contributor, Database, Withdrawal } from '../../prisma/client';

/** A withdrawal of this account and mode; null for one that is somebody else's. */
export function findWithdrawal(
  db: Database,
  { accountId, mode }: { accountId: string; mode: Mode },
  id: string,
): Promise<Withdrawal | null> {
  return db.prisma.withdrawal.findFirst({ where: { id, accountId, mode } });
}

/** A withdrawal and who gets it, for the service itself; null where there is none. */
export async function loadWithdrawal(
  db: Database,
  id: string,
): Promise<(Withdrawal & { contributor: Contributor }) | null> {
  const withdrawal = await db.prisma.withdrawal.findUnique({ where: { id } });
  if (!withdrawal) return null;
  const { accountId, mode } = withdrawal;
  const contributor = await db.prisma.contributor.findUniqueOrThrow({ where: { accountId_mode: { accountId, mode } } });
  return { ...withdrawal, contributor };
}

/** The newest withdrawals of all accounts, in one state where it is given: for operators. */
export function listAllWithdrawals(db: Database, limit: number, status?: string): Promise<Withdrawal[]> {
  return db.prisma.withdrawal.findMany({ where: status ? { status } : {}, orderBy: { id: 'desc' }, take: limit });
}
