import { Failure } from '../../contracts/failures';
import type { Database } from '../../prisma/client';
import { leftOf, type LeftRows } from '../retention/left-rows';
import { erasedWithBalance } from './alert-erased-balances';
import { openMoney } from './open-money';
import { findErasure } from './record-deleted-session';

/** How far the erasure of an account has come. */
export interface ErasureState {
  accountId: string;
  /** Null where none has begun. */
  requestedAt: Date | null;
  /** Null until it has ended. */
  completedAt: Date | null;
  /** Sessions at the agent provider that are still to be deleted. */
  sessions: number;
  left: LeftRows[];
  /** Unsettled money in sentences: it holds up an erasure before it begins, and is nobody's after it. */
  money: string[];
}

/** Erasures that have not ended, the oldest first, and then those of which money is left. */
export async function openErasures(db: Database): Promise<ErasureState[]> {
  const unfinished = await db.prisma.erasure.findMany({
    where: { completedAt: null },
    orderBy: [{ requestedAt: 'asc' }, { accountId: 'asc' }],
    select: { accountId: true },
  });
  const ids = new Set(unfinished.map(({ accountId }) => accountId));
  for (const { id } of await erasedWithBalance(db)) ids.add(id);
  const states: ErasureState[] = [];
  for (const accountId of ids) states.push(await readErasure(db, accountId));
  return states;
}

/** The erasure of one account, begun, ended or neither. @throws Failure `not_found` for an unknown account */
export async function readErasure(db: Database, accountId: string): Promise<ErasureState> {
  const [account, erasure] = await Promise.all([
    db.prisma.account.findUnique({ where: { id: accountId }, select: { id: true } }),
    findErasure(db, accountId),
  ]);
  if (!account) throw new Failure('not_found', { detail: `No account ${accountId}.` });
  return {
    accountId,
    requestedAt: erasure?.requestedAt ?? null,
    completedAt: erasure?.completedAt ?? null,
    sessions: erasure?.sessionIds.length ?? 0,
    left: erasure ? await leftOf(db.pool, accountId) : [],
    money: await openMoney(db.pool, accountId),
  };
}
