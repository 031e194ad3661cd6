import { createCustomer, type Answer, type Customer } from '../../../test/support/api';
import { createContributor, openConnectedAccount } from '../../../test/support/contributors';
import { retryOnOutage, retryUntilAnswered } from '../../../test/support/eventually';
import { offer } from '../../../test/support/shop';
import type { Dice, Journal } from '../journal';
import type { LocalPlace } from '../local';

export interface Buyer extends Customer {
  mode: 'live' | 'test';
}

/** The people in a story and its state so far. */
export type World = Awaited<ReturnType<typeof createWorld>>;

/** A way to break a part of the product. Resolves when the part is up again. */
export type Breakage = (world: World, dice: Dice) => Promise<void>;

const LIVE_BUYERS = 30;
const TEST_BUYERS = 4;
/** Contributors' countries: the provider pays out in dollars, euros and pounds. */
const CONTRIBUTORS_OF = ['US', 'US', 'DE', 'DE', 'GB'];
/** Contributors who also buy, sometimes their own opportunities. */
const BUYING_CONTRIBUTORS = 2;
/** Delay between a transfer and the money's arrival at the contributor's account. */
const ARRIVES_AFTER_MS = 1_500;
const OFFERS = 12;
const LEAVING = 4;
const FIRST_BALANCE = 200_000;

export async function createWorld(place: LocalPlace, journal: Journal, over: AbortSignal) {
  const { db, provider } = place;
  const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));
  const buyer = async (mode: 'live' | 'test'): Promise<Buyer> => ({
    ...(await createCustomer(db, { credits: 0, mode })),
    mode,
  });
  const connected = await Promise.all(CONTRIBUTORS_OF.map((country) => openConnectedAccount(provider, true, country)));
  for (const id of connected) await provider.control(`accounts/${id}`, { availableAfterMs: ARRIVES_AFTER_MS });
  const contributors = await Promise.all(
    connected.map((connectedAccountId) => createContributor(db, { balance: FIRST_BALANCE, connectedAccountId })),
  );
  const buyers = [
    ...(await times(LIVE_BUYERS, () => buyer('live'))),
    ...(await times(TEST_BUYERS, () => buyer('test'))),
    ...contributors.slice(0, BUYING_CONTRIBUTORS).map((each) => ({ ...each, mode: 'live' as const })),
  ];
  const world = {
    place,
    journal,
    /** Aborts when the story must stop. */
    over,
    buyers,
    contributors,
    connected,
    /** Opportunities for sale, by mode. Sold ones are replaced. */
    offers: { live: [] as string[], test: [] as string[] },
    /** Contributors to erase while their opportunities are for sale. */
    leaving: [] as string[],
    reversedInPart: new Set<string>(),
    /** Transfers that the provider completed late. They do not count against a suspended account. */
    completedLate: new Set<string>(),
    /** Number of times that stored responses may have been lost, through a restore or a pause of half a day. */
    forgotten: 0,
    /** True while the operator blocks callers, as docs/runbook/restore.md says, until a restore is reconciled. */
    keepsOut: false,
    broken: new Set<string>(),
  };
  for (let count = 0; count < LEAVING; count++) {
    const { accountId } = await createContributor(db, { balance: 0 });
    world.leaving.push(accountId);
    world.offers.live.push(await offer(db, 'live', accountId));
  }
  for (let count = 0; count < OFFERS; count++) await addOffer(world, 'live');
  for (let count = 0; count < OFFERS / 4; count++) await addOffer(world, 'test');
  return world;
}

/** Puts one more opportunity up for sale. Every other one belongs to a contributor. */
export async function addOffer(
  { place, offers, contributors }: Pick<World, 'place' | 'offers' | 'contributors'>,
  mode: 'live' | 'test',
): Promise<void> {
  const number = offers.live.length;
  const contributor = mode === 'live' && number % 2 === 0 ? contributors[number % contributors.length] : undefined;
  offers[mode].push(await retryOnOutage(() => offer(place.db, mode, contributor?.accountId)));
}

type Send<T> = () => Promise<Answer<T>>;

/** Repeats a request with its key until it is answered. Records a 500 or a missing response as a broken promise. */
export function untilAnswered<T extends { code?: string }>(world: World, what: string, send: Send<T>) {
  return retryUntilAnswered(what, send, { breaks: (flaw) => breaks(world, flaw), keepsOut: () => world.keepsOut });
}

/** Retries until answered. If refused, returns null and records an unexpected refusal as a broken promise. */
export async function ask<T extends { code?: string }>(
  world: World,
  what: string,
  send: Send<T>,
  expected: readonly string[],
): Promise<Answer<T> | null> {
  const answer = await untilAnswered(world, what, send);
  if (answer === null || answer.status < 400) return answer;
  const { code = '' } = answer.body ?? {};
  if (!expected.includes(code) && !expected.includes(String(answer.status)))
    breaks(world, `${what} was refused: ${answer.text.slice(0, 300)}`);
  return null;
}

/** Like {@link ask}, but sometimes sends two requests at once with one key. Both must return the same object. */
export async function askWithKey<T extends { code?: string }>(
  world: World,
  what: string,
  send: Send<T>,
  { twice, expected, idOf }: { twice: boolean; expected: readonly string[]; idOf: (body: T) => string },
): Promise<T | null> {
  const { forgotten } = world;
  const [answer, again] = await Promise.all([
    ask(world, what, send, expected),
    twice ? untilAnswered(world, what, send) : null,
  ]);
  const both = answer && again && again.status < 400 && forgotten === world.forgotten;
  if (both && idOf(answer.body) !== idOf(again.body))
    breaks(world, `one key of ${what} made ${idOf(answer.body)} and ${idOf(again.body)}`);
  return answer && answer.body;
}

export function breaks({ broken, journal }: World, flaw: string): void {
  if (broken.has(flaw)) return;
  broken.add(flaw);
  journal.note('broken promise', { flaw });
}

/** Runs an operator command with a reason and records it. Returns false on failure, for example without PostgreSQL. */
export async function command(world: World, ...args: string[]): Promise<boolean> {
  const error = await world.place.admin(...args, '--reason', 'chaos').then(
    () => null,
    ({ message }: Error) => /error: .*/.exec(message)?.[0] ?? message,
  );
  const what = args.slice(0, 2).join(' ');
  world.journal.note(error === null ? what : `${what}, refused`, { args, ...(error && { error }) });
  return error === null;
}
