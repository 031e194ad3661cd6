import { waitingOf, type WaitingName } from '../../domain/waiting';

/** SQL condition of rows of a kind that have waited for longer than `domain/waiting.ts` says, and `moreMs` more. */
export function pastLongestWait(name: WaitingName, moreMs = 0): string {
  const { waits, since } = waitingOf(name);
  return `(${waits}) AND ${since} < now() - ${longestWait(name, moreMs)}`;
}

/** SQL interval of the longest wait of a kind, and `moreMs` more. */
export function longestWait(name: WaitingName, moreMs = 0): string {
  return `interval '${waitingOf(name).longestMs + moreMs} milliseconds'`;
}
