import type { SweepName, Waiting } from '../sweeps';

/**
 * Parts of a query that lists the items of a sweep, least recently checked first: `join`, `due` (the condition that
 * an item was not checked since the time in `$1`) and `order`. `column` is the item's id.
 */
export function leastRecent(sweep: SweepName, column: string): { join: string; due: string; order: string } {
  return {
    // LIMIT keeps it a look-up by the primary key: planned as a join while the table was small, it would be quadratic.
    join: `LEFT JOIN LATERAL (SELECT looked_at FROM sweep_looks
             WHERE sweep = '${sweep}' AND item = ${column} LIMIT 1) looks ON true`,
    due: `(looks.looked_at IS NULL OR looks.looked_at < $1)`,
    order: `looks.looked_at NULLS FIRST, ${column}`,
  };
}

/** SQL condition of rows of a kind that have waited for longer than its module says, and `moreMs` more. */
export function pastLongestWait(waiting: Waiting, moreMs = 0): string {
  const { waits, since } = waiting;
  return `(${waits}) AND ${since} < now() - ${longestWait(waiting, moreMs)}`;
}

/** SQL interval of the longest wait of a kind, and `moreMs` more. */
export function longestWait({ longestMs }: Waiting, moreMs = 0): string {
  return `interval '${longestMs + moreMs} milliseconds'`;
}
