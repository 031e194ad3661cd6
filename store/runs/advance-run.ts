import { FINDINGS_SCHEMA_VERSION } from '../../contracts/versions';
import {
  ARTIFACTS,
  RUN_KIND_NAMES,
  STAGES,
  type ArtifactName,
  type RunStatusName,
  type Stage,
} from '../../contracts/runs';
import { requiredDocuments, RUN_KINDS } from '../../domain/run-kinds';
import { BEGUN_RUN, RUN } from '../../domain/runs';
import type { Database } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { packed } from './packed-bytes';
import { loadRun } from './read-runs';
import { endCosts, TOUCH } from './row';

const KINDS = Object.entries(RUN_KINDS);
/** Kinds whose progress counts stages. */
const BY_STAGES = KINDS.filter(([, { progress }]) => progress === 'stages').map(([kind]) => kind);
/** Documents required to complete a run, by kind. */
const DOCUMENTS = JSON.stringify(Object.fromEntries(RUN_KIND_NAMES.map((kind) => [kind, requiredDocuments(kind)])));

/** State of a run after {@link beginRun}. */
export interface Begun {
  status: RunStatusName;
  deadlineAt: Date | null;
}

/**
 * Takes a run out of the queue: it is running, and its deadline counts from now. Does not begin a run past its queue
 * expiry, even if a timer was late; the caller expires it. Idempotent; returns the run's state, null if there is none.
 */
export async function beginRun(
  db: Database,
  runId: string,
  deadlineMs: number,
): Promise<(Begun & { overdue: boolean }) | null> {
  const begun = await db.pool.query<Begun>({
    name: 'run-begin',
    text: `UPDATE runs SET status = $3, stage = 'researching', started_at = now(),
                  deadline_at = now() + $2 * interval '1 millisecond', ${TOUCH}
           WHERE id = $1 AND status = ANY($4) AND queue_expires_at > now()
           RETURNING status, deadline_at AS "deadlineAt"`,
    values: [runId, deadlineMs, 'running', RUN.before('running')],
  });
  if (begun.rows[0]) return { ...begun.rows[0], overdue: false };
  const known = await loadRun(db, runId);
  if (!known) return null;
  const { status, deadlineAt } = known;
  return { status, deadlineAt, overdue: status === 'queued' };
}

/** Records the session of a run. The first one stays, so that a repeated start finds it. */
export async function recordSession(
  db: Database,
  runId: string,
  session: { provider: string; agentId: string; agentVersion: string; model: string; sessionId: string },
): Promise<void> {
  await db.pool.query({
    name: 'run-session',
    text: `UPDATE runs SET provider = $2, agent_id = $3, agent_version = $4, model = $5, session_id = $6, ${TOUCH}
           WHERE id = $1 AND session_id IS NULL`,
    values: [runId, session.provider, session.agentId, session.agentVersion, session.model, session.sessionId],
  });
}

/**
 * Advances an unfinished run to a stage; never back, and idempotent. Kinds whose progress counts stages make one step;
 * others count candidates instead (see `settleCandidate`).
 */
export async function reachStage(db: Database, runId: string, stage: Stage): Promise<void> {
  const earlier = STAGES.slice(0, STAGES.indexOf(stage));
  await db.pool.query({
    name: 'run-stage',
    text: `UPDATE runs SET stage = $2, ${TOUCH},
                  progress_done = CASE WHEN kind = ANY($5) THEN LEAST($3, progress_total) ELSE progress_done END
           WHERE id = $1 AND stage = ANY($4) AND status IN (${listOf(BEGUN_RUN)})`,
    values: [runId, stage, STAGES.indexOf(stage) - 1, earlier, BY_STAGES],
  });
}

/** Stores a document of a run; a later one replaces it. */
export async function saveArtifact(db: Database, runId: string, name: ArtifactName, bytes: Buffer): Promise<void> {
  const stored = await packed(name, bytes);
  await db.pool.query({
    name: 'artifact-save',
    text: `INSERT INTO artifacts (run_id, name, content_type, bytes, encoding) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (run_id, name)
           DO UPDATE SET bytes = excluded.bytes, encoding = excluded.encoding, created_at = now()`,
    values: [runId, name, ARTIFACTS[name].contentType, stored.bytes, stored.encoding],
  });
}

/**
 * Completes a run whose required documents are all stored, with the cost of its own session if it is known. Deletes what
 * its findings repeat: the submission, the findings of the candidates that passed, and the checks of its quotations. A run
 * that has ended stays unchanged.
 */
export async function completeRun(db: Database, runId: string, costMicros: number | null): Promise<void> {
  await db.pool.query({
    name: 'run-complete',
    text: `WITH required AS (
             SELECT ARRAY(SELECT jsonb_array_elements_text($5::jsonb -> kind)) AS names FROM runs WHERE id = $1),
           completed AS (
             UPDATE runs SET status = $6, stage = 'done', progress_done = progress_total, ${endCosts('$2')},
                    findings_version = $3, completed_at = now(), ${TOUCH}
             FROM required WHERE id = $1 AND status = ANY($4) AND cardinality(names) > 0
               AND (SELECT count(*) FROM artifacts WHERE run_id = $1 AND name = ANY(names)) = cardinality(names)
             RETURNING id),
           repeated AS (
             UPDATE candidates SET findings = NULL FROM completed
             WHERE run_id = completed.id AND candidates.reason IS NULL),
           checked AS (DELETE FROM evidence_checks USING completed WHERE run_id = completed.id)
           DELETE FROM artifacts USING completed WHERE run_id = completed.id AND name = 'submission'`,
    values: [runId, costMicros, FINDINGS_SCHEMA_VERSION, RUN.before('completed'), DOCUMENTS, 'completed'],
  });
}
