import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from '../campaign/dice';
import { evaluate, purchase, search, takeOut } from '../cluster/asks';
import { APIS, end, POSTGRES, TEMPORAL, WORKERS } from '../cluster/disturbances';
import type { World } from '../cluster/world';

/** What a soak asks for, and how often something ends. */
export interface SoakPlan {
  hours: number;
  /** Runs that are started each second. */
  rate: number;
  /** Seconds between two processes that end; 0 for none. */
  faultsEvery: number;
}

const SEARCH_EVERY_MS = 60_000;
const PURCHASE_EVERY_MS = 10_000;
/** What contributors have is enough for so many withdrawals, in their growing amounts. */
const WITHDRAWALS = 250;
const WITHDRAWAL_EVERY_MS = 60_000;

/** Runs, searches and withdrawals that a soak asks for: accounts need credits and balances for them. */
export function sizesOf({ hours, rate }: SoakPlan) {
  const ms = hours * 3_600_000;
  const times = (every: number) => Math.ceil(ms / every) + 1;
  return {
    evaluations: times(1_000 / rate),
    searches: times(SEARCH_EVERY_MS),
    purchases: times(PURCHASE_EVERY_MS),
    withdrawals: WITHDRAWALS,
  };
}

/** Asks for everything at its pace until the signal; resolves when all that was asked for has ended. */
export async function ask(world: World, { hours, rate }: SoakPlan, over: AbortSignal): Promise<void> {
  const paces: [(world: World, number: number) => Promise<void>, number][] = [
    [evaluate, 1_000 / rate],
    [search, SEARCH_EVERY_MS],
    [purchase, PURCHASE_EVERY_MS],
    [takeOut, Math.max(WITHDRAWAL_EVERY_MS, (hours * 3_600_000) / WITHDRAWALS)],
  ];
  await Promise.all(paces.map(([what, everyMs]) => atPace(world, what, everyMs, over)));
}

async function atPace(
  world: World,
  what: (world: World, number: number) => Promise<void>,
  everyMs: number,
  over: AbortSignal,
): Promise<void> {
  const asked = new Set<Promise<void>>();
  const begunAt = performance.now();
  for (let number = 0; !over.aborted; number++) {
    const one = what(world, number)
      .catch((error: Error) => world.tally.breaks(String(error.stack)))
      .finally(() => asked.delete(one));
    asked.add(one);
    // By the clock, so that a slow moment is made up for.
    const nextIn = begunAt + (number + 1) * everyMs - performance.now();
    await sleep(Math.max(0, nextIn), undefined, { signal: over }).catch(() => undefined);
  }
  await Promise.all(asked);
}

/** Ends one process after the other until the signal, most of them ours, gently or not, and waits for its successor. */
export async function disturb(world: World, { faultsEvery }: SoakPlan, dice: Dice, over: AbortSignal): Promise<void> {
  if (faultsEvery === 0) return;
  for (;;) {
    await sleep(faultsEvery * 1_000, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) return;
    const pick = dice.chance(0.8) ? dice.oneOf([...APIS, ...WORKERS]) : dice.oneOf([POSTGRES, TEMPORAL]);
    // SIGINT is the fast shutdown of PostgreSQL: at SIGTERM it waits until everybody has left.
    const gently = pick === POSTGRES ? 'SIGINT' : 'SIGTERM';
    await end(world, pick, dice.chance(0.5) ? gently : 'SIGKILL').catch((error: Error) =>
      world.tally.breaks(error.message),
    );
  }
}
