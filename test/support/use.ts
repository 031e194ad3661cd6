import type { Browser } from 'playwright-core';
import { freePort } from '../../local/ports';
import { startApi, type TestApi, type TestApiOptions } from '../../tools/support/api';
import { startBrowser } from '../../tools/support/browser';
import { createTestDatabase, type TestDatabase } from '../../tools/support/database';
import { closedAtEnd } from '../../tools/support/leftovers';
import {
  clientOf,
  startProvider,
  startShop,
  type Provider,
  type Shop,
  type ShopOptions,
} from '../../tools/support/shop';
import { startStack, type Stack, type StackOptions } from '../../tools/support/stack';

/** What Jest gives to the test file that runs; set by the environment of tests. */
export const jestOfFile: { beforeAll?: (prepare: () => Promise<void>) => void } = {};

/**
 * Starts a part before the tests of the file that calls it; it is closed after them. Returns the part at once, to be named
 * at the top of the file and touched by hooks and tests only.
 */
export function use<Part extends object>(start: () => Promise<Part>): Part {
  let part: Part | null = null;
  jestOfFile.beforeAll!(async () => {
    const made: Part & { close?: () => Promise<void> } = await start();
    part = made;
    if (typeof made.close === 'function') closedAtEnd(async () => made.close!());
  });
  const started = (name: PropertyKey): Part => {
    if (!part) throw new Error(`"${String(name)}" was asked for before the tests began`);
    return part;
  };
  return new Proxy({} as Part, {
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

/** A headless Chromium. */
export const useBrowser = (): Browser => use(startBrowser);
