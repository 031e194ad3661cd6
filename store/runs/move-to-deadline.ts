import { Failure } from '../../contracts/failures';
import type { WorkflowMessage } from '../../contracts/workflow-messages';
import { RUN } from '../../domain/run-kinds';
import { transaction, type Database, type Prisma } from '../../prisma/client';
import { enqueue, type PendingMessage } from '../outbox/enqueue';
import { RUN_COLUMNS, toRun, TOUCH, type Run } from './row';

/**
 * Moves a run of the sandbox to its deadline, or to the end of its time in the queue, and signals its workflow; the sweep
 * ends one whose workflow is gone. Idempotent; a run that is canceling stays so.
 *
 * @throws Failure `run_not_found` for a run that is not this account's, or live
 * @throws Failure `run_already_finished` once the run has ended (409)
 */
export function moveToDeadline(
  db: Database,
  accountId: string,
  runId: string,
  reach: (run: Run) => WorkflowMessage,
): Promise<{ run: Run; pending: PendingMessage | null }> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Prisma.RunModel>({
      text: `SELECT ${RUN_COLUMNS} FROM runs WHERE id = $1 AND account_id = $2 AND mode = 'test' FOR UPDATE`,
      values: [runId, accountId],
    });
    const run = rows[0] && toRun(rows[0]);
    if (!run) throw new Failure('run_not_found');
    if (RUN.isTerminal(run.status)) {
      throw new Failure('run_already_finished', { detail: `The run is already ${run.status}.` });
    }
    const { rows: moved } = await tx.query<Prisma.RunModel>({
      text: `UPDATE runs SET ${TOUCH}, deadline_at = CASE WHEN deadline_at > now() THEN now() ELSE deadline_at END,
                    queue_expires_at = CASE WHEN started_at IS NULL THEN now() ELSE queue_expires_at END
             WHERE id = $1 RETURNING ${RUN_COLUMNS}`,
      values: [runId],
    });
    return { run: toRun(moved[0]!), pending: await enqueue(tx, `deadline:${run.workflowId}`, reach(run)) };
  });
}
