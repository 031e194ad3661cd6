// Reasons for which healthy jobs were stopped.
const stops = new WeakSet<object>();

/** True if work ended with this error because it was stopped: another job failed, or the whole start was canceled. */
export function isStop(error: unknown): boolean {
  return typeof error === 'object' && error !== null && stops.has(error);
}

/**
 * Runs jobs concurrently. If one fails or `outer` is aborted, the shared signal is aborted, and the error is thrown
 * after every job has ended, so none continues in the background.
 */
export async function together<T extends readonly unknown[]>(
  outer: AbortSignal | undefined,
  start: (signal: AbortSignal) => readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const failed = new AbortController();
  outer?.addEventListener('abort', () => stops.add(outer.reason as object), { once: true });
  const jobs: readonly Promise<unknown>[] = start(outer ? AbortSignal.any([failed.signal, outer]) : failed.signal);
  try {
    const results: unknown = await Promise.all(jobs);
    return results as T;
  } catch (error) {
    stops.add(error as object);
    failed.abort(error);
    await Promise.allSettled(jobs);
    throw error;
  }
}
