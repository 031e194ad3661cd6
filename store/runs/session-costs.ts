import type { Queryable } from '../../prisma/client';
import { TOUCH } from './row';

/**
 * Locks a run whose sessions' costs are recorded, so that each is added once, in the caller's transaction. All verbs
 * of this file require it; costs are in millionths of a US dollar.
 */
export async function lockCosts(tx: Queryable, runId: string): Promise<void> {
  await tx.query({ name: 'session-cost-lock', text: 'SELECT 1 FROM runs WHERE id = $1 FOR UPDATE', values: [runId] });
}

/** Records the cost of a run's own session; false if it is known, or the session counts as a stray one. */
export async function recordOwnCost(tx: Queryable, runId: string, costMicros: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'session-cost-of-run',
    text: `UPDATE runs SET session_cost_micros = $2 WHERE id = $1 AND session_cost_micros IS NULL
             AND NOT EXISTS (SELECT 1 FROM stray_sessions WHERE stray_sessions.session_id = runs.session_id)`,
    values: [runId, costMicros],
  });
  return rowCount === 1;
}

/** Records the cost of a candidate's session; false if it is known, or the session counts as a stray one. */
export async function recordCandidateCost(
  tx: Queryable,
  runId: string,
  candidateId: string,
  costMicros: number,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'session-cost-of-candidate',
    text: `UPDATE candidates SET cost_micros = $3
           WHERE run_id = $1 AND candidate_id = $2 AND cost_micros IS NULL
             AND NOT EXISTS (SELECT 1 FROM stray_sessions WHERE stray_sessions.session_id = candidates.session_id)`,
    values: [runId, candidateId, costMicros],
  });
  return rowCount === 1;
}

/** Adds the cost of a session to that of its ended run, after it was recorded. */
export async function addSessionCost(tx: Queryable, runId: string, costMicros: number): Promise<void> {
  await tx.query({
    name: 'session-cost-added',
    // A run without a cost has none that was added before: all that are known are summed up.
    text: `UPDATE runs SET ${TOUCH}, cost_micros = CASE WHEN cost_micros IS NOT NULL THEN cost_micros + $2::int
             ELSE COALESCE(session_cost_micros, 0)
                  + COALESCE((SELECT sum(cost_micros)::int FROM candidates WHERE run_id = runs.id), 0)
                  + COALESCE((SELECT sum(cost_micros)::int FROM stray_sessions WHERE run_id = runs.id), 0) END
           WHERE id = $1`,
    values: [runId, costMicros],
  });
}
