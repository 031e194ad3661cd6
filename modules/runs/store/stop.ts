import type { PoolClient } from 'pg';
import { Failure } from '../../../base/failures';
import type { WorkflowMessage } from '../../../base/workflow-messages';
import { transaction, type Database, type Prisma, type Queryable } from '../../../prisma/client';
import { recordAudit } from '../../outbox/store/audit';
import { enqueue, type PendingMessage } from '../../outbox/store/outbox';
import type { RunStatusName } from '../../run-kinds/contract';
import { RUN } from '../../run-kinds/rules';
import { cancelMessage } from '../messages';
import { UNDOS_PER_DAY } from '../rules';
import { endRunIn } from './end';
import { findRunIn, RUN_COLUMNS, toRun, TOUCH, type RunOwner, type Run } from './runs';

/**
 * SQL condition: true if canceling this run undoes it and returns its credit. `$6` is the undo window in milliseconds,
 * `$7` is {@link UNDOS_PER_DAY}. A run with a submission cannot be undone, because its findings may still be delivered.
 */
const UNDONE = `status = 'running' AND started_at > now() - $6 * interval '1 millisecond'
               AND NOT EXISTS (SELECT 1 FROM artifacts WHERE run_id = runs.id)
               AND (SELECT count(*) FROM runs AS other WHERE other.account_id = $2 AND other.mode = $3 AND other.undone
                      AND other.created_at > now() - interval '1 day') < $7`;

/**
 * Records that the owner canceled a run, the signal for its workflow, and whether this undoes the run and returns its
 * credit. While the run is canceling, further calls change nothing.
 *
 * @throws Failure `run_not_found` if the run is not this owner's
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
    const canceled = await cancelIn(tx, owner, runId, undoWindowMs, cancel);
    return canceled ?? { run: refuseEnded(await findRunIn(tx, owner, runId)), pending: null };
  });
}

/**
 * {@link requestCancel} in the caller's transaction. Null if the run is canceling, has ended or is not this owner's.
 */
export async function cancelIn(
  tx: PoolClient,
  owner: RunOwner,
  runId: string,
  undoWindowMs: number,
  cancel: (run: Run) => WorkflowMessage,
): Promise<{ run: Run; pending: PendingMessage | null } | null> {
  // Serializes the account's cancellations, so that undos cannot exceed the daily limit.
  await tx.query({ text: 'SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', values: [owner.accountId] });
  const { rows: changed } = await tx.query<Prisma.RunModel>({
    name: 'run-cancel',
    text: `UPDATE runs SET cancel_requested_from = status, status = $4, undone = ${UNDONE}, ${TOUCH}
           WHERE id = $1 AND account_id = $2 AND mode = $3 AND status = ANY($5)
           RETURNING ${RUN_COLUMNS}`,
    values: [runId, owner.accountId, owner.mode, 'canceling', RUN.before('canceling'), undoWindowMs, UNDOS_PER_DAY],
  });
  if (!changed[0]) return null;
  const run = toRun(changed[0]);
  return { run, pending: await enqueue(tx, `cancel:${run.workflowId}`, cancel(run)) };
}

function refuseEnded(run: Run | null | undefined): Run {
  if (!run) throw new Failure('run_not_found');
  if (!RUN.isTerminal(run.status)) return run;
  throw new Failure('run_already_finished', { detail: `The run is already ${run.status}.` });
}

/** Marks running runs as canceling, in the caller's transaction. Returns the runs whose workflows need a signal. */
export async function cancelRunningRuns(tx: Queryable, accountId: string): Promise<Run[]> {
  const { rows } = await tx.query<Prisma.RunModel>({
    text: `UPDATE runs SET cancel_requested_from = status, status = $2, ${TOUCH}
           WHERE account_id = $1 AND status = ANY($3) RETURNING ${RUN_COLUMNS}`,
    values: [accountId, 'canceling', ['running']],
  });
  return rows.map(toRun);
}

