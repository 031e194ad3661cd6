import type { Answer, Customer } from '../../../test/support/api';
import { createContributor, openConnectedAccount } from '../../../test/support/contributors';
import { createCustomer } from '../../../test/support/api';
import { retryUntilAnswered as retryRequest, retryOnOutage } from '../../../test/support/patience';
import { offer } from '../../../test/support/shop';
import type { Journal } from '../journal';
import type { Parts } from '../parts';

/** The people of a campaign and what they can do. */
export interface World {
  parts: Parts;
  journal: Journal;
  buyers: Buyer[];
  contributors: Customer[];
  /** Their accounts at the provider. */
  connected: string[];
  /** Opportunities on offer, by mode; sold ones are replaced. */
  offers: Record<'live' | 'test', string[]>;
  /** Contributors who are erased while what they found is on offer. */
  leaving: string[];
  /** Withdrawals of whose transfer somebody reversed a part. */
  reversedInPart: Set<string>;
  /** How often answers of before may be forgotten: the product was set back, or half a day passed. */
  forgotten: number;
  /**
   * When time passed at once, or the product was set back, the last time: what waits became old, or lost its workflow.
   * Infinity while it does.
   */
  timePassedAt: number;
  /** True while callers are kept out, as docs/runbook/restore.md says, until a restore is reconciled. */
  keepsOut: boolean;
  /** Promises that were seen broken while the story ran. */
  broken: Set<string>;
  /** Ends what the people of the story run themselves. */
  closing: (() => Promise<void>)[];
  /** Aborts when no further story should begin. */
  over: AbortSignal;
}

/** A customer who buys. */
export interface Buyer extends Customer {
  mode: 'live' | 'test';
}

const LIVE_BUYERS = 30;
const TEST_BUYERS = 4;
/** Countries of contributors: the provider pays out in dollars, euros and pounds. */
const CONTRIBUTORS_OF = ['US', 'US', 'DE', 'DE', 'GB'];
/** Contributors who also buy, now and then what is their own. */
const BUYING_CONTRIBUTORS = 2;
/** Money arrives at a contributor's account so much later than its transfer. */
const ARRIVES_AFTER_MS = 1_500;
const OFFERS = 12;
const LEAVING = 4;
const FIRST_BALANCE = 200_000;

/** Opens accounts and offers. */
export async function createWorld(parts: Parts, journal: Journal, over: AbortSignal): Promise<World> {
  const { db, provider } = parts;
  const buyer = async (mode: 'live' | 'test'): Promise<Buyer> => ({
    ...(await createCustomer(db, { credits: 0, mode })),
    mode,
  });
  const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));
  const connected = await Promise.all(CONTRIBUTORS_OF.map((country) => openConnectedAccount(provider, true, country)));
  for (const id of connected) await provider.control(`accounts/${id}`, { availableAfterMs: ARRIVES_AFTER_MS });
  const contributors = await Promise.all(
    connected.map((connectedAccountId) => createContributor(db, { balance: FIRST_BALANCE, connectedAccountId })),
  );
  const world: World = {
    parts,
    journal,
    over,
    buyers: [
      ...(await times(LIVE_BUYERS, () => buyer('live'))),
      ...(await times(TEST_BUYERS, () => buyer('test'))),
      ...contributors.slice(0, BUYING_CONTRIBUTORS).map((each) => ({ ...each, mode: 'live' as const })),
    ],
    contributors,
    connected,
    offers: { live: [], test: [] },
    reversedInPart: new Set(),
    forgotten: 0,
    timePassedAt: 0,
    keepsOut: false,
    leaving: [],
    closing: [],
    broken: new Set(),
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

/** Puts one more opportunity on offer, of a contributor every other time. */
export async function addOffer({ parts, offers, contributors }: World, mode: 'live' | 'test'): Promise<void> {
  const number = offers.live.length;
  const contributor = mode === 'live' && number % 2 === 0 ? contributors[number % contributors.length] : undefined;
  offers[mode].push(await retryOnOutage(() => offer(parts.db, mode, contributor?.accountId)));
}

/**
 * Sends a request as {@link retryUntilAnswered} says; what is not answered for good is a broken promise of this world.
 */
export function retryUntilAnswered<T extends { code?: string }>(
  world: World,
  what: string,
  send: () => Promise<Answer<T>>,
): Promise<Answer<T> | null> {
  return retryRequest(what, send, { breaks: (flaw) => breaks(world, flaw), keepsOut: () => world.keepsOut });
}

/** Has time pass at once, or sets the product back: nothing is old by itself from the begin of it to its end. */
export async function passTime(world: World, change: () => Promise<unknown>): Promise<void> {
  world.timePassedAt = Infinity;
  await change();
  world.timePassedAt = Date.now();
}

/** Notes a broken promise, with the time at which it was seen. */
export function breaks({ broken, journal }: World, flaw: string): void {
  if (broken.has(flaw)) return;
  broken.add(flaw);
  journal.note('broken promise', { flaw });
}
