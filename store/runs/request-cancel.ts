import { Failure } from '../../contracts/failures';
import { isFinished, type RunStatusName } from '../../contracts/runs';
import type { WorkflowMessage } from '../../contracts/workflow-messages';
import { transaction, type Database, type Run } from '../../prisma/client';
import { enqueue, type PendingMessage } from '../outbox';
import type { RunOwner } from './read-runs';
import { RUN_COLUMNS, TOUCH } from './run-rows';

/**
 * Records that the owner wants a run to stop, together with the message that tells its workflow. Asking again while the
 * run is canceling changes nothing.
 *
 * @throws Failure `run_not_found` for a run that is not this owner's
 * @throws Failure `run_already_finished` once the run has ended (409)
 */
export function requestCancel(
  db: Database,
  owner: RunOwner,
  runId: string,
  cancel: (run: Run) => WorkflowMessage,
): Promise<{ run: Run; pending: PendingMessage | null }> {
  return transaction(db, async (tx) => {
    const { rows: changed } = await tx.query<Run>({
      name: 'run-cancel',
      text: `UPDATE runs SET cancel_requested_from = status, status = 'canceling', ${TOUCH}
             WHERE id = $1 AND account_id = $2 AND mode = $3 AND status IN ('queued', 'running')
             RETURNING ${RUN_COLUMNS}`,
      values: [runId, owner.accountId, owner.mode],
    });
    if (changed[0]) {
      const run = changed[0];
      return { run, pending: await enqueue(tx, `cancel:${run.workflowId}`, cancel(run)) };
    }
    const { rows } = await tx.query<Run>({
      text: `SELECT ${RUN_COLUMNS} FROM runs WHERE id = $1 AND account_id = $2 AND mode = $3`,
      values: [runId, owner.accountId, owner.mode],
    });
    const run = rows[0];
    if (!run) throw new Failure('run_not_found');
    if (isFinished(run.status as RunStatusName)) {
      throw new Failure('run_already_finished', { detail: `The run is already ${run.status}.` });
    }
    return { run, pending: null };
  });
}
