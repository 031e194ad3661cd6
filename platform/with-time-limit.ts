import { withSignal } from './with-signal';

/**
 * Does work with a signal that aborts with another one or after a time. The event loop holds the timer: one of
 * `AbortSignal.timeout` that only `AbortSignal.any` refers to is collected as garbage on Node 20, and never ends anything.
 *
 * @throws DOMException `TimeoutError` by the signal that the work gets, where it heeds it
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
