import { readAssignmentId } from '../../contracts/agent';
import type { SandboxPart } from '../../contracts/sandbox';
import { askedOf, kindOf } from '../../domain/run-kinds';
import type { Database } from '../../prisma/client';
import type { Run } from './row';

type Row = Pick<Run, 'kind' | 'input' | 'progressTotal'> & Pick<SandboxPart, 'sentBack' | 'begunAt'>;

/** The part of an assignment in the sandbox; null for one of a live run, or of none. */
export async function findSandboxPart(db: Database, assignmentId: string): Promise<SandboxPart | null> {
  const { runId, candidateId } = readAssignmentId(assignmentId);
  const { rows } = await db.pool.query<Row>({
    name: 'sandbox-part',
    text: `SELECT kind, input, progress_total AS "progressTotal", COALESCE(started_at, created_at) AS "begunAt",
                  EXISTS (SELECT 1 FROM submission_flaws WHERE run_id = runs.id AND candidate_id = $2) AS "sentBack"
           FROM runs WHERE id = $1 AND mode = 'test'`,
    values: [runId, candidateId ?? ''],
  });
  if (!rows[0]) return null;
  const { progressTotal, sentBack, begunAt, ...run } = rows[0];
  const plans = kindOf(run).progress === 'candidates' && candidateId === null;
  return { asked: askedOf(run), candidateCount: plans ? progressTotal : null, sentBack, begunAt };
}
