import { LRUCache } from 'lru-cache';
import { hashApiKey } from '../contracts/api-key';
import type { Database } from '../prisma/client';
import { findCaller, type Caller } from '../store/api-keys';

/** Looks keys up, remembering valid ones for a short time. */
export interface Keyring {
  /** The caller if this process has seen the key lately, without asking the database. */
  remembered(apiKey: string): Caller | null;
  /** The caller behind a key, or null for one that is unknown, revoked or expired. Throws where the store is down. */
  lookUp(apiKey: string): Promise<Caller | null>;
}

const MAX_KEYS = 10_000;

/**
 * A keyring that asks the database at most once in `ttlMs` for a key, and once for concurrent requests: what is revoked
 * there is refused here after `ttlMs` at the latest. Unknown keys are not remembered, so a new key works at once.
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
    remembered: (apiKey) => valid(callers.get(hashApiKey(apiKey).toString('base64'))),
    lookUp: async (apiKey) => valid(await callers.fetch(hashApiKey(apiKey).toString('base64'))),
  };
}
