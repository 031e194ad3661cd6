import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from './dice';
import { letTimePass } from './days';
import type { Breakage } from './breakage';
import type { World } from './story/world';

const HOUR_S = 3_607;
const DAY_S = 24 * HOUR_S;

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
  const seconds = dice.oneOf([HOUR_S, HOUR_S, HOUR_S, DAY_S]);
  world.journal.note(seconds === DAY_S ? 'a day passed' : 'an hour passed');
  if (seconds === DAY_S) world.forgotten += 1;
  await letTimePass(world.parts, seconds);
  world.timePassedAt = Date.now();
}
