import { setTimeout as sleep } from 'node:timers/promises';
import type { Break } from '../../modules/reconciliation/store/breaks';
import { retryOnOutage } from '../../test/support/eventually';
import { brokenAtAnyMoment, brokenWhenIdle } from '../../test/support/promises';
import { changeHabits, disarm, disturbProviders } from './faults';
import type { Dice, Journal } from './journal';
import type { LocalPlace } from './local';
import { buyAgainAndAgain, rushForOne, buyByForm } from './story/buyers';
import { closeDisputes } from './story/cardholders';
import { disruptAccounts, withdrawAgainAndAgain, resumeAll, suspendAgainAndAgain } from './story/contributors';
import { repairByHand, operate, returnOrphans, decideReviews, settleUnrecovered } from './story/operator';
import { breaks, createWorld, type Breakage, type World } from './story/world';

export interface Faults {
  vendors: boolean;
  breakages: Record<string, Breakage>;
  /** The story begins with one breakage from each group, so that even a short story includes every group. */
  first: string[][];
}

export interface Plan {
  faults: number;
  minutes: number;
  buyers: number;
}

const WITHDRAWING = 2;
const STRANGERS = 2;
const CHECKS_EVERY_MS = 4_000;
/** One in thirty faults breaks a part of the product, but at least two do. The other faults hit vendors. */
const BREAKAGES_EVERY = 30;
const FEWEST_BREAKAGES = 2;
/** Work in progress ends long before this limit, even on a shared machine. */
const IDLE_WITHIN_MS = 1_800_000;
/** The story has settled after this long without a change. Longer than the longest pause between email attempts. */
const UNCHANGED_FOR_MS = 660_000;
/** After this long without a change, the story skips an hour and the operator acts. */
const QUIET_FOR_MS = 20_000;
const HOUR_S = 3_607;
const HOURS_UNTIL_SWEPT = 2;

/** Runs a story with faults, lets everything settle, and returns the broken promises. */
export async function playStory(
  place: LocalPlace,
  plan: Plan,
  { journal, dice, kinds }: { journal: Journal; dice: Dice; kinds: Faults },
): Promise<string[]> {
  const over = new AbortController();
  const world = await createWorld(place, journal, over.signal);
  const actors = (count: number, name: string, act: (world: World, dice: Dice, name: string) => Promise<void>) =>
    Array.from({ length: count }, (_, i) => act(world, dice.stream(`${name}-${i}`), `${name}-${i}`));
  const story = Promise.all([
    ...actors(plan.buyers, 'buyer', buyAgainAndAgain),
    ...actors(WITHDRAWING, 'contributor', withdrawAgainAndAgain),
    ...actors(STRANGERS, 'stranger', buyByForm),
    rushForOne(world, dice.stream('rush')),
    disruptAccounts(world, dice.stream('accounts')),
    operate(world, dice.stream('operator')),
    suspendAgainAndAgain(world, dice.stream('suspensions')),
    changeHabits(world, dice.stream('habits')),
    checkAgainAndAgain(world),
  ]);
  const breakages = breakagesOf(plan.faults, kinds);
  const ofVendors = kinds.vendors ? plan.faults - breakages : 0;
  const lastsMs = plan.minutes * 60_000;
  const trouble = Promise.all([
    sleep(lastsMs, undefined, { signal: over.signal }).catch(() => undefined),
    breakParts(world, dice.stream('breakages'), { kinds, wanted: breakages, lastsMs }),
    disturbProviders(world, dice.stream('faults'), { wanted: ofVendors, lastsMs }),
  ]);
  // An exception in an actor is a bug in this program, so do not wait for the other actors.
  await Promise.race([trouble, story]);
  over.abort();
  await story;
  await settle(world, dice.stream('rest'));
  return [...world.broken];
}

function breakagesOf(faults: number, { vendors, breakages }: Faults): number {
  if (Object.keys(breakages).length === 0) return 0;
  return vendors ? Math.min(faults, Math.max(FEWEST_BREAKAGES, Math.round(faults / BREAKAGES_EVERY))) : faults;
}

/** Breaks one part at a time, each kind equally often. */
async function breakParts(
  world: World,
  dice: Dice,
  { kinds, wanted, lastsMs }: { kinds: Faults; wanted: number; lastsMs: number },
): Promise<void> {
  const { place, journal, over } = world;
  const begunAt = Date.now();
  let deck = kinds.first.map((names) => dice.oneOf(names));
  for (let done = 0; done < wanted; done++) {
    const dueIn = begunAt + (lastsMs * done) / wanted - Date.now();
    const pause = Math.max(dueIn, dice.between(500, 2_500));
    await sleep(pause, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) return;
    if (deck.length === 0) deck = dice.shuffled(Object.keys(kinds.breakages));
    const name = deck.shift()!;
    // The server may still be recovering from the last fault.
    await retryOnOutage(() => place.db.pool.query('SELECT 1'));
    journal.note(`fault ${name}`);
    await kinds.breakages[name]!(world, dice);
    await place.revive();
  }
}

async function settle(world: World, dice: Dice): Promise<void> {
  const { place, journal } = world;
  await disarm(place);
  await closeDisputes(world, dice);
  await resumeAll(world);
  journal.note('settling');
  const flaws = await untilUnbroken(world, dice);
  for (const flaw of [...flaws, ...place.crashes()]) breaks(world, flaw);
}

/** Waits until no promise is broken. Returns the promises that are still broken when time runs out. */
async function untilUnbroken(world: World, dice: Dice): Promise<string[]> {
  const { place, journal } = world;
  const until = Date.now() + IDLE_WITHIN_MS;
  let [hours, repairedAt] = [0, 0];
  for (let [last, since] = ['', Date.now()]; ; await sleep(500)) {
    await decideReviews(world, dice);
    const found = await retryOnOutage(() => brokenWhenIdle(place));
    const flaws = found.length > 0 ? found : await openBreaks(world);
    if (flaws.join() !== last) {
      [last, since] = [flaws.join(), Date.now()];
      journal.note('settling', { broken: flaws.length, such: flaws.slice(0, 3) });
    }
    if (flaws.length > 0 && Date.now() - Math.max(since, repairedAt) > QUIET_FOR_MS) {
      await repairByHand(world, flaws);
      // Skip hours, because sweeps look for lost workflows only after an hour without news.
      if ((hours += 1) <= HOURS_UNTIL_SWEPT) await place.letTimePass(HOUR_S);
      repairedAt = Date.now();
    }
    if (flaws.length === 0 || Date.now() > until || Date.now() - since > UNCHANGED_FOR_MS) return flaws;
  }
}

/** Reconciles again, resolves breaks as the runbook says, and returns the breaks that stay open. */
async function openBreaks(world: World): Promise<string[]> {
  const listed = JSON.parse(await world.place.admin('reconcile', '--json')) as Break[];
  const open = listed.filter(({ status }) => status === 'open');
  const left = await returnOrphans(world, await settleUnrecovered(world, open));
  return left.map((each) => `the reconciliation found ${each.cause}: ${JSON.stringify(each)}`);
}

async function checkAgainAndAgain(world: World): Promise<void> {
  while (!world.over.aborted) {
    await sleep(CHECKS_EVERY_MS);
    for (const flaw of await retryOnOutage(() => brokenAtAnyMoment(world.place))) breaks(world, flaw);
  }
}
