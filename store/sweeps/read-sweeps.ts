import { FAILURES_BEFORE_ALERT, type SweepName } from '../../domain/sweeps';
import type { Database } from '../../prisma/client';

/** A sweep by what it last checked. */
export interface SweepState {
  sweep: SweepName;
  /** Seconds since its latest check of anything. */
  lastCheckSeconds: number;
  /** Items that fail again and again, with the type of one of their errors. */
  failing: number;
  error: string | null;
}

/** States of the sweeps that ever checked something, at the cost of reading the checks of a week. */
export async function readSweeps(db: Database): Promise<SweepState[]> {
  const { rows } = await db.pool.query<SweepState>({
    text: `SELECT sweep, floor(extract(epoch FROM now() - max(looked_at)))::int AS "lastCheckSeconds",
                  count(*) FILTER (WHERE failures >= $1)::int AS failing,
                  max(error) FILTER (WHERE failures >= $1) AS error
           FROM sweep_looks GROUP BY sweep ORDER BY sweep`,
    values: [FAILURES_BEFORE_ALERT],
  });
  return rows;
}
