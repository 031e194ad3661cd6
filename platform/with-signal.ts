import { setMaxListeners } from 'node:events';

/**
 * Does work with a signal that aborts with the first of these, or where the work fails, so that no part of it continues
 * alone. Lets go of them when the work ends: `AbortSignal.any` would leave a reference at each for good, which a signal
 * that lives as long as the process would collect.
 */
export async function withSignal<T>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const first = new AbortController();
  // Two thousand sessions at once are no leak, which Node would warn of from the eleventh on.
  setMaxListeners(0, ...signals);
  const follow = signals.map((signal) => () => first.abort(signal.reason));
  signals.forEach((signal, i) => {
    if (signal.aborted) follow[i]!();
    else signal.addEventListener('abort', follow[i]!, { once: true });
  });
  try {
    return await work(first.signal);
  } catch (error) {
    first.abort(error);
    throw error;
  } finally {
    signals.forEach((signal, i) => signal.removeEventListener('abort', follow[i]!));
  }
}
