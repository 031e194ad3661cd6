import { setTimeout as sleep } from 'node:timers/promises';
import { unwatchOpportunity, watchOpportunity } from '../../../store/opportunities/watch-opportunity';
import { retryOnOutage } from '../../../test/support/eventually';
import type { Dice } from '../dice';
import type { World } from './world';

/** Wants to be told of opportunities that others reserved, again and again until the story is over; now and then takes it back. */
export async function watchAgainAndAgain(world: World, dice: Dice): Promise<void> {
  const { db } = world.place;
  const watchers = world.buyers.filter(({ mode }) => mode === 'live');
  for (let watch = 0; !world.over.aborted; watch++) {
    await sleep(dice.between(100, 1_000));
    const after = dice.stream(`watch-${watch}`);
    const { accountId } = after.oneOf(watchers);
    const reserved = await retryOnOutage(() =>
      db.prisma.opportunity.findMany({ where: { mode: 'live', status: 'reserved' }, select: { id: true } }),
    );
    if (reserved.length === 0) continue;
    const { id } = after.oneOf(reserved);
    const became = await retryOnOutage(() => watchOpportunity(db, accountId, id));
    world.journal.note('watch', { accountId, opportunityId: id, became });
    if (!after.chance(0.1)) continue;
    await retryOnOutage(() => unwatchOpportunity(db, accountId, id));
    world.journal.note('watch taken back', { accountId, opportunityId: id });
  }
}
