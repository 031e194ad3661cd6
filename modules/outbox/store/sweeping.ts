import type { SweepName, Waiting } from '../sweeps';

/**
 * SQL to select a sweep's items, least recently checked first. `due` is true for items not checked since `$1`.
 * `column` holds the item's id.
 */
export function leastRecent(sweep: SweepName, column: string): { join: string; due: string; order: string } {
  return {
    // LIMIT forces a lookup by primary key. A join planned while the table was small would become quadratic as the
    // table grows.
    join: `LEFT JOIN LATERAL (SELECT looked_at FROM sweep_looks
             WHERE sweep = '${sweep}' AND item = ${column} LIMIT 1) looks ON true`,
    due: `(looks.looked_at IS NULL OR looks.looked_at < $1)`,
    order: `looks.looked_at NULLS FIRST, ${column}`,
  };
}

/** SQL condition for rows that have waited longer than allowed by more than `moreMs`. */
export function pastLongestWait(waiting: Waiting, moreMs = 0): string {
  const { waits, since } = waiting;
  return `(${waits}) AND ${since} < now() - ${longestWait(waiting, moreMs)}`;
}

/** SQL interval: the longest allowed wait of a kind of row, plus `moreMs`. */
export function longestWait({ longestMs }: Waiting, moreMs = 0): string {
  return `interval '${longestMs + moreMs} milliseconds'`;
}
