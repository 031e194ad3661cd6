import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../prisma/connection';

/**
 * Reads public data through a cache. The number of different `key`s must be limited, because cached values are never
 * removed.
 */
export type LastGood = <T>(key: string, read: () => Promise<T>) => Promise<T>;

interface Kept {
  /** Null until the first read succeeds. */
  answer: { value: unknown; readAt: number } | null;
  reading: Promise<unknown> | null;
}

/** Data up to this age is served without a new read. */
const FRESH_MS = 1_000;
/** If older data is cached, longest wait for a new read. */
const MAX_WAIT_MS = 500;
/** Maximum age of data served while the database is busy or down. */
const STALE_MS = 10 * 60_000;

/**
 * Creates the cache of a process. Data is served for `freshMs`, or up to `staleMs` while the database is busy or down.
 * For display only: decisions about money must query the database.
 */
export function createLastGood({ freshMs = FRESH_MS, maxWaitMs = MAX_WAIT_MS, staleMs = STALE_MS } = {}): LastGood {
  const known = new Map<string, Kept>();
  return async <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const kept = known.get(key) ?? { answer: null, reading: null };
    known.set(key, kept);
    const last = kept.answer;
    const age = last ? performance.now() - last.readAt : Infinity;
    if (age < freshMs) return last!.value as T;
    kept.reading ??= keep(kept, read);
    if (age >= staleMs) return kept.reading as Promise<T>;
    const late = sleep(maxWaitMs, last!.value, { ref: false });
    const answer = kept.reading.catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) return last!.value;
      throw error;
    });
    return Promise.race([answer, late]) as Promise<T>;
  };
}

async function keep(kept: Kept, read: () => Promise<unknown>): Promise<unknown> {
  const readAt = performance.now();
  try {
    const value = await read();
    kept.answer = { value, readAt };
    return value;
  } finally {
    kept.reading = null;
  }
}
