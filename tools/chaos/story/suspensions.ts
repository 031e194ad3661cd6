import { setTimeout as sleep } from 'node:timers/promises';
import { resumeAccount } from '../../../store/accounts/resume-account';
import { suspendAccount } from '../../../store/accounts/suspend-account';
import { retryOnOutage } from '../../../test/support/eventually';
import { moneyOutOf } from '../../../test/support/money-invariants';
import type { Dice } from '../dice';
import { breaks, type World } from './world';

/** Longer than a step that had begun before, on a worker that was frozen meanwhile or at a provider that was slow. */
const UNDERWAY_MS = 13_000;

/** Suspends buyers and contributors in any state until the story is over, and resumes them; some are watched meanwhile. */
export async function suspendAgainAndAgain(world: World, dice: Dice): Promise<void> {
  const { place, journal, buyers, contributors } = world;
  while (!world.over.aborted) {
    await sleep(dice.between(500, 4_000));
    const { accountId } = dice.oneOf(dice.oneOf([buyers, contributors]));
    await retryOnOutage(() => suspendAccount(place.db, accountId));
    journal.note('account suspended', { accountId });
    if (dice.chance(0.3)) await watchSuspended(world, dice, accountId);
    else await sleep(dice.between(0, 4_000));
    await resume(world, accountId);
  }
}

async function resume({ place, journal }: World, accountId: string): Promise<void> {
  await retryOnOutage(() => resumeAccount(place.db, accountId));
  journal.note('account resumed', { accountId });
}

/** Resumes what is still suspended: the database was set back to before it was resumed. */
export async function resumeAll(world: World): Promise<void> {
  const where = { status: 'suspended' };
  const { prisma } = world.place.db;
  for (const { id } of await retryOnOutage(() => prisma.account.findMany({ where }))) await resume(world, id);
}

/** Looks whether money leaves for an account while it is suspended, once what was under way has ended. */
async function watchSuspended(world: World, dice: Dice, accountId: string): Promise<void> {
  const { db, provider } = world.place;
  await sleep(UNDERWAY_MS);
  const before = await retryOnOutage(() => moneyOutOf(db, provider, accountId));
  await sleep(dice.between(2_000, 10_000));
  const after = await retryOnOutage(() => moneyOutOf(db, provider, accountId));
  // Set back, the database may not know of the suspension.
  const account = await retryOnOutage(() => db.prisma.account.findUnique({ where: { id: accountId } }));
  if (account?.status !== 'suspended') return;
  for (const id of after.filter((each) => !before.includes(each) && !world.completedLate.has(each)))
    breaks(world, `${id} paid ${accountId} while it was suspended`);
}
