/**
 * Runs jobs at the same time. When one fails, or `outer` is aborted, the signal that all of them got is aborted, and the failure
 * is thrown after every job has ended: none goes on unseen.
 */
export async function together<T extends readonly unknown[]>(
  outer: AbortSignal | undefined,
  begin: (signal: AbortSignal) => readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const failed = new AbortController();
  const jobs: readonly Promise<unknown>[] = begin(outer ? AbortSignal.any([failed.signal, outer]) : failed.signal);
  try {
    const results: unknown = await Promise.all(jobs);
    return results as T;
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(jobs);
    throw error;
  }
}
