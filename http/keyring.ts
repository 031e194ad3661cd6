import { LRUCache } from 'lru-cache';
import { hashApiKeyAsText } from '../modules/accounts/contract';
import { findCaller, type Caller } from '../modules/accounts/store/callers';
import type { Database } from '../prisma/client';

/** Short-lived cache of valid API keys. */
export interface Keyring {
  /** Cached caller of a key, or null; does not query the database. */
  remembered(apiKey: string): Caller | null;
  /** Caller of a key, or null if it is unknown, revoked or expired. Throws while the store is down. */
  lookUp(apiKey: string): Promise<Caller | null>;
}

const MAX_KEYS = 10_000;

/**
 * Caches valid keys for `ttlMs` and coalesces concurrent lookups: a revoked key is refused after `ttlMs` at the latest.
 * Unknown keys are not cached, so that new keys work at once.
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
