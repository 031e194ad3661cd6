import { existsSync } from 'node:fs';
import { takeLock } from '../lock';
import { until } from '../process/deadline';

const BUILD_BY_OTHERS_WITHIN_MS = 20 * 60_000;

/**
 * Acquires the right to put `target` into the cache. While another process has it, waits for that one's result.
 *
 * @returns the lock, or `filled` once `target` exists
 * @throws Error if the other process takes longer than 20 minutes, or the signal is aborted
 */
export async function lockUnlessFilled(
  target: string,
  say: (text: string) => void,
  signal?: AbortSignal,
): Promise<'filled' | { release(): void }> {
  let announced = false;
  const attempt = () => {
    if (existsSync(target)) return 'filled' as const;
    const lock = takeLock(`${target}.lock`);
    if (lock.taken) return lock;
    if (!announced) say(`process ${lock.holder.pid} is getting the Temporal server already; waiting for it`);
    announced = true;
    return null;
  };
  return until('Temporal server from another process', BUILD_BY_OTHERS_WITHIN_MS, attempt, signal);
}
