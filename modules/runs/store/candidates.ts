import type { DossierLanguage } from '../../../base/dossier-language';
import type { SourceDomains } from '../../../base/source-domains';
import type { RunFailureCode } from '../../../base/run-failures';
import type { CandidateOutcome } from '../../../base/workflow-messages';
import { transaction, type Database, type Prisma, type Queryable } from '../../../prisma/client';
import { listOf, type Narrowed } from '../../../prisma/sql';
import type { PlannedCandidate } from '../../findings/plan';
import { candidateIds, type CandidateStatus } from '../../run-kinds/contract';
import { BEGUN_RUN, CANDIDATE } from '../../run-kinds/rules';
import { lockCosts, recountCosts } from './costs';
import { TOUCH, type Run } from './runs';
import { addEntry, entrySql, NEXT_ENTRY } from './timeline';

/** A row of `candidates` without the bytes of its documents. */
export type Candidate = Narrowed<
  Omit<Prisma.CandidateModel, keyof typeof DOCUMENTS>,
  { status: CandidateStatus; reason: RunFailureCode | null; effort: PlannedCandidate['effort'] }
>;

/** Large columns of `candidates`, omitted from lists. */
const DOCUMENTS = { submission: true, findings: true } as const;

const toCandidate = <Row extends Omit<Prisma.CandidateModel, keyof typeof DOCUMENTS>>(row: Row) =>
  row as Omit<Row, keyof Candidate> & Candidate;

/** A candidate, with the fields of its run that workflow steps need. */
export type CandidateOfRun = Pick<
  Candidate,
  'runId' | 'candidateId' | 'idea' | 'audience' | 'geography' | 'sessionId' | 'rulesEdition'
> & {
  run: Pick<Run, 'kind' | 'mode' | 'progressTotal' | 'reservedCents' | 'createdAt' | 'startedAt'> & {
    /** Language requested for the run; null if none was given. */
    language: DossierLanguage | null;
    /** Source domains requested for the run; null if none were given. */
    sources: SourceDomains | null;
  };
};

/** One candidate of a run without the bytes of its documents, or null. */
export async function loadCandidate(db: Database, runId: string, candidateId: string): Promise<CandidateOfRun | null> {
  // Every step begins with this query. A prepared statement takes a quarter of the time of the ORM.
  const { rows } = await db.pool.query<Omit<CandidateOfRun, 'run'> & CandidateOfRun['run']>({
    name: 'candidate-load',
    text: `SELECT run_id AS "runId", candidate_id AS "candidateId", idea, audience, geography,
                  candidates.session_id AS "sessionId", candidates.rules_edition AS "rulesEdition", kind, mode, progress_total AS "progressTotal",
                  reserved_cents AS "reservedCents", runs.created_at AS "createdAt", started_at AS "startedAt",
                  input ->> 'language' AS language, input -> 'sources' AS sources
           FROM candidates JOIN runs ON runs.id = run_id WHERE run_id = $1 AND candidate_id = $2`,
    values: [runId, candidateId],
  });
  if (!rows[0]) return null;
  const { kind, mode, progressTotal, reservedCents, createdAt, startedAt, language, sources, ...candidate } = rows[0];
  return { ...candidate, run: { kind, mode, progressTotal, reservedCents, createdAt, startedAt, language, sources } };
}

/** All candidates of a run in the order of the plan, without the bytes of their documents. */
export async function listCandidates(db: Database, runId: string): Promise<Candidate[]> {
  const rows = await db.prisma.candidate.findMany({ where: { runId }, orderBy: { place: 'asc' }, omit: DOCUMENTS });
  return rows.map(toCandidate);
}

/** The passed candidates of a run in the order of the plan, with their findings. */
export async function listPassed(db: Database, runId: string): Promise<(Candidate & { findings: Buffer })[]> {
  const rows = await db.prisma.candidate.findMany({
    where: { runId, status: 'passed' },
    orderBy: { place: 'asc' },
    omit: { submission: true },
  });
  return rows.map((row) => ({ ...toCandidate(row), findings: Buffer.from(row.findings!) }));
}

/** Stores the plan of a search as candidates `c1`, `c2`, … with a timeline entry. Keeps the first plan; idempotent. */
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
    await addEntry(tx, { runId, candidateId: null }, { key: '', kind: 'plan', detail: { candidates: plan.length } });
  });
}

/**
 * Records a candidate's first session. An ended run's total cost then stays unknown until this session's cost is
 * known.
 */
export async function recordCandidateSession(
  db: Database,
  runId: string,
  candidateId: string,
  {
    sessionId,
    agentVersion,
    model,
    rulesEdition,
  }: { sessionId: string; agentVersion: string; model: string; rulesEdition: number },
): Promise<void> {
  await transaction(db, (tx) =>
    Promise.all([
      lockCosts(tx, runId),
      tx.query({
        name: 'candidate-session',
        text: `UPDATE candidates SET session_id = $3, agent_version = $4, model = $5, rules_edition = $6
               WHERE run_id = $1 AND candidate_id = $2 AND session_id IS NULL`,
        values: [runId, candidateId, sessionId, agentVersion, model, rulesEdition],
      }),
      recountCosts(tx, runId),
    ]),
  );
}

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

export async function readCandidateSubmission(
  db: Database,
  runId: string,
  candidateId: string,
): Promise<Buffer | null> {
  const row = await db.prisma.candidate.findUnique({
    where: { runId_candidateId: { runId, candidateId } },
    select: { submission: true },
  });
  return row?.submission ? Buffer.from(row.submission) : null;
}

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

/** How a candidate ended. The cost is in millionths of a US dollar; null if unknown. */
interface CandidateEnd {
  reason: RunFailureCode | null;
  costMicros: number | null;
}

/**
 * Settles a candidate permanently: passed if `reason` is null, otherwise excluded. Also updates the run's progress and
 * timeline, and the cost of an ended run. Deletes the submission of a passed candidate, because the findings include
 * it. Does not change a candidate that is already settled. Returns the candidate's outcome.
 */
export function settleCandidate(
  db: Database,
  runId: string,
  candidateId: string,
  end: CandidateEnd,
): Promise<CandidateOutcome> {
  return transaction(db, async (tx) => {
    const [, settled] = await Promise.all([lockCosts(tx, runId), settle(tx, runId, candidateId, end)]);
    if (!settled) return outcomeOf(tx, runId, candidateId);
    await recountCosts(tx, runId);
    return settled;
  });
}

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
  end: CandidateEnd,
): Promise<CandidateOutcome | null> {
  const status = end.reason ? 'excluded' : 'passed';
  const { rows } = await tx.query<CandidateOutcome>({
    name: 'candidate-settle',
    // Increments the progress instead of recounting it, because concurrent settlements do not see each other.
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
