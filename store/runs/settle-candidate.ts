import type { RunFailureCode } from '../../contracts/run-failures';
import type { CandidateOutcome } from '../../contracts/workflow-messages';
import { BEGUN_RUN, CANDIDATE } from '../../domain/runs';
import type { Database } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { TOUCH } from './row';

/**
 * Settles a candidate for good: passed if `reason` is null, otherwise excluded; its run's progress counts it in the
 * same statement. Deletes the submission of one that passed, which its findings repeat. A settled candidate stays
 * unchanged. Returns its outcome.
 */
export async function settleCandidate(
  db: Database,
  runId: string,
  candidateId: string,
  end: { reason: RunFailureCode | null; costMicros: number | null },
): Promise<CandidateOutcome> {
  const status = end.reason ? 'excluded' : 'passed';
  const settled = await db.pool.query<CandidateOutcome>({
    name: 'candidate-settle',
    // Incremented, not recounted: two that settle concurrently do not see each other.
    text: `WITH settled AS (
             UPDATE candidates SET status = $3, reason = $4, cost_micros = $5, settled_at = now(),
                    submission = CASE WHEN $4::text IS NULL THEN NULL ELSE submission END
             WHERE run_id = $1 AND candidate_id = $2 AND status = ANY($6)
             RETURNING candidate_id AS "candidateId", status, reason),
           counted AS (
             UPDATE runs SET progress_done = progress_done + 1, ${TOUCH} FROM settled
             WHERE id = $1 AND runs.status IN (${listOf(BEGUN_RUN)}))
           SELECT * FROM settled`,
    values: [runId, candidateId, status, end.reason, end.costMicros, CANDIDATE.before(status)],
  });
  return settled.rows[0] ?? outcomeOf(db, runId, candidateId);
}

async function outcomeOf(db: Database, runId: string, candidateId: string): Promise<CandidateOutcome> {
  const { rows } = await db.pool.query<CandidateOutcome>({
    name: 'candidate-outcome',
    text: `SELECT candidate_id AS "candidateId", status, reason FROM candidates
           WHERE run_id = $1 AND candidate_id = $2`,
    values: [runId, candidateId],
  });
  return rows[0]!;
}
