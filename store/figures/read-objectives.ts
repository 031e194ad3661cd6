import { OBJECTIVE_DAYS, SETTLED_WITHIN_MS, type ObjectiveName } from '../../domain/objectives';
import { RUN } from '../../domain/run-kinds';
import type { Database } from '../../prisma/client';
import { listOf } from '../../prisma/sql';

/** Events of an objective in its time, and how many of them were not good. */
export interface ObjectiveEvents {
  objective: ObjectiveName;
  events: number;
  bad: number;
}

const DECIDED = RUN.terminal.filter((status) => status !== 'canceled');

/** Reads the objectives that the database knows, of live runs and payments of the last {@link OBJECTIVE_DAYS} days. */
export async function readObjectives(db: Database): Promise<ObjectiveEvents[]> {
  const { rows } = await db.pool.query<ObjectiveEvents>({
    text: `SELECT 'run' AS objective, count(*)::int AS events,
                  (count(*) FILTER (WHERE status <> 'completed'))::int AS bad
           FROM runs WHERE mode = 'live' AND status IN (${listOf(DECIDED)})
             AND completed_at > now() - $1 * interval '1 day'
           UNION ALL
           SELECT 'money', count(*)::int,
                  (count(*) FILTER (WHERE arrived_at < created_at - $2 * interval '1 millisecond'))::int
           FROM payments WHERE mode = 'live' AND created_at > now() - $1 * interval '1 day'`,
    values: [OBJECTIVE_DAYS, SETTLED_WITHIN_MS],
  });
  return rows;
}
