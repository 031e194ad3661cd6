import { RUN } from '../../domain/run-kinds';
import type { Database } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { leastRecent } from '../sweeps/least-recent';

/** Session of work that has ended, whose cost is not known, so that it may not be archived either. */
export interface OpenSession {
  sessionId: string;
  /** Null for that of a free scan. */
  runId: string | null;
  /** Null for a run's own session. */
  candidateId: string | null;
  /** Null for that of a run. */
  scanId: string | null;
  /** True for a session that its work does not name. */
  stray: boolean;
  /** True if its account was erased, so that the session is to be deleted as well. */
  erased: boolean;
}

const leastChecked = leastRecent('open_sessions', 'sessions."sessionId"');

const WITHIN = "interval '30 days'";

const ENDED = `runs.status IN (${listOf(RUN.terminal)}) AND runs.completed_at > now() - ${WITHIN}`;

/** A session that is both recorded and a stray one counts as a stray one. */
const notStray = (column: string) =>
  `NOT EXISTS (SELECT 1 FROM stray_sessions WHERE stray_sessions.session_id = ${column})`;

/** Open sessions of work that ended within 30 days, not checked since `before`, least recent first. */
export async function openSessions(db: Database, before: Date, limit: number): Promise<OpenSession[]> {
  const { rows } = await db.pool.query<OpenSession>({
    name: 'sessions-open',
    text: `SELECT sessions.*, COALESCE(accounts.status = 'erased', false) AS erased FROM (
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
             WHERE session_id IS NOT NULL AND cost_micros IS NULL AND completed_at > now() - ${WITHIN}
               AND ${notStray('free_scans.session_id')}
             UNION ALL
             SELECT session_id, run_id, NULL, NULL, true FROM stray_sessions
             WHERE closed_at IS NULL AND found_at > now() - ${WITHIN}) AS sessions
           LEFT JOIN runs ON runs.id = sessions."runId" LEFT JOIN accounts ON accounts.id = runs.account_id
           ${leastChecked.join} WHERE ${leastChecked.due} ORDER BY ${leastChecked.order} LIMIT $2`,
    values: [before, limit],
  });
  return rows;
}
