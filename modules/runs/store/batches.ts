import { Failure } from '../../../base/failures';
import { newId } from '../../../base/ids';
import type { WorkflowMessage } from '../../../base/workflow-messages';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import type { PendingMessage } from '../../outbox/store/outbox';
import type { RunKind, RunStatusName } from '../../run-kinds/contract';
import { RUN } from '../../run-kinds/rules';
import type { Run, RunOwner } from './runs';
import { cancelIn } from './stop';

export interface Batch {
  id: string;
  kind: RunKind;
  /** In the order of the request's items. */
  runIds: string[];
  createdAt: Date;
  cancelRequestedAt: Date | null;
  /** Number of runs in the batch by status. Statuses without runs are omitted. */
  counts: Partial<Record<RunStatusName, number>>;
  /** When the last run of the batch ended; null until then. */
  endedAt: Date | null;
}

/** Records a batch in the transaction that starts its runs. Returns the batch id. */
export async function insertBatch(
  tx: Queryable,
  { accountId, mode }: RunOwner,
  kind: RunKind,
  runIds: readonly string[],
): Promise<string> {
  const id = newId('bat');
  await tx.query({
    text: 'INSERT INTO batches (id, account_id, mode, kind, run_ids) VALUES ($1, $2, $3, $4, $5)',
    values: [id, accountId, mode, kind, runIds],
  });
  return id;
}

/** Finds a batch of this owner. @throws Failure `batch_not_found`, also for a batch of another account or mode */
export async function findBatch(tx: Queryable, owner: RunOwner, id: string): Promise<Batch> {
  const { rows } = await tx.query<Omit<Batch, 'endedAt'> & { lastEndedAt: Date | null }>({
    name: 'batch-find',
    text: `SELECT b.id, b.kind, b.run_ids AS "runIds", b.created_at AS "createdAt",
                  b.cancel_requested_at AS "cancelRequestedAt", of_runs.counts, of_runs.last_ended_at AS "lastEndedAt"
           FROM batches AS b, LATERAL (
             SELECT json_object_agg(status, runs) AS counts, max(ended_at) AS last_ended_at
             FROM (SELECT status, count(*) AS runs, max(completed_at) AS ended_at
                   FROM runs WHERE runs.id = ANY (b.run_ids) GROUP BY status) AS by_status) AS of_runs
           WHERE b.id = $1 AND b.account_id = $2 AND b.mode = $3`,
    values: [id, owner.accountId, owner.mode],
  });
  const found = rows[0];
  if (!found) throw new Failure('batch_not_found');
  const { lastEndedAt, ...batch } = found;
  const hasEnded = Object.keys(batch.counts).every((status) => RUN.isTerminal(status as RunStatusName));
  return { ...batch, endedAt: hasEnded ? lastEndedAt : null };
}

/**
 * Cancels all open runs of a batch and records the signals for their workflows, in one transaction. Returns credits as
 * if each run had been canceled individually. Safe to repeat; does nothing once all runs have ended.
 *
 * @throws Failure `batch_not_found`
 */
export function cancelBatch(
  db: Database,
  owner: RunOwner,
  id: string,
  undoWindowMs: number,
  cancel: (run: Run) => WorkflowMessage,
): Promise<{ batch: Batch; pending: PendingMessage[] }> {
  return transaction(db, async (tx) => {
    const { runIds } = await findBatch(tx, owner, id);
    const pending = [];
    // Cancels one run at a time, because each cancellation must count the undos before it.
    for (const runId of runIds) pending.push((await cancelIn(tx, owner, runId, undoWindowMs, cancel))?.pending);
    await tx.query({
      text: 'UPDATE batches SET cancel_requested_at = COALESCE(cancel_requested_at, now()) WHERE id = $1',
      values: [id],
    });
    return { batch: await findBatch(tx, owner, id), pending: pending.filter((message) => !!message) };
  });
}
