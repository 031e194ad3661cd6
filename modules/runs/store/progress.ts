import { transaction, type Database } from '../../../prisma/client';
import { listOf } from '../../../prisma/sql';
import { STAGES, type RunStatusName, type Stage } from '../../run-kinds/contract';
import { RUN, RUN_KINDS, BEGUN_RUN } from '../../run-kinds/rules';
import { AGENT_STOPPED } from './agent-stops';
import { lockCosts, recountCosts } from './costs';
import { loadRun, TOUCH } from './runs';
import { NEXT_ENTRY, stageEntry } from './timeline';

export interface Begun {
  status: RunStatusName;
  deadlineAt: Date | null;
}

/**
 * Moves a queued run to `running` and sets its deadline, counted from now. Does not begin a run that is past its queue
 * expiry, even if a timer was late; the caller then expires it. While the agent provider refuses all work, a run stays
 * queued (`isDelayed`) unless it makes the next attempt (`isTry`). Idempotent. Returns the state of the run, or null if
 * the run is gone.
 */
export async function beginRun(
  db: Database,
  runId: string,
  deadlineMs: number,
  isTry = false,
): Promise<(Begun & { overdue: boolean; isDelayed: boolean }) | null> {
  const begun = await db.pool.query<Begun>({
    name: 'run-begin',
    text: `WITH begun AS (
             UPDATE runs SET status = $3, stage = 'researching', started_at = now(),
                    deadline_at = now() + $2 * interval '1 millisecond', ${TOUCH}, ${NEXT_ENTRY}
             WHERE id = $1 AND status = ANY($4) AND queue_expires_at > now()
               AND ($5 OR mode = 'test' OR NOT ${AGENT_STOPPED})
             RETURNING id, timeline_last, status, deadline_at AS "deadlineAt"),
           told AS (${stageEntry('begun', "'researching'::text")})
           SELECT status, "deadlineAt" FROM begun`,
    values: [runId, deadlineMs, 'running', RUN.before('running'), isTry],
  });
  if (begun.rows[0]) return { ...begun.rows[0], overdue: false, isDelayed: false };
  const known = await loadRun(db, runId);
  if (!known) return null;
  const { status, deadlineAt, queueExpiresAt } = known;
  const waits = status === 'queued';
  const overdue = waits && queueExpiresAt.getTime() <= Date.now();
  return { status, deadlineAt, overdue, isDelayed: waits && !overdue };
}

const KINDS = Object.entries(RUN_KINDS);

const BY_STAGES = KINDS.filter(([, { progress }]) => progress === 'stages').map(([kind]) => kind);

/**
 * Advances an unfinished run to a stage, but never moves it back, and adds the stage to the timeline. Idempotent. If
 * the run's progress is counted in stages, updates it. `settleCandidate` updates progress that is counted in
 * candidates.
 */
export async function reachStage(db: Database, runId: string, stage: Stage): Promise<void> {
  const earlier = STAGES.slice(0, STAGES.indexOf(stage));
  await db.pool.query({
    name: 'run-stage',
    text: `WITH entered AS (
             UPDATE runs SET stage = $2, ${TOUCH}, ${NEXT_ENTRY},
                    progress_done = CASE WHEN kind = ANY($5) THEN LEAST($3, progress_total) ELSE progress_done END
             WHERE id = $1 AND stage = ANY($4) AND status IN (${listOf(BEGUN_RUN)})
             RETURNING id, timeline_last)
           ${stageEntry('entered', '$2::text')}`,
    values: [runId, stage, STAGES.indexOf(stage) - 1, earlier, BY_STAGES],
  });
}

/** Records a run's first session. An ended run's total cost then stays unknown until this session's cost is known. */
export async function recordSession(
  db: Database,
  runId: string,
  session: {
    provider: string;
    agentId: string;
    agentVersion: string;
    model: string;
    sessionId: string;
    rulesEdition: number;
  },
): Promise<void> {
  const { rows } = await db.pool.query<{ status: RunStatusName }>({
    name: 'run-session',
    text: `UPDATE runs SET provider = $2, agent_id = $3, agent_version = $4, model = $5, session_id = $6,
             rules_edition = $7, ${TOUCH}
           WHERE id = $1 AND session_id IS NULL RETURNING status`,
    values: [
      runId,
      session.provider,
      session.agentId,
      session.agentVersion,
      session.model,
      session.sessionId,
      session.rulesEdition,
    ],
  });
  if (!rows[0] || !RUN.isTerminal(rows[0].status)) return;
  await transaction(db, (tx) => Promise.all([lockCosts(tx, runId), recountCosts(tx, runId)]));
}

/** Puts a run without a session back into the queue. Its queue expiry does not change. Idempotent. */
export async function requeueRun(db: Database, runId: string): Promise<void> {
  await db.pool.query({
    name: 'run-requeue',
    text: `UPDATE runs SET status = $2, stage = 'queued', started_at = NULL, deadline_at = NULL, ${TOUCH}
           WHERE id = $1 AND status = ANY($3) AND session_id IS NULL`,
    values: [runId, 'queued', RUN.before('queued')],
  });
}
