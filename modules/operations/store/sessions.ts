import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { listOf } from '../../../prisma/sql';
import { restoredSince } from '../../outbox/store/audit';
import { leastRecent } from '../../outbox/store/sweeping';
import { RUN } from '../../run-kinds/rules';
import { lockCosts, recordCandidateCost, recordOwnCost, recountCosts } from '../../runs/store/costs';
import { SCAN } from '../../scans/rules';
import { recordScanCost } from '../../scans/store/progress';

/** An open session whose work has ended. Its cost is unknown, and it may not be archived yet. */
export interface OpenSession {
  sessionId: string;
  /** Null for a free scan's session. */
  runId: string | null;
  /** Null for a run's own session. */
  candidateId: string | null;
  /** Null for a run's session. */
  scanId: string | null;
  /** True if the session's run, candidate or scan does not reference this session. */
  stray: boolean;
  /** True if the account was erased or the run deleted. Then the session must be deleted too. */
  erased: boolean;
}

const leastChecked = leastRecent('open_sessions', 'sessions."sessionId"');

/** How long the sweep keeps trying to read a session's cost after the session's work has ended. */
export const SESSION_WITHIN = "interval '30 days'";

const ENDED = `runs.status IN (${listOf(RUN.terminal)}) AND runs.completed_at > now() - ${SESSION_WITHIN}`;

/** Counts a session as stray even if it is also recorded. */
const notStray = (column: string) =>
  `NOT EXISTS (SELECT 1 FROM stray_sessions WHERE stray_sessions.session_id = ${column})`;

/**
 * Open sessions whose work ended in the last 30 days and that were not checked since `before`, least recently checked
 * first.
 */
export async function openSessions(db: Database, before: Date, limit: number): Promise<OpenSession[]> {
  const { rows } = await db.pool.query<OpenSession>({
    name: 'sessions-open',
    text: `SELECT sessions.*, COALESCE(accounts.status = 'erased' OR runs.deleted_at IS NOT NULL, false) AS erased FROM (
             SELECT session_id AS "sessionId", id AS "runId", NULL AS "candidateId", NULL AS "scanId",
                    false AS stray FROM runs
             WHERE session_id IS NOT NULL AND session_cost_micros IS NULL AND ${ENDED} AND ${notStray('runs.session_id')}
             UNION ALL
             SELECT candidates.session_id, run_id, candidate_id, NULL, false
             FROM candidates JOIN runs ON runs.id = run_id
             WHERE candidates.session_id IS NOT NULL AND candidates.cost_micros IS NULL AND ${ENDED}
               AND ${notStray('candidates.session_id')}
             UNION ALL
             SELECT session_id, NULL, NULL, id, false FROM free_scans
             WHERE session_id IS NOT NULL AND cost_micros IS NULL AND completed_at > now() - ${SESSION_WITHIN}
               AND ${notStray('free_scans.session_id')}
             UNION ALL
             SELECT session_id, run_id, NULL, NULL, true FROM stray_sessions
             WHERE closed_at IS NULL AND found_at > now() - ${SESSION_WITHIN}) AS sessions
           LEFT JOIN runs ON runs.id = sessions."runId" LEFT JOIN accounts ON accounts.id = runs.account_id
           ${leastChecked.join} WHERE ${leastChecked.due} ORDER BY ${leastChecked.order} LIMIT $2`,
    values: [before, limit],
  });
  return rows;
}

/**
 * Records a session's cost, once, and adds it to the run's cost. `costMicros` is in millionths of a US dollar; null if
 * unknown.
 */
export async function recordSessionCost(db: Database, session: OpenSession, costMicros: number | null): Promise<void> {
  const { sessionId, runId, candidateId, scanId, stray } = session;
  await transaction(db, async (tx) => {
    if (runId !== null) await lockCosts(tx, runId);
    if (stray) {
      await closeStray(tx, sessionId, costMicros);
    } else {
      if (costMicros === null) return;
      if (scanId !== null) return recordScanCost(tx, scanId, costMicros);
      if (candidateId === null) await recordOwnCost(tx, runId!, costMicros);
      else await recordCandidateCost(tx, runId!, candidateId, costMicros);
    }
    if (runId !== null) await recountCosts(tx, runId);
  });
}

