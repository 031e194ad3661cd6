import type { Waiting } from '../../domain/waits';

/** SQL condition of rows of a kind that have waited for longer than its module says, and `moreMs` more. */
export function pastLongestWait(waiting: Waiting, moreMs = 0): string {
  const { waits, since } = waiting;
  return `(${waits}) AND ${since} < now() - ${longestWait(waiting, moreMs)}`;
}

/** SQL interval of the longest wait of a kind, and `moreMs` more. */
export function longestWait({ longestMs }: Waiting, moreMs = 0): string {
  return `interval '${longestMs + moreMs} milliseconds'`;
}
