import type { Queryable } from '../../../prisma/client';
import { listOf } from '../../../prisma/sql';
import { RUN } from '../../run-kinds/rules';
import { costsOf, TOUCH } from './runs';

/**
 * Locks a run whose sessions or their costs are recorded, in the caller's transaction, so that nobody counts them without
 * each other's. All verbs of this file require it; costs are in millionths of a US dollar.
 */
export async function lockCosts(tx: Queryable, runId: string): Promise<void> {
  await tx.query({ name: 'session-cost-lock', text: 'SELECT 1 FROM runs WHERE id = $1 FOR UPDATE', values: [runId] });
}

/** Records the cost of a run's own session, unless it is known or the session counts as a stray one. */
export async function recordOwnCost(tx: Queryable, runId: string, costMicros: number): Promise<void> {
  await tx.query({
    name: 'session-cost-of-run',
    text: `UPDATE runs SET session_cost_micros = $2 WHERE id = $1 AND session_cost_micros IS NULL
             AND NOT EXISTS (SELECT 1 FROM stray_sessions WHERE stray_sessions.session_id = runs.session_id)`,
    values: [runId, costMicros],
  });
}

/** Records the cost of a candidate's session, unless it is known or the session counts as a stray one. */
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

/** Counts the costs of a run that has ended again, after one of its sessions, or the cost of one, was recorded. */
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
