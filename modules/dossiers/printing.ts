import { Failure } from '../../base/failures';

/** Limit of PDFs that wait for the one printing thread: each takes about 30 ms, and a caller waits 4.5 s at most. */
const MAX_PRINTING = 50;
const RETRY_AFTER_S = 2;

/** Prints a document; concurrent calls for the same key share one print. */
export type Printing<T> = (key: string, print: () => Promise<T>) => Promise<T>;

/**
 * Creates a gate before the printing thread.
 *
 * @throws Failure `overloaded` from a call while too many other keys wait
 */
export function createPrinting<T>(): Printing<T> {
  const printing = new Map<string, Promise<T>>();
  return async (key, print) => {
    const underWay = printing.get(key);
    if (underWay) return underWay;
    if (printing.size >= MAX_PRINTING) throw new Failure('overloaded', { retryAfterSeconds: RETRY_AFTER_S });
    const printed = print().finally(() => printing.delete(key));
    printing.set(key, printed);
    return printed;
  };
}
