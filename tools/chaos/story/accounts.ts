import { setTimeout as sleep } from 'node:timers/promises';
import { retryOnOutage } from '../../../test/support/patience';
import type { Dice } from '../dice';
import { command, type World } from './world';

const SUSPENDED_FOR_MS = 3_000;
/** US cents a month: room for a few runs, so that the next is refused or reserves less. */
const BUDGETS = ['none', '500', '3000'];

/** Suspends an account, for which payments that arrive meanwhile go back, and resumes it. */
export async function suspendForAWhile(world: World, dice: Dice): Promise<void> {
  const { accountId } = dice.oneOf(world.buyers);
  await command(world, 'account: suspend', { accountId }, 'accounts', 'suspend', accountId);
  await sleep(SUSPENDED_FOR_MS);
  // Given again after an outage, also where the suspension failed: it may have been done and its answer lost.
  while (!(await command(world, 'account: resume', { accountId }, 'accounts', 'resume', accountId))) await sleep(500);
}

/** Sets what runs of an account may cost in a month. */
export async function setBudget(world: World, dice: Dice): Promise<void> {
  const { accountId } = dice.oneOf(world.buyers);
  const monthly = dice.oneOf(BUDGETS);
  const verb = ['accounts', 'budget', accountId, '--monthly', monthly];
  await command(world, 'account: budget', { accountId, monthly }, ...verb);
}

/** Erases the account of somebody who bought without one, or of a contributor who leaves; refused while money is open. */
export async function eraseSomebody(world: World, dice: Dice): Promise<void> {
  const { db } = world.place;
  const where = { email: { endsWith: '@stranger.example' }, status: 'active' };
  const strangers = await retryOnOutage(() => db.prisma.account.findMany({ where, take: 20, orderBy: { id: 'asc' } }));
  const candidates = [...strangers.map(({ id }) => id), ...world.leaving];
  if (candidates.length === 0) return;
  const accountId = dice.oneOf(candidates);
  await command(world, 'account: erase', { accountId }, 'accounts', 'erase', accountId);
}
