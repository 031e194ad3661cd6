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

/** What Jest gives to the test file that runs; set by the environment of tests. */
export const jestOfFile: { beforeAll?: Hook; beforeEach?: Hook; afterEach?: Hook } = {};

/**
 * Starts a part before the tests of the file that calls it; it is closed after them. Returns the part at once, to be named
 * at the top of the file and touched by hooks and tests only.
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

/** What the test that runs has started and not closed yet, in the order of its starts. */
const ofTest: (() => Promise<void>)[] = [];

/**
 * The same before each test: one name for what each test has of its own. It is closed after the test, the last first, and
 * before the hooks of the file that stand below.
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

/** A name for a part that is not made yet, and what gives it to the part. */
function announced<Part extends object>(): { named: Part; become(part: Part): void } {
  let part: Part | null = null;
  const started = (name: PropertyKey): Part => {
    if (!part) throw new Error(`"${String(name)}" was asked for before the tests began`);
    return part;
  };
  const named = new Proxy({} as Part, {
    get: (_, name) => Reflect.get(started(name), name) as unknown,
    // What methods of a class write about themselves.
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

/** A database of the file's own, empty and migrated. */
export const useDatabase = (maxConnections?: number): TestDatabase => use(() => createTestDatabase(maxConnections));

/** An API on a database of the file's own, without Temporal. */
export function useApi(options: TestApiOptions = {}): { db: TestDatabase; api: TestApi } {
  const db = useDatabase();
  return { db, api: use(() => startApi(db, options)) };
}

/** A payment provider whose webhooks nobody gets. */
export const useProvider = (): Provider => use(async () => (await startProvider(await freePort())).provider);

/** An API that sells: with a payment provider, whose webhooks it gets. Without Temporal. */
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

/** The whole product: database, API, worker on the Temporal of the run, agents. */
export const useStack = (options?: StackOptions): Stack => use(() => startStack(options));

/** The whole product with a payment provider. */
export const useShop = (options?: ShopOptions): Shop => use(() => startShop(options));

/** A shop that is checked after each test: its provider works again, and the ledger and the money are in order. */
export function useCheckedShop(options?: ShopOptions): Shop {
  const shop = useShop(options);
  jestOfFile.afterEach!(async () => {
    await shop.provider.control('faults', undefined, 'DELETE');
    await checkLedger(shop.db, shop.provider);
    await checkMoney(shop.db, shop.provider);
  });
  return shop;
}

/** A headless Chromium. */
export const useBrowser = (): Browser => use(startBrowser);
