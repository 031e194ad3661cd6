import type { Mode } from '../../../base/access';
import { lastId } from '../../../base/ids';
import type { Prisma, Database, Queryable } from '../../../prisma/client';
import type { Narrowed } from '../../../prisma/sql';
import { toContributor, type Contributor } from '../../ledger/store/contributors';
import type { Posting } from '../../ledger/store/post';
import { enqueue } from '../../outbox/store/outbox';
import type { EndRequest, ReviewDecision, WithdrawalState } from '../contract';
import { payoutMessage } from '../messages';

export type Withdrawal = Narrowed<
  Prisma.WithdrawalModel,
  {
    mode: Mode;
    status: WithdrawalState;
    reviewDecision: ReviewDecision['decision'] | null;
    endRequested: EndRequest['how'] | null;
  }
>;

export const toWithdrawal = (row: Prisma.WithdrawalModel) => row as Withdrawal;

/** Finds a withdrawal by id if it belongs to this account and mode; otherwise null. */
export async function findWithdrawal(
  db: Database,
  { accountId, mode }: { accountId: string; mode: Mode },
  id: string,
): Promise<Withdrawal | null> {
  const withdrawal = await db.prisma.withdrawal.findFirst({ where: { id, accountId, mode } });
  return withdrawal && toWithdrawal(withdrawal);
}

/** Newest withdrawals of this account and mode, optionally only those older than a given withdrawal. */
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

/** Ids of the recorded transfers of those `withdrawalIds` that were paid before `time`. */
export async function transfersPaidBefore(db: Database, time: Date, withdrawalIds: string[]): Promise<Set<string>> {
  const where = { id: { in: withdrawalIds }, status: 'paid' satisfies WithdrawalState, paidAt: { lt: time } };
  const paid = await db.prisma.withdrawal.findMany({ where, select: { transferId: true } });
  return new Set(paid.flatMap(({ transferId }) => transferId ?? []));
}

/** Newest withdrawals of all accounts, optionally in one state; for operators. */
export async function listAllWithdrawals(db: Database, limit: number, status?: string): Promise<Withdrawal[]> {
  const withdrawals = await db.prisma.withdrawal.findMany({
    where: status ? { status } : {},
    orderBy: { id: 'desc' },
    take: limit,
  });
  return withdrawals.map(toWithdrawal);
}

export function countWithdrawals(db: Database, status: WithdrawalState): Promise<number> {
  return db.prisma.withdrawal.count({ where: { status } });
}

/** State of a withdrawal; undefined if it does not exist. */
export async function stateOf(tx: Queryable, id: string): Promise<WithdrawalState | undefined> {
  const { rows } = await tx.query<{ status: WithdrawalState }>({
    text: 'SELECT status FROM withdrawals WHERE id = $1',
    values: [id],
  });
  return rows[0]?.status;
}

type Entered = Pick<Withdrawal, 'id' | 'accountId' | 'mode' | 'currency'>;

/** Everything in a withdrawal's posting except the amounts. Each step posts under its own cause. */
export function postingOf({ id, accountId, mode, currency }: Entered, step: string): Posting {
  return { cause: `withdrawal:${id}:${step}`, accountId, mode, currency };
}

/** Signals the payout workflow of a withdrawal, once per `occasion`. Restarts a finished workflow. */
export async function signalPayout(
  tx: Queryable | Database,
  withdrawal: { id: string; mode: Mode },
  occasion: string,
): Promise<void> {
  await enqueue(tx, `withdrawal:${withdrawal.id}:${occasion}`, payoutMessage(withdrawal, 'payoutChanged'));
}
