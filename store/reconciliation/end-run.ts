import { transaction, type Database } from '../../prisma/client';
import { raiseAlert } from '../alerts/raise-alert';

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
    if (!complete) await raiseAlert(tx, { alert: 'reconciliation-failed', subject: id, facts: { workflowId } });
  });
}
