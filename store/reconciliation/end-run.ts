import { transaction, type Database, type Queryable } from '../../prisma/client';
import { raiseAlert } from '../alerts/raise-alert';
import { pastLongestWait } from '../sweeps/past-longest-wait';

/** Ends a run. An incomplete one leaves the bookmark where it was, and alerts the operator. */
export function endRun(
  db: Database,
  id: string,
  { objects, complete, workflowId }: { objects: number; complete: boolean; workflowId: string },
): Promise<void> {
  return transaction(db, async (tx) => {
    await tx.query({
      name: 'reconciliation-end',
      text: `UPDATE reconciliation_runs SET ended_at = now(), objects = $2, complete = $3
             WHERE id = $1 AND ended_at IS NULL`,
      values: [id, objects, complete],
    });
    if (!complete) await raiseFailed(tx, id, workflowId);
  });
}

/** Ends runs whose workflow is gone, as incomplete. */
export function endLostComparisons(db: Database): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ id: string }>({
      name: 'reconciliation-lost',
      text: `UPDATE reconciliation_runs SET ended_at = now() WHERE ${pastLongestWait('reconciliation')} RETURNING id`,
    });
    // A run of the schedule has the id of its workflow.
    for (const { id } of rows) await raiseFailed(tx, id, id.startsWith('rcn_') ? `reconciliation/${id}` : id);
  });
}

function raiseFailed(tx: Queryable, id: string, workflowId: string): Promise<void> {
  return raiseAlert(tx, { alert: 'reconciliation-failed', subject: id, facts: { workflowId } });
}
