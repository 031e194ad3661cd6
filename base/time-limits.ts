import { setMaxListeners } from 'node:events';

/**
 * Does work with a signal that aborts with the first of these, or where the work fails. Lets go of them at its end:
 * `AbortSignal.any` would leave a reference at each, which one that lives as long as the process would collect.
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

/**
 * Does work with a signal that aborts with another one, or after a time with a `TimeoutError`. Not by
 * `AbortSignal.timeout`: referred to by `AbortSignal.any` alone, it is collected as garbage on Node 20.
 */
export async function withTimeLimit<T>(
  limitMs: number,
  signal: AbortSignal,
  work: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const reason = new DOMException(`It took longer than ${limitMs} ms`, 'TimeoutError');
  const timer = setTimeout(() => late.abort(reason), limitMs);
  try {
    return await withSignal([signal, late.signal], work);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for `work` at most `milliseconds`. @throws Error naming `what` on a timeout, else the error of `work` */
export async function within<T>(milliseconds: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
