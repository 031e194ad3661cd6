import { setTimeout as pause } from 'node:timers/promises';

/**
 * Polls until `check` returns something other than null, and returns that.
 *
 * @param check may throw to give up early
 * @throws Error if `what` does not happen within `withinMs`, or the signal is aborted
 */
export async function until<T>(
  what: string,
  withinMs: number,
  check: () => Promise<T | null> | T | null,
  signal?: AbortSignal,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (let waitMs = 10; ; waitMs = Math.min(waitMs * 1.5, 250)) {
    signal?.throwIfAborted();
    const found = await check();
    if (found !== null) return found;
    if (Date.now() > end) throw new Error(`${what}: not within ${Math.round(withinMs / 1000)} s`);
    await pause(waitMs);
  }
}

/** True if `promise` settles in time. Leaves no timer behind. */
export async function settlesWithin(promise: Promise<unknown>, withinMs: number): Promise<boolean> {
  const clock = new AbortController();
  const late = pause(withinMs, false, { signal: clock.signal }).catch(() => false);
  const done = promise.then(
    () => true,
    () => true,
  );
  const inTime = await Promise.race([done, late]);
  clock.abort();
  return inTime;
}
