import type { Queryable } from '../../../prisma/client';
import { listOf } from '../../../prisma/sql';
import { RUN } from '../../run-kinds/rules';
import { TOUCH } from './runs';

/**
 * SQL: the sum of the known costs of run $1 (null if none are known), and whether some are still expected. Includes the
 * run's own session with the cost `own`, the candidates' sessions, stray sessions and the second reader. Counts each
 * session once, even if it is also recorded as stray.
 */
const costsOf = (own: string) => `
  SELECT sum(cost)::int AS cost, COALESCE(bool_or(cost IS NULL AND awaited), false) AS open
  FROM (SELECT max(cost) AS cost, bool_and(awaited) AS awaited
        FROM (SELECT session_id, ${own}::int, true FROM runs
              WHERE id = $1 AND (session_id IS NOT NULL OR ${own}::int IS NOT NULL)
              UNION ALL
              SELECT COALESCE(session_id, candidate_id), cost_micros, true FROM candidates
              WHERE run_id = $1 AND (session_id IS NOT NULL OR cost_micros IS NOT NULL)
              UNION ALL
              SELECT session_id, cost_micros, closed_at IS NULL FROM stray_sessions WHERE run_id = $1
              UNION ALL
              SELECT 'claim check', claim_check_micros, false FROM runs WHERE id = $1 AND claim_check_micros IS NOT NULL
             ) AS sessions (id, cost, awaited) GROUP BY id) AS each_session`;

/** SQL that sets the costs of run $1 when it ends. `own` is its session's cost, or null. The run must be locked. */
export const endCosts = (own: string) => `session_cost_micros = ${own}::int,
                  (cost_micros, costs_open) = (${costsOf(own)})`;

/**
 * Locks a run whose sessions or costs are being recorded, in the caller's transaction, so that concurrent sums include
 * each other's changes. All functions in this file require this lock. Costs are in millionths of a US dollar.
 */
export async function lockCosts(tx: Queryable, runId: string): Promise<void> {
  await tx.query({ name: 'session-cost-lock', text: 'SELECT 1 FROM runs WHERE id = $1 FOR UPDATE', values: [runId] });
}

/** Records the cost of a run's own session, unless the cost is known or the session is recorded as stray. */
export async function recordOwnCost(tx: Queryable, runId: string, costMicros: number): Promise<void> {
  await tx.query({
    name: 'session-cost-of-run',
    text: `UPDATE runs SET session_cost_micros = $2 WHERE id = $1 AND session_cost_micros IS NULL
             AND NOT EXISTS (SELECT 1 FROM stray_sessions WHERE stray_sessions.session_id = runs.session_id)`,
    values: [runId, costMicros],
  });
}

/** Records the cost of a candidate's session, unless the cost is known or the session is recorded as stray. */
export async function recordCandidateCost(
  tx: Queryable,
  runId: string,
  candidateId: string,
  costMicros: number,
): Promise<void> {
  await tx.query({
    name: 'session-cost-of-candidate',
    text: `UPDATE candidates SET cost_micros = $3
           WHERE run_id = $1 AND candidate_id = $2 AND cost_micros IS NULL
             AND NOT EXISTS (SELECT 1 FROM stray_sessions WHERE stray_sessions.session_id = candidates.session_id)`,
    values: [runId, candidateId, costMicros],
  });
}

/** Recounts the costs of an ended run after a session or a cost was recorded. Does nothing before the run ends. */
export async function recountCosts(tx: Queryable, runId: string): Promise<void> {
  await tx.query({
    name: 'session-costs-counted',
    text: `UPDATE runs SET ${TOUCH}, cost_micros = counted.cost, costs_open = counted.open
           FROM (${costsOf('session_cost_micros')}) AS counted
           WHERE id = $1 AND status IN (${listOf(RUN.terminal)})
             AND (cost_micros, costs_open) IS DISTINCT FROM (counted.cost, counted.open)`,
    values: [runId],
  });
}
