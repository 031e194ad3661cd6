import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../test/support/eventually';
import { retryOnOutage } from '../../test/support/patience';
import { brokenWhenIdle } from '../../test/support/promises';
import { evaluate, purchase, search, takeOut } from './asks';
import { brokenByDeploy } from './deploy';
import { STEPS, type Step } from './disturbances';
import type { DrillSizes, World } from './world';

/** What a whole drill asks for. */
export const WHOLE_DRILL: DrillSizes = { evaluations: 300, searches: 20, purchases: 100, withdrawals: 20 };

const IDLE_WITHIN_MS = 120_000;

type Ask = (world: World, number: number) => Promise<void>;

/**
 * Uses a cluster while its processes are restarted, killed and replaced, a part of the load in each step, and waits for
 * the end of everything.
 *
 * @returns the broken promises: what was lost, doubled, refused or never ended
 */
export async function drill(world: World, sizes: DrillSizes, say: (text: string) => void): Promise<string[]> {
  const asked: Promise<void>[] = [];
  for (const [index, step] of STEPS.entries()) {
    say(`${step.name} …`);
    world.tally.step = step.name;
    await Promise.all([arrive(world, partOf(sizes, index), step, asked), step.disturb(world)]);
  }
  say('waiting for the end of everything …');
  await Promise.all(asked);
  const left = await untilIdle(world);
  return [...world.tally.broken, ...left, ...(await openBreaks(world)), ...(await brokenByDeploy(world))];
}

/** The numbers of what each kind of request has in a step: all of them have one in the end, none two. */
function partOf(sizes: DrillSizes, index: number): { ask: Ask; number: number }[] {
  const asks: [Ask, number][] = [
    [evaluate, sizes.evaluations],
    [search, sizes.searches],
    [purchase, sizes.purchases],
    [takeOut, sizes.withdrawals],
  ];
  const part = asks.flatMap(([ask, count]) =>
    Array.from({ length: count }, (_, number) => ({ ask, number, place: (number + 0.5) / count })),
  );
  const [from, to] = [index / STEPS.length, (index + 1) / STEPS.length];
  return part.filter(({ place }) => place >= from && place < to).toSorted((a, b) => a.place - b.place);
}

async function arrive(
  world: World,
  part: { ask: Ask; number: number }[],
  { lastsMs }: Step,
  asked: Promise<void>[],
): Promise<void> {
  for (const { ask, number } of part) {
    asked.push(ask(world, number).catch((error: Error) => world.tally.breaks(String(error.stack))));
    await sleep(lastsMs / part.length);
  }
}

/** What the provider's books and ours disagree about, by a fresh reconciliation. */
export async function openBreaks({ admin }: World): Promise<string[]> {
  const found = JSON.parse(await admin('reconcile', '--json')) as { cause: string; status: string }[];
  return found
    .filter(({ status }) => status === 'open')
    .map((each) => `the reconciliation found ${each.cause}: ${JSON.stringify(each)}`);
}

/** Waits until no promise is broken; returns those that still are at the end of the time. */
export async function untilIdle(world: World): Promise<string[]> {
  let flaws: string[] = [];
  const unbroken = async () => {
    flaws = await retryOnOutage(() => brokenWhenIdle(world));
    return flaws.length === 0;
  };
  return eventually('rest', unbroken, IDLE_WITHIN_MS).then(
    () => [],
    () => flaws,
  );
}
