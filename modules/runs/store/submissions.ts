import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { isScanAssignment, readAssignmentId } from '../../findings/contract/agents';
import type { Flaw } from '../../findings/rules/rule';
import { askedOf, kindOf } from '../../run-kinds/rules';
import type { SandboxPart } from '../../run-kinds/sandbox';
import type { TimelineDetails } from '../contract';
import type { Research } from './evidence';
import type { Run } from './runs';
import { addEntry } from './timeline';

/** A submission for a run or one of its candidates, with the result of the check. */
export interface CheckedSubmission extends Research {
  toolUseId: string;
  flaws: readonly Flaw[];
  told: TimelineDetails['check'];
}

/** Records the problems in the last submission and adds the check to the run's timeline, atomically. Idempotent. */
export async function recordCheck(
  db: Database,
  { toolUseId, flaws, told, ...research }: CheckedSubmission,
): Promise<void> {
  await transaction(db, (tx) =>
    Promise.all([
      recordFlaws(tx, research, flaws),
      addEntry(tx, research, { key: toolUseId, kind: 'check', detail: told }),
    ]),
  );
}

/** Maximum number of problems stored per submission. */
const MAX_FLAWS = 100;

const MAX_DETAIL = 300;

/**
 * Stores the problems in the last submission for a run or candidate, replacing earlier problems. Does nothing for free
 * scans, because they have no owner who could ask about problems.
 */
export async function recordFlaws(
  tx: Queryable,
  { runId, candidateId }: Research,
  flaws: readonly Flaw[],
): Promise<void> {
  if (isScanAssignment(runId)) return;
  if (flaws.length === 0) {
    await tx.query({
      name: 'flaws-clear',
      text: 'DELETE FROM submission_flaws WHERE run_id = $1 AND candidate_id = $2',
      values: [runId, candidateId ?? ''],
    });
    return;
  }
  const kept = flaws.slice(0, MAX_FLAWS).map(({ pointer, detail }) => ({
    pointer: pointer.slice(0, MAX_DETAIL),
    detail: detail.slice(0, MAX_DETAIL),
  }));
  await tx.query({
    name: 'flaws-record',
    text: `INSERT INTO submission_flaws (run_id, candidate_id, flaws) VALUES ($1, $2, $3)
           ON CONFLICT (run_id, candidate_id) DO UPDATE SET flaws = excluded.flaws, found_at = now()`,
    values: [runId, candidateId ?? '', JSON.stringify(kept)],
  });
}

/**
 * Lists for operators the problems in the last submissions for a run. Pointers into a candidate's submission begin
 * with `/candidates/<id>`. Empty if all submissions passed, or once the retention period has ended.
 */
export async function listFlaws(db: Database, runId: string): Promise<Flaw[]> {
  const rows = await db.prisma.submissionFlaws.findMany({ where: { runId }, orderBy: { candidateId: 'asc' } });
  return rows.flatMap(({ candidateId, flaws }) => {
    const below = candidateId === '' ? '' : `/candidates/${candidateId}`;
    return (flaws as unknown as Flaw[]).map(({ pointer, detail }) => ({ pointer: below + pointer, detail }));
  });
}

type Row = Pick<Run, 'kind' | 'input' | 'progressTotal'> & Pick<SandboxPart, 'sentBack' | 'begunAt'>;

/** Reads the data that the sandbox needs to simulate an assignment; null for a live or unknown run. */
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