/** Ends queued runs and returns their credits, in the caller's transaction. Their workflows need no signal. */
export async function cancelQueuedRuns(tx: PoolClient, accountId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    text: `UPDATE runs SET cancel_requested_from = status, status = $2, ${TOUCH}
           WHERE account_id = $1 AND status = ANY($3) RETURNING id`,
    values: [accountId, 'canceling', ['queued']],
  });
  for (const { id } of rows) await endRunIn(tx, id, 'canceled', 'canceled', null);
  return rows.map(({ id }) => id);
}

/**
 * Sets the deadline or the queue expiry of a sandbox run to now, and signals its workflow. If the workflow is gone, a
 * sweep ends the run. Idempotent. A canceling run stays canceling.
 *
 * @throws Failure `run_not_found` for a live run or another account's
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
    const run = refuseEnded(rows[0] && toRun(rows[0]));
    const { rows: moved } = await tx.query<Prisma.RunModel>({
      text: `UPDATE runs SET ${TOUCH}, deadline_at = CASE WHEN deadline_at > now() THEN now() ELSE deadline_at END,
                    queue_expires_at = CASE WHEN started_at IS NULL THEN now() ELSE queue_expires_at END
             WHERE id = $1 RETURNING ${RUN_COLUMNS}`,
      values: [runId],
    });
    return { run: toRun(moved[0]!), pending: await enqueue(tx, `deadline:${run.workflowId}`, reach(run)) };
  });
}

export interface StoppedRun {
  id: string;
  accountId: string;
  /** Status before the call. */
  was: RunStatusName;
  /** `failed` if the run had not begun, else `canceling` until its workflow or the sweep ends it within minutes. */
  status: RunStatusName;
}

/**
 * Stops a run for an operator: it fails as `stopped_by_operator` and returns its credit. A queued run ends immediately,
 * even without a worker. A running run is signaled, and its deadline is set to now, so that the sweep ends it even if
 * its workflow is gone. A run that its owner is already canceling still counts as canceled by the owner.
 *
 * @throws Failure `run_not_found`; `run_already_finished` once the run has ended
 */
export function stopRun(db: Database, runId: string): Promise<StoppedRun> {
  return transaction(db, async (tx) => {
    const { rows: found } = await tx.query<{ status: RunStatusName }>({
      text: 'SELECT status FROM runs WHERE id = $1 FOR UPDATE',
      values: [runId],
    });
    const was = found[0]?.status;
    if (!was) throw new Failure('run_not_found', { detail: `No run ${runId}.` });
    if (RUN.isTerminal(was)) {
      throw new Failure('run_already_finished', { detail: `Run ${runId} is already ${was}.` });
    }
    const run = await markCanceling(tx, runId);
    const ends = was === 'queued';
    if (ends) await endRunIn(tx, runId, 'canceled', 'canceled', null);
    else await enqueue(tx, `cancel:${run.workflowId}`, cancelMessage(run));
    const status = ends ? 'failed' : 'canceling';
    const { accountId } = run;
    await recordAudit(tx, {
      action: 'run.canceled',
      accountId,
      subject: runId,
      before: { status: was },
      after: { status },
    });
    return { id: runId, accountId, was, status };
  });
}

// Sets the deadline to now, so that the sweep ends runs whose workflow is gone.
async function markCanceling(tx: Queryable, runId: string): Promise<Run> {
  await tx.query({
    text: `UPDATE runs SET cancel_requested_from = status, status = $2, stopped_by_operator = true
           WHERE id = $1 AND status = ANY($3)`,
    values: [runId, 'canceling', RUN.before('canceling')],
  });
  const { rows } = await tx.query<Prisma.RunModel>({
    text: `UPDATE runs SET deadline_at = CASE WHEN deadline_at > now() THEN now() ELSE deadline_at END, ${TOUCH}
           WHERE id = $1 RETURNING ${RUN_COLUMNS}`,
    values: [runId],
  });
  return toRun(rows[0]!);
}
