import type { Database } from '../../prisma/client';
import { LAST_COMPLETED } from './last-completed';
import type { Run } from './row';

/** Runs like a run that have to be among the last ones before they tell something. */
const ENOUGH = 5;

/**
 * Minutes that half of the last runs like this one needed at most: of its kind and size, live and completed. Null for one
 * of the sandbox, and while there are too few.
 */
export async function typicalTime(
  db: Database,
  { kind, mode, progressTotal }: Pick<Run, 'kind' | 'mode' | 'progressTotal'>,
): Promise<number | null> {
  if (mode === 'test') return null;
  const { rows } = await db.pool.query<{ count: number; minutes: number | null }>({
    name: 'runs-typical-time',
    text: `SELECT count(*)::int, percentile_cont(0.5) WITHIN GROUP (
                    ORDER BY extract(epoch FROM completed_at - started_at)::float8 / 60) AS minutes
           FROM (${LAST_COMPLETED}) AS ended WHERE kind = $1 AND progress_total = $2`,
    values: [kind, progressTotal],
  });
  const { count, minutes } = rows[0]!;
  return minutes === null || count < ENOUGH ? null : Math.max(1, Math.round(minutes));
}
