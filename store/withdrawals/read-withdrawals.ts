import type { Mode } from '../../contracts/access';
import { lastId } from '../../contracts/ids';
import type { WithdrawalState } from '../../contracts/withdrawals';
import type { Database } from '../../prisma/client';
import { toContributor, type Contributor } from '../ledger/row';
import { toWithdrawal, type Withdrawal } from './row';

/** A withdrawal of this account and mode, or null. */
export async function findWithdrawal(
  db: Database,
  { accountId, mode }: { accountId: string; mode: Mode },
  id: string,
): Promise<Withdrawal | null> {
  const withdrawal = await db.prisma.withdrawal.findFirst({ where: { id, accountId, mode } });
  return withdrawal && toWithdrawal(withdrawal);
}

/** The newest withdrawals of this account and mode, before a withdrawal if one is given. */
export async function listWithdrawals(
  db: Database,
  { accountId, mode }: { accountId: string; mode: Mode },
  { limit, before = lastId('wdr'), since = '' }: { limit: number; before?: string; since?: string },
): Promise<Withdrawal[]> {
  const withdrawals = await db.prisma.withdrawal.findMany({
    where: { accountId, mode, id: { lt: before, gte: since } },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return withdrawals.map(toWithdrawal);
}

/** A withdrawal with its contributor and the suspension of their account. */
export type LoadedWithdrawal = Withdrawal & { contributor: Contributor; suspended: boolean };

/** A withdrawal of any account, or null. */
export async function loadWithdrawal(db: Database, id: string): Promise<LoadedWithdrawal | null> {
  const withdrawal = await db.prisma.withdrawal.findUnique({
    where: { id },
    include: { account: { select: { status: true } } },
  });
  if (!withdrawal) return null;
  const { account, ...own } = withdrawal;
  const { accountId, mode } = own;
  const contributor = await db.prisma.contributor.findUniqueOrThrow({ where: { accountId_mode: { accountId, mode } } });
  const suspended = account.status === 'suspended';
  return { ...toWithdrawal(own), contributor: toContributor(contributor), suspended };
}

/** Recorded transfers of those of these withdrawals that were paid before a time. */
export async function transfersPaidBefore(db: Database, time: Date, withdrawalIds: string[]): Promise<Set<string>> {
  const where = { id: { in: withdrawalIds }, status: 'paid' satisfies WithdrawalState, paidAt: { lt: time } };
  const paid = await db.prisma.withdrawal.findMany({ where, select: { transferId: true } });
  return new Set(paid.flatMap(({ transferId }) => transferId ?? []));
}

/** Newest withdrawals of all accounts, optionally of one state; for operators. */
export async function listAllWithdrawals(db: Database, limit: number, status?: string): Promise<Withdrawal[]> {
  const withdrawals = await db.prisma.withdrawal.findMany({
    where: status ? { status } : {},
    orderBy: { id: 'desc' },
    take: limit,
  });
  return withdrawals.map(toWithdrawal);
}

/** Number of withdrawals in one state. */
export function countWithdrawals(db: Database, status: WithdrawalState): Promise<number> {
  return db.prisma.withdrawal.count({ where: { status } });
}
