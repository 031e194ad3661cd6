import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from './dice';
import { letTimePass } from './days';
import type { Breakage } from './breakage';
import { passTime, type World } from './story/world';

const HOUR_S = 3_607;
/** Less than a day, after which a mail that was tried is given up, as the provider forgets its key. */
const HALF_A_DAY_S = 12 * HOUR_S;

/** What is away for longer than any hold lasts, while people go on ordering and paying as far as they can. */
export const OUTAGES: Record<string, Breakage> = {
  'outage of all workers': async (world, dice) => {
    const { workers } = world.parts;
    await Promise.all(workers.map((each) => each.kill()));
    await lastLong(world, dice);
    await Promise.all(workers.map((each) => each.start()));
  },
  'outage of temporal': (world, dice) => world.parts.restartTemporal(() => lastLong(world, dice)),
  'outage of events': async (world, dice) => {
    const { events } = world.parts;
    events.stall({ further: true });
    await lastLong(world, dice);
    events.resume();
  },
  'outage of the provider': async (world, dice) => {
    const { calls } = world.parts;
    calls.stall({ further: true });
    await lastLong(world, dice);
    calls.resume();
  },
  'outage of everything': async (world, dice) => {
    const { apis, workers } = world.parts;
    await Promise.all([...apis, ...workers].map((each) => each.kill()));
    await lastLong(world, dice);
    await Promise.all([...apis, ...workers].map((each) => each.start()));
  },
};

async function lastLong(world: World, dice: Dice): Promise<void> {
  await sleep(dice.between(500, 3_000));
  const seconds = dice.oneOf([HOUR_S, HOUR_S, HOUR_S, HALF_A_DAY_S]);
  world.journal.note(seconds === HALF_A_DAY_S ? 'half a day passed' : 'an hour passed');
  // Two of them are a day, for which keys are kept.
  if (seconds === HALF_A_DAY_S) world.forgotten += 1;
  await passTime(world, () => letTimePass(world.parts, seconds));
}
