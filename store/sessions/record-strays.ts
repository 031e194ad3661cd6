import { RUN } from '../../domain/run-kinds';
import { SCAN } from '../../domain/scans';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { restoredSince } from '../deployment/restores';
import { lockCosts, recountCosts } from '../runs/session-costs';

/** A session that is open at the agent provider, and the assignment it was created for. */
export interface SessionAtProvider {
  sessionId: string;
  assignmentId: string;
  createdAt: Date;
  /** True if this deployment created it. */
  ofDeployment: boolean;
}

/**
 * Records those of the sessions whose work has ended without naming them: it was canceled while they were created, or
 * their worker died before recording them. Their runs await their costs. Records also those that this deployment created
 * before a restore ({@link markRestored}) for work that it no longer knows. Other sessions of unknown work are left alone:
 * those of another deployment, and those that a copy of the database does not know yet. Returns how many are new.
 */
export async function recordStrays(db: Database, sessions: readonly SessionAtProvider[]): Promise<number> {
  if (sessions.length === 0) return 0;
  return transaction(db, async (tx) => {
    const found = await insertStrays(tx, sessions);
    // In one order, so that two that record strays of the same runs never wait for each other.
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
