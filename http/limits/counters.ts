import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { within } from '../../base/time-limits';

/** Requests of one key in the current window. */
export interface Count {
  counted: number;
  resetMs: number;
}

/** Counts requests by key, in fixed windows that start with a key's first request. */
export interface Counter {
  add(key: string, points: number): Promise<Count>;
  /** Returns the current count of a key, or null if there is none. */
  read(key: string): Promise<Count | null>;
}

/** Maximum number of keys that a counter keeps in memory. */
export const MAX_KEYS = 10_000;
/** Bucket shared by all keys beyond {@link MAX_KEYS}. No network or account has this name. */
const OTHERS = 'others';

/** In-memory counter. `size` is the number of keys that it holds. */
export interface MemoryCounter extends Counter {
  size(): number;
}

/** Counts in this process. Beyond {@link MAX_KEYS}, new keys share a bucket, so a flood cannot evict limited keys. */
export function createMemoryCounter(windowMs: number, now = () => performance.now()): MemoryCounter {
  // Insertion order is also the order in which windows end, because all windows have the same length.
  const windows = new Map<string, { counted: number; endsAt: number }>();

  function forgetEnded(time: number): void {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > time) return;
      windows.delete(key);
    }
  }

  const bucketOf = (key: string) => (windows.has(key) || windows.size < MAX_KEYS ? key : OTHERS);

  return {
    add: async (key, points) => {
      const time = now();
      forgetEnded(time);
      const bucket = bucketOf(key);
      const window = windows.get(bucket) ?? { counted: 0, endsAt: time + windowMs };
      window.counted = Math.max(0, window.counted + points);
      if (window.counted > 0) windows.set(bucket, window);
      else windows.delete(bucket);
      return { counted: window.counted, resetMs: window.endsAt - time };
    },
    read: async (key) => {
      const time = now();
      forgetEnded(time);
      const window = windows.get(bucketOf(key));
      return window ? { counted: window.counted, resetMs: window.endsAt - time } : null;
    },
    size: () => windows.size,
  };
}

/** Longest wait for PostgreSQL to count. Leaves time for the handler. */
const COUNTED_WITHIN_MS = 1_000;

/** Counts for all processes in PostgreSQL. If PostgreSQL does not respond in time, counts in memory. */
export function createSharedCounter(pool: Pool, keyPrefix: string, windowMs: number): Counter {
  const memory = createMemoryCounter(windowMs);
  // Only counts; the caller compares the count with the limit.
  const shared = new RateLimiterPostgres({
    points: Number.MAX_SAFE_INTEGER,
    duration: windowMs / 1_000,
    keyPrefix,
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
  });
  const countOf = (found: RateLimiterRes): Count => ({ counted: found.consumedPoints, resetMs: found.msBeforeNext });
  const inTime = <T>(counting: Promise<T>) => within(COUNTED_WITHIN_MS, 'the count of a rate limit', counting);
  return {
    add: (key, points) => inTime(shared.penalty(key, points)).then(countOf, () => memory.add(key, points)),
    read: (key) =>
      inTime(shared.get(key)).then(
        (found) => found && countOf(found),
        () => memory.read(key),
      ),
  };
}