/** Records, once, that a stray session is closed, with its cost if the provider reports it. */
async function closeStray(tx: Queryable, sessionId: string, costMicros: number | null): Promise<void> {
  await tx.query({
    name: 'stray-session-close',
    text: `UPDATE stray_sessions SET closed_at = now(), cost_micros = $2
           WHERE session_id = $1 AND closed_at IS NULL`,
    values: [sessionId, costMicros],
  });
}

const leastDeleted = leastRecent('deleted_runs', 'runs.id');

/**
 * Runs that their owners deleted and that were not checked since `before`, least recently checked first, each with the
 * sessions to delete at the agent provider. Omits runs with sessions of unknown cost, because `openSessions` must close
 * those first.
 */
export async function sessionsOfDeletedRuns(
  db: Database,
  before: Date,
  limit: number,
): Promise<{ runId: string; sessionIds: string[] }[]> {
  const { rows } = await db.pool.query<{ runId: string; sessionIds: string[] }>({
    name: 'sessions-of-deleted',
    text: `SELECT runs.id AS "runId",
                  ARRAY(SELECT runs.session_id WHERE runs.session_id IS NOT NULL
                        UNION SELECT session_id FROM candidates WHERE run_id = runs.id AND session_id IS NOT NULL
                        UNION SELECT session_id FROM stray_sessions WHERE run_id = runs.id) AS "sessionIds"
           FROM runs ${leastDeleted.join}
           WHERE sessions_left AND NOT (costs_open AND completed_at > now() - ${SESSION_WITHIN}) AND ${leastDeleted.due}
           ORDER BY ${leastDeleted.order} LIMIT $2`,
    values: [before, limit],
  });
  return rows;
}

/** An open session at the agent provider, and the assignment it was created for. */
export interface SessionAtProvider {
  sessionId: string;
  assignmentId: string;
  createdAt: Date;
  /** True if this deployment created the session. */
  ofDeployment: boolean;
}

/**
 * Records stray sessions, which their ended work does not reference. This happens if the work was canceled while the
 * session was being created, or if the worker died before recording it. Their costs are still missing from their runs.
 * Also records sessions from before a restore ({@link markRestored}) that this deployment created for work no longer in
 * the database. Ignores all other sessions of unknown work, which belong to another deployment or began after this
 * database was copied. Returns how many of the recorded sessions are new.
 */
export async function recordStrays(db: Database, sessions: readonly SessionAtProvider[]): Promise<number> {
  if (sessions.length === 0) return 0;
  return transaction(db, async (tx) => {
    const found = await insertStrays(tx, sessions);
    // Sorted, so that two callers recording strays of the same runs cannot deadlock.
    const runs = [...new Set(found.flatMap(({ runId }) => runId ?? []))].toSorted();
    for (const runId of runs) await Promise.all([lockCosts(tx, runId), recountCosts(tx, runId)]);
    return found.length;
  });
}

async function insertStrays(
  tx: Queryable,
  sessions: readonly SessionAtProvider[],
): Promise<{ runId: string | null }[]> {
  const { rows } = await tx.query<{ runId: string | null }>({
    name: 'stray-sessions',
    text: `INSERT INTO stray_sessions (session_id, assignment_id, run_id)
           SELECT open.session_id, open.assignment_id, runs.id
           FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::boolean[])
             AS open (session_id, assignment_id, created_at, of_deployment)
           LEFT JOIN runs ON runs.id = split_part(open.assignment_id, '/', 1)
           LEFT JOIN candidates ON run_id = runs.id AND candidate_id = split_part(open.assignment_id, '/', 2)
           LEFT JOIN free_scans ON free_scans.id = open.assignment_id
           WHERE (runs.status IN (${listOf(RUN.terminal)}) OR free_scans.status IN (${listOf(SCAN.terminal)})
               OR (of_deployment AND runs.id IS NULL AND free_scans.id IS NULL AND ${restoredSince('open.created_at')}))
             AND open.session_id IS DISTINCT FROM
                 CASE WHEN open.assignment_id LIKE '%/%' THEN candidates.session_id
                      ELSE COALESCE(runs.session_id, free_scans.session_id) END
           ON CONFLICT DO NOTHING RETURNING run_id AS "runId"`,
    values: [
      sessions.map(({ sessionId }) => sessionId),
      sessions.map(({ assignmentId }) => assignmentId),
      sessions.map(({ createdAt }) => createdAt),
      sessions.map(({ ofDeployment }) => ofDeployment),
    ],
  });
  return rows;
}
