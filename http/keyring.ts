import { LRUCache } from 'lru-cache';
import { hashApiKeyAsText } from '../modules/accounts/contract';
import { findCaller, type Caller } from '../modules/accounts/store/callers';
import type { Database } from '../prisma/client';

/** Short-lived cache of valid API keys. */
export interface Keyring {
  /** Returns the caller cached for a key, or null. Does not query the database. */
  remembered(apiKey: string): Caller | null;
  /** Looks up a key's caller; null if the key is unknown, revoked or expired. Throws if the database is down. */
  lookUp(apiKey: string): Promise<Caller | null>;
}

const MAX_KEYS = 10_000;

/**
 * Caches valid keys for `ttlMs`, so a revoked key works for at most that long. Concurrent lookups of a key share one
 * query. Unknown keys are not cached, so that new keys work immediately.
 */
export function createKeyring(db: Database, ttlMs: number): Keyring {
  const callers = new LRUCache<string, Caller>({
    max: MAX_KEYS,
    ttl: Math.max(1, ttlMs),
    fetchMethod: async (hash) => (await findCaller(db, Buffer.from(hash, 'base64'))) ?? undefined,
  });
  const valid = (caller: Caller | undefined) =>
    caller && (caller.expiresAt === null || caller.expiresAt > Date.now()) ? caller : null;
  return {
    remembered: (apiKey) => valid(callers.get(hashApiKeyAsText(apiKey))),
    lookUp: async (apiKey) => valid(await callers.fetch(hashApiKeyAsText(apiKey))),
  };
}
