import type { Browser } from 'playwright-core';
import { freePort } from '../../local/ports';
import { startApi, type TestApi, type TestApiOptions } from './api';
import { startBrowser } from './browser';
import { createTestDatabase, type TestDatabase } from './database';
import { closedAtEnd } from './leftovers';
import { checkLedger, checkMoney } from './money-invariants';
import { clientOf, startProvider, startShop, type Provider, type Shop, type ShopOptions } from './shop';
import { startStack, type Stack, type StackOptions } from './stack';

type Hook = (work: () => Promise<void>) => void;

/** Jest's hooks for the current test file, set by the test environment. */
export const jestOfFile: { beforeAll?: Hook; beforeEach?: Hook; afterEach?: Hook } = {};

/**
 * Starts a part before the calling file's tests and closes it after them. Returns at once, before the part exists. Call
 * it at the top of the file, and use the part only in hooks and tests.
 */
export function use<Part extends object>(start: () => Promise<Part>): Part {
  const { named, become } = announced<Part>();
  jestOfFile.beforeAll!(async () => {
    const part = await start();
    become(part);
    if (closes(part)) closedAtEnd(() => part.close());
  });
  return named;
}

/** Close functions of the parts that the current test started, in the order they were started. */
const ofTest: (() => Promise<void>)[] = [];

/**
 * Like {@link use}, but starts a new part for each test. After the test, closes parts in reverse order, before the
 * hooks declared further down run.
 */
export function useEach<Part extends object>(start: () => Promise<Part>): Part {
  const { named, become } = announced<Part>();
  jestOfFile.beforeEach!(async () => {
    const part = await start();
    become(part);
    if (closes(part)) ofTest.push(closedAtEnd(() => part.close()));
  });
  jestOfFile.afterEach!(async () => {
    for (const close of ofTest.splice(0).reverse()) await close();
  });
  return named;
}

const closes = <Part extends object>(part: Part): part is Part & { close(): Promise<void> } =>
  'close' in part && typeof part.close === 'function';

/** Returns a proxy for a part that does not exist yet, and the function that sets the part. */
function announced<Part extends object>(): { named: Part; become(part: Part): void } {
  let part: Part | null = null;
  const started = (name: PropertyKey): Part => {
    if (!part) throw new Error(`"${String(name)}" was asked for before the tests began`);
    return part;
  };
  const named = new Proxy({} as Part, {
    get: (_, name) => Reflect.get(started(name), name) as unknown,
    // The part may be an instance of a class whose methods assign to its fields.
    set: (_, name, value) => Reflect.set(started(name), name, value),
    has: (_, name) => Reflect.has(started(name), name),
    ownKeys: () => Reflect.ownKeys(started('keys')),
    getOwnPropertyDescriptor: (_, name) => ({
      ...Reflect.getOwnPropertyDescriptor(started(name), name),
      configurable: true,
    }),
  });
  return { named, become: (made) => (part = made) };
}

/** An empty, migrated database for this file. */
export const useDatabase = (maxConnections?: number): TestDatabase => use(() => createTestDatabase(maxConnections));

/** An API with a database for this file, without Temporal. */
export function useApi(options: TestApiOptions = {}): { db: TestDatabase; api: TestApi } {
  const db = useDatabase();
  return { db, api: use(() => startApi(db, options)) };
}

/** A payment provider whose webhooks go nowhere. */
export const useProvider = (): Provider => use(async () => (await startProvider(await freePort())).provider);

/** An API that sells, with a payment provider that sends webhooks to it, but without Temporal. */
export function useSellingApi({
  providerTimeoutMs,
  ...options
}: TestApiOptions & { providerTimeoutMs?: number } = {}): { db: TestDatabase; api: TestApi; provider: Provider } {
  const db = useDatabase();
  let port = 0;
  const provider = use(async () => (await startProvider((port = await freePort()))).provider);
  const api = use(() => startApi(db, { port, payments: clientOf(provider, providerTimeoutMs), ...options }));
  return { db, api, provider };
}

/** The whole product: database, API, agents, and a worker on the test run's Temporal. */
export const useStack = (options?: StackOptions): Stack => use(() => startStack(options));

/** The whole product with a payment provider. */
export const useShop = (options?: ShopOptions): Shop => use(() => startShop(options));

/** A shop that is checked after each test: clears the provider's faults, then checks ledger and money. */
export function useCheckedShop(options?: ShopOptions): Shop {
  const shop = useShop(options);
  jestOfFile.afterEach!(async () => {
    await shop.provider.control('faults', undefined, 'DELETE');
    await checkLedger(shop.db, shop.provider);
    await checkMoney(shop.db, shop.provider);
  });
  return shop;
}

export const useBrowser = (): Browser => use(startBrowser);
