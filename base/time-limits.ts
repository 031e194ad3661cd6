import { setMaxListeners } from 'node:events';

/**
 * Runs work with a signal that aborts when the first of `signals` does, or if the work fails. Removes its listeners at
 * the end. `AbortSignal.any` would leave references in its sources. These accumulate if a signal lives as long as the
 * process.
 */
export async function withSignal<T>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const first = new AbortController();
  // Two thousand concurrent sessions are not a leak, but Node would warn at the eleventh listener.
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
 * Runs work with a signal that aborts with `signal`, or after `limitMs` with a `TimeoutError`. `AbortSignal.timeout`
 * does not work here: Node 20 garbage-collects it if only `AbortSignal.any` refers to it.
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

/** Waits at most `milliseconds` for `work`. @throws Error naming `what` on a timeout, otherwise the error of `work` */
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
