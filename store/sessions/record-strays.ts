import { RUN } from '../../domain/runs';
import { SCAN } from '../../domain/scans';
import type { Database } from '../../prisma/client';
import { listOf } from '../../prisma/sql';

/** A session that is open at the agent provider, and the assignment it was created for. */
export interface SessionAtProvider {
  sessionId: string;
  assignmentId: string;
}

/**
 * Records those of the sessions whose work has ended without naming them: it was canceled while they were created, or
 * their worker died before recording them. Sessions of unknown work are not ours and are left alone. Returns how many
 * are new.
 */
export async function recordStrays(db: Database, sessions: readonly SessionAtProvider[]): Promise<number> {
  if (sessions.length === 0) return 0;
  const { rowCount } = await db.pool.query({
    name: 'stray-sessions',
    text: `INSERT INTO stray_sessions (session_id, assignment_id, run_id)
           SELECT open.session_id, open.assignment_id, runs.id
           FROM unnest($1::text[], $2::text[]) AS open (session_id, assignment_id)
           LEFT JOIN runs ON runs.id = split_part(open.assignment_id, '/', 1)
           LEFT JOIN candidates ON run_id = runs.id AND candidate_id = split_part(open.assignment_id, '/', 2)
           LEFT JOIN free_scans ON free_scans.id = open.assignment_id
           WHERE (runs.status IN (${listOf(RUN.terminal)}) OR free_scans.status IN (${listOf(SCAN.terminal)}))
             AND open.session_id IS DISTINCT FROM
                 CASE WHEN open.assignment_id LIKE '%/%' THEN candidates.session_id
                      ELSE COALESCE(runs.session_id, free_scans.session_id) END
           ON CONFLICT DO NOTHING`,
    values: [sessions.map(({ sessionId }) => sessionId), sessions.map(({ assignmentId }) => assignmentId)],
  });
  return rowCount ?? 0;
}
