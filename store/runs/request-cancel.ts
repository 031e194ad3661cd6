import { Failure } from '../../contracts/failures';
import type { WorkflowMessage } from '../../contracts/workflow-messages';
import { RUN } from '../../domain/runs';
import { transaction, type Database, type Prisma } from '../../prisma/client';
import { enqueue, type PendingMessage } from '../outbox/enqueue';
import type { RunOwner } from './find-run';
import { RUN_COLUMNS, toRun, TOUCH, type Run } from './row';

/**
 * Records the owner's cancellation of a run, together with the signal for its workflow. Idempotent while the run is
 * canceling.
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
    const { rows: changed } = await tx.query<Prisma.RunModel>({
      name: 'run-cancel',
      text: `UPDATE runs SET cancel_requested_from = status, status = $4, ${TOUCH}
             WHERE id = $1 AND account_id = $2 AND mode = $3 AND status = ANY($5)
             RETURNING ${RUN_COLUMNS}`,
      values: [runId, owner.accountId, owner.mode, 'canceling', RUN.before('canceling')],
    });
    if (changed[0]) {
      const run = toRun(changed[0]);
      return { run, pending: await enqueue(tx, `cancel:${run.workflowId}`, cancel(run)) };
    }
    const { rows } = await tx.query<Prisma.RunModel>({
      text: `SELECT ${RUN_COLUMNS} FROM runs WHERE id = $1 AND account_id = $2 AND mode = $3`,
      values: [runId, owner.accountId, owner.mode],
    });
    const run = rows[0] && toRun(rows[0]);
    if (!run) throw new Failure('run_not_found');
    if (RUN.isTerminal(run.status)) {
      throw new Failure('run_already_finished', { detail: `The run is already ${run.status}.` });
    }
    return { run, pending: null };
  });
}
