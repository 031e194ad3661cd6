import { Failure } from '../../contracts/failures';
import type { WorkflowMessage } from '../../contracts/workflow-messages';
import { RUN } from '../../domain/run-kinds';
import { UNDOS_PER_DAY } from '../../domain/undo';
import { transaction, type Database, type Prisma } from '../../prisma/client';
import { enqueue, type PendingMessage } from '../outbox/enqueue';
import type { RunOwner } from './find-run';
import { RUN_COLUMNS, toRun, TOUCH, type Run } from './row';

/**
 * Condition, in SQL, of a run that is taken back with its credit ({@link UNDOS_PER_DAY}): `$6` is the window in milliseconds, `$7`
 * how many of the last day are. What was handed in by now counts; work that is done by the end is delivered all the same.
 */
const UNDONE = `status = 'running' AND started_at > now() - $6 * interval '1 millisecond'
               AND NOT EXISTS (SELECT 1 FROM artifacts WHERE run_id = runs.id)
               AND (SELECT count(*) FROM runs AS other WHERE other.account_id = $2 AND other.mode = $3 AND other.undone
                      AND other.created_at > now() - interval '1 day') < $7`;

/**
 * Records the owner's cancellation of a run, together with the signal for its workflow, and whether it is taken back with
 * its credit. Idempotent while the run is canceling: the first call decides.
 *
 * @throws Failure `run_not_found` for a run that is not this owner's
 * @throws Failure `run_already_finished` once the run has ended (409)
 */
export function requestCancel(
  db: Database,
  owner: RunOwner,
  runId: string,
  undoWindowMs: number,
  cancel: (run: Run) => WorkflowMessage,
): Promise<{ run: Run; pending: PendingMessage | null }> {
  return transaction(db, async (tx) => {
    // Calls of one account wait for each other, so that none goes beyond what a day allows.
    await tx.query({ text: 'SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', values: [owner.accountId] });
    const { rows: changed } = await tx.query<Prisma.RunModel>({
      name: 'run-cancel',
      text: `UPDATE runs SET cancel_requested_from = status, status = $4, undone = ${UNDONE}, ${TOUCH}
             WHERE id = $1 AND account_id = $2 AND mode = $3 AND status = ANY($5)
             RETURNING ${RUN_COLUMNS}`,
      values: [runId, owner.accountId, owner.mode, 'canceling', RUN.before('canceling'), undoWindowMs, UNDOS_PER_DAY],
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
