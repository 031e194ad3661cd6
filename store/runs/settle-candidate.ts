import type { RunFailureCode } from '../../contracts/run-failures';
import type { CandidateOutcome } from '../../contracts/workflow-messages';
import { BEGUN_RUN, CANDIDATE } from '../../domain/run-kinds';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { TOUCH } from './row';
import { lockCosts, recountCosts } from './session-costs';
import { entrySql, NEXT_ENTRY } from './timeline';

/**
 * Settles a candidate for good: passed if `reason` is null, otherwise excluded; its run's progress and timeline tell
 * of it in the same statement, and its cost is added where the run has ended. Deletes the submission of one that
 * passed, which its findings repeat. A settled candidate stays unchanged. Returns its outcome.
 */
export function settleCandidate(
  db: Database,
  runId: string,
  candidateId: string,
  end: { reason: RunFailureCode | null; costMicros: number | null },
): Promise<CandidateOutcome> {
  return transaction(db, async (tx) => {
    const [, settled] = await Promise.all([lockCosts(tx, runId), settle(tx, runId, candidateId, end)]);
    if (!settled) return outcomeOf(tx, runId, candidateId);
    await recountCosts(tx, runId);
    return settled;
  });
}

/** SQL: score of the findings of a candidate, of 100. */
const SCORE = "(convert_from(findings, 'UTF8')::json #>> '{verdict,score}')::numeric";

const ENTRY = entrySql('counted, settled', {
  key: `'candidate/' || "candidateId"`,
  kind: 'candidate',
  candidate: '"candidateId"',
  detail: "jsonb_build_object('title', title, 'status', status, 'reason', reason, 'score', score)",
});

async function settle(
  tx: Queryable,
  runId: string,
  candidateId: string,
  end: { reason: RunFailureCode | null; costMicros: number | null },
): Promise<CandidateOutcome | null> {
  const status = end.reason ? 'excluded' : 'passed';
  const { rows } = await tx.query<CandidateOutcome>({
    name: 'candidate-settle',
    // Incremented, not recounted: two that settle concurrently do not see each other.
    text: `WITH settled AS (
             UPDATE candidates SET status = $3, reason = $4, cost_micros = $5, settled_at = now(),
                    submission = CASE WHEN $4::text IS NULL THEN NULL ELSE submission END
             WHERE run_id = $1 AND candidate_id = $2 AND status = ANY($6)
             RETURNING candidate_id AS "candidateId", status, reason, title,
                       CASE WHEN $4::text IS NULL THEN ${SCORE} END AS score),
           counted AS (
             UPDATE runs SET progress_done = progress_done + 1, ${TOUCH}, ${NEXT_ENTRY} FROM settled
             WHERE id = $1 AND runs.status IN (${listOf(BEGUN_RUN)})
             RETURNING id, timeline_last),
           told AS (${ENTRY})
           SELECT "candidateId", status, reason FROM settled`,
    values: [runId, candidateId, status, end.reason, end.costMicros, CANDIDATE.before(status)],
  });
  return rows[0] ?? null;
}

async function outcomeOf(tx: Queryable, runId: string, candidateId: string): Promise<CandidateOutcome> {
  const { rows } = await tx.query<CandidateOutcome>({
    name: 'candidate-outcome',
    text: `SELECT candidate_id AS "candidateId", status, reason FROM candidates
           WHERE run_id = $1 AND candidate_id = $2`,
    values: [runId, candidateId],
  });
  return rows[0]!;
}
