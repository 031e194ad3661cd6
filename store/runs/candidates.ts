import type { CandidateOutcome } from '../../contracts/workflow-messages';
import { candidateIds } from '../../contracts/candidates';
import type { PlannedCandidate } from '../../contracts/plan';
import type { RunFailureCode } from '../../contracts/run-failures';
import { transaction, type Candidate, type Database, type Run } from '../../prisma/client';
import { TOUCH } from './run-rows';

/** Keeps the plan of a search: its candidates `c1`, `c2`, … The first plan stays; a repetition changes nothing. */
export async function recordPlan(db: Database, runId: string, plan: readonly PlannedCandidate[]): Promise<void> {
  const ids = candidateIds(plan.length);
  const data = plan.map((candidate, i) => ({
    ...candidate,
    runId,
    candidateId: ids[i]!,
    place: i + 1,
    status: 'planned',
  }));
  await transaction(db, async (tx) => {
    await tx.query({ text: 'SELECT 1 FROM runs WHERE id = $1 FOR UPDATE', values: [runId] });
    await tx.query({
      text: `INSERT INTO candidates (run_id, candidate_id, place, title, idea, audience, geography, effort, status)
             SELECT "runId", "candidateId", place, title, idea, audience, geography, effort, status
             FROM jsonb_to_recordset($2) AS planned("runId" text, "candidateId" text, place int, title text, idea text,
                                                    audience text, geography text, effort text, status text)
             WHERE NOT EXISTS (SELECT 1 FROM candidates WHERE run_id = $1)`,
      values: [runId, JSON.stringify(data)],
    });
  });
}

/** A candidate with what its steps need to know of its run. */
export type CandidateOfRun = Pick<
  Candidate,
  'runId' | 'candidateId' | 'idea' | 'audience' | 'geography' | 'sessionId'
> & {
  run: Pick<Run, 'createdAt' | 'startedAt'>;
};

/** One candidate of a run, or null. Without the bytes of its documents. */
export async function loadCandidate(db: Database, runId: string, candidateId: string): Promise<CandidateOfRun | null> {
  // Every step of a candidate begins with this: a prepared statement costs a quarter of the same read through the ORM.
  const { rows } = await db.pool.query<Omit<CandidateOfRun, 'run'> & CandidateOfRun['run']>({
    name: 'candidate-load',
    text: `SELECT run_id AS "runId", candidate_id AS "candidateId", idea, audience, geography,
                  candidates.session_id AS "sessionId", runs.created_at AS "createdAt", started_at AS "startedAt"
           FROM candidates JOIN runs ON runs.id = run_id WHERE run_id = $1 AND candidate_id = $2`,
    values: [runId, candidateId],
  });
  if (!rows[0]) return null;
  const { createdAt, startedAt, ...candidate } = rows[0];
  return { ...candidate, run: { createdAt, startedAt } };
}

/** All candidates of a run in the order of the plan, without the bytes of their documents. */
export function listCandidates(db: Database, runId: string): Promise<CandidateRow[]> {
  return db.prisma.candidate.findMany({ where: { runId }, orderBy: { place: 'asc' }, omit: DOCUMENTS });
}

/** The passed candidates of a run in the order of the plan, with their findings. */
export async function listPassed(db: Database, runId: string): Promise<(CandidateRow & { findings: Buffer })[]> {
  const rows = await db.prisma.candidate.findMany({
    where: { runId, status: 'passed' },
    orderBy: { place: 'asc' },
    omit: { submission: true },
  });
  return rows.map((row) => ({ ...row, findings: Buffer.from(row.findings!) }));
}

/** A candidate without the bytes of its documents. */
export type CandidateRow = Omit<Candidate, keyof typeof DOCUMENTS>;

const DOCUMENTS = { submission: true, findings: true } as const;

/** Keeps which session researches a candidate. The first one stays. */
export async function recordCandidateSession(
  db: Database,
  runId: string,
  candidateId: string,
  { sessionId, agentVersion, model }: { sessionId: string; agentVersion: string; model: string },
): Promise<void> {
  await db.pool.query({
    name: 'candidate-session',
    text: `UPDATE candidates SET session_id = $3, agent_version = $4, model = $5
           WHERE run_id = $1 AND candidate_id = $2 AND session_id IS NULL`,
    values: [runId, candidateId, sessionId, agentVersion, model],
  });
}

/** Keeps what the agent handed in last for a candidate. */
export async function saveCandidateSubmission(
  db: Database,
  runId: string,
  candidateId: string,
  submission: Buffer,
): Promise<void> {
  await db.pool.query({
    name: 'candidate-submission',
    text: 'UPDATE candidates SET submission = $3 WHERE run_id = $1 AND candidate_id = $2',
    values: [runId, candidateId, submission],
  });
}

/** What the agent handed in last for a candidate, or null. */
export async function readCandidateSubmission(
  db: Database,
  runId: string,
  candidateId: string,
): Promise<Buffer | null> {
  const { rows } = await db.pool.query<{ submission: Buffer | null }>({
    name: 'candidate-read-submission',
    text: 'SELECT submission FROM candidates WHERE run_id = $1 AND candidate_id = $2',
    values: [runId, candidateId],
  });
  return rows[0]?.submission ?? null;
}

/** Keeps the findings of a candidate, which passed the checks. */
export async function saveCandidateFindings(
  db: Database,
  runId: string,
  candidateId: string,
  findings: Buffer,
): Promise<void> {
  await db.pool.query({
    name: 'candidate-findings',
    text: 'UPDATE candidates SET findings = $3 WHERE run_id = $1 AND candidate_id = $2',
    values: [runId, candidateId, findings],
  });
}

/** What the candidates of a run cost together, in millionths of a US dollar; null where none cost anything. */
export async function costOfCandidates(db: Database, runId: string): Promise<number | null> {
  const { rows } = await db.pool.query<{ cost: number | null }>({
    name: 'candidates-cost',
    text: 'SELECT sum(cost_micros)::int AS cost FROM candidates WHERE run_id = $1',
    values: [runId],
  });
  return rows[0]!.cost;
}

/**
 * Settles a candidate for good: passed where `reason` is null, else excluded; the progress of its run counts it in the
 * same statement. A candidate that is settled already stays as it is. Returns how it stands.
 */
export async function settleCandidate(
  db: Database,
  runId: string,
  candidateId: string,
  end: { reason: RunFailureCode | null; costMicros: number | null },
): Promise<CandidateOutcome> {
  const settled = await db.pool.query<CandidateOutcome>({
    name: 'candidate-settle',
    // Counted by one and not anew: of two that settle at once neither sees the other.
    text: `WITH settled AS (
             UPDATE candidates SET status = $3, reason = $4, cost_micros = $5, settled_at = now()
             WHERE run_id = $1 AND candidate_id = $2 AND status = 'planned'
             RETURNING candidate_id AS "candidateId", status, reason),
           counted AS (
             UPDATE runs SET progress_done = progress_done + 1, ${TOUCH} FROM settled
             WHERE id = $1 AND runs.status IN ('running', 'canceling'))
           SELECT * FROM settled`,
    values: [runId, candidateId, end.reason ? 'excluded' : 'passed', end.reason, end.costMicros],
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
