import { Failure } from '../../contracts/failures';
import type { RunStatusName } from '../../contracts/runs';
import type { WorkflowMessage } from '../../contracts/workflow-messages';
import { RUN } from '../../domain/run-kinds';
import { transaction, type Database, type Prisma } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { enqueue } from '../outbox/enqueue';
import { RUN_COLUMNS, toRun, type Run } from './row';

/** A run after {@link resumeRun}. */
export interface ResumedRun {
  id: string;
  accountId: string;
  status: RunStatusName;
}

/** Ids of all runs that have not ended, the oldest first, without those that are held for review. */
export async function openRuns(db: Database): Promise<string[]> {
  const open = await db.prisma.run.findMany({
    where: { status: { in: [...RUN.open] }, review: false },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  });
  return open.map(({ id }) => id);
}

/**
 * Starts the workflow of an open run again where it is gone: ended without the row, as after a restore of the database,
 * or lost with Temporal's. It continues with the session that the run has. A workflow that runs is left alone. Returns
 * null if the run has ended.
 *
 * @throws Failure `not_found`; `invalid_request` for a run that is held for review
 */
export function resumeRun(
  db: Database,
  runId: string,
  start: (run: Run) => WorkflowMessage,
): Promise<ResumedRun | null> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Prisma.RunModel>({
      text: `SELECT ${RUN_COLUMNS} FROM runs WHERE id = $1`,
      values: [runId],
    });
    if (!rows[0]) throw new Failure('not_found', { detail: `No run ${runId}.` });
    const run = toRun(rows[0]);
    const { accountId, status, workflowId } = run;
    if (RUN.isTerminal(status)) return null;
    if (run.review)
      throw new Failure('invalid_request', { detail: `Run ${runId} is held: use runs release ${runId}.` });
    // A key of its own: each resumption is delivered, however many there are.
    await enqueue(tx, `resume:${workflowId}:${new Date().toISOString()}`, { ...start(run), restarts: true });
    await recordAudit(tx, { action: 'run.resumed', accountId, subject: runId, before: { status }, after: { status } });
    return { id: runId, accountId, status };
  });
}
