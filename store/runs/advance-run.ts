import { FINDINGS_SCHEMA_VERSION } from '../../contracts/versions';
import {
  ARTIFACTS,
  REQUIRED_ARTIFACTS,
  STAGES,
  statesBefore,
  type ArtifactName,
  type RunStatusName,
  type Stage,
} from '../../contracts/runs';
import type { Database } from '../../prisma/client';
import { TOUCH } from './run-rows';

/** Where a run stands after {@link beginRun}. */
export interface Begun {
  status: RunStatusName;
  deadlineAt: Date | null;
}

/**
 * Takes a run out of the queue: it is running, its deadline counts from now. A run that waited past its queue expiry is
 * not begun, whatever timer was late (the caller expires it). Repeating changes nothing and tells where the run stands.
 */
export async function beginRun(db: Database, runId: string, deadlineMs: number): Promise<Begun & { overdue: boolean }> {
  const begun = await db.pool.query<Begun>({
    name: 'run-begin',
    text: `UPDATE runs SET status = 'running', stage = 'researching', started_at = now(),
                  deadline_at = now() + $2 * interval '1 millisecond', ${TOUCH}
           WHERE id = $1 AND status = 'queued' AND queue_expires_at > now()
           RETURNING status, deadline_at AS "deadlineAt"`,
    values: [runId, deadlineMs],
  });
  if (begun.rows[0]) return { ...begun.rows[0], overdue: false };
  const { status, deadlineAt } = await db.prisma.run.findUniqueOrThrow({ where: { id: runId } });
  return { status: status as RunStatusName, deadlineAt, overdue: status === 'queued' };
}

/** Keeps which session researches a run. The first one stays: a second start of the same run finds it. */
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
 * Moves an unfinished run on to a stage; never back, and a repetition changes nothing. The stages are the progress of an
 * Idea Check; a search counts candidates instead (see `settleCandidate`).
 */
export async function reachStage(db: Database, runId: string, stage: Stage): Promise<void> {
  const earlier = STAGES.slice(0, STAGES.indexOf(stage));
  await db.pool.query({
    name: 'run-stage',
    text: `UPDATE runs SET stage = $2, ${TOUCH},
                  progress_done = CASE kind WHEN 'idea_check' THEN LEAST($3, progress_total) ELSE progress_done END
           WHERE id = $1 AND stage = ANY($4) AND status IN ('running', 'canceling')`,
    values: [runId, stage, STAGES.indexOf(stage) - 1, earlier],
  });
}

/** Stores a document of a run; the last one of a name stays. */
export async function saveArtifact(db: Database, runId: string, name: ArtifactName, bytes: Buffer): Promise<void> {
  await db.pool.query({
    name: 'artifact-save',
    text: `INSERT INTO artifacts (run_id, name, content_type, bytes) VALUES ($1, $2, $3, $4)
           ON CONFLICT (run_id, name) DO UPDATE SET bytes = excluded.bytes, created_at = now()`,
    values: [runId, name, ARTIFACTS[name].contentType, bytes],
  });
}

/** Completes a run whose documents are all stored. A run that already ended stays as it is. */
export async function completeRun(db: Database, runId: string, costMicros: number | null): Promise<void> {
  await db.pool.query({
    name: 'run-complete',
    text: `WITH required AS (
             SELECT CASE kind WHEN 'custom_search' THEN $6::text[] ELSE $5::text[] END AS names FROM runs WHERE id = $1)
           UPDATE runs SET status = 'completed', stage = 'done', progress_done = progress_total, cost_micros = $2,
                  findings_version = $3, completed_at = now(), ${TOUCH}
           FROM required WHERE id = $1 AND status = ANY($4)
             AND (SELECT count(*) FROM artifacts WHERE run_id = $1 AND name = ANY(names)) = cardinality(names)`,
    values: [
      runId,
      costMicros,
      FINDINGS_SCHEMA_VERSION,
      statesBefore('completed'),
      REQUIRED_ARTIFACTS.idea_check,
      REQUIRED_ARTIFACTS.custom_search,
    ],
  });
}
