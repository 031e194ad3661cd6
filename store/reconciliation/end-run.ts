import type { Mode } from '../../contracts/access';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { raiseAlert } from '../alerts/raise-alert';
import { pastLongestWait } from '../sweeps/past-longest-wait';
import { RECONCILIATION_WAIT } from '../../domain/reconciliation';

/** What a run has done. */
export interface EndOfRun {
  objects: number;
  /** Modes that were compared to their end. */
  compared: readonly Mode[];
  /** Why it is incomplete, in words; null if it is complete. */
  incomplete: string | null;
  workflowId: string;
}

/**
 * Ends a run, once, and moves the bookmark of each mode that it compared to its end. An incomplete one alerts the
 * operator.
 */
export function endRun(db: Database, id: string, end: EndOfRun): Promise<void> {
  const { objects, compared, incomplete, workflowId } = end;
  return transaction(db, async (tx) => {
    const ended = tx.query({
      name: 'reconciliation-end',
      text: `UPDATE reconciliation_runs SET ended_at = now(), objects = $2, compared = $3, complete = $4
             WHERE id = $1 AND ended_at IS NULL`,
      values: [id, objects, compared, incomplete === null],
    });
    const moved = tx.query({
      name: 'reconciliation-bookmarks',
      text: `INSERT INTO reconciliation_bookmarks AS known (mode, at)
             SELECT unnest(compared), until_at FROM reconciliation_runs WHERE id = $1 AND moves_bookmark
             ON CONFLICT (mode) DO UPDATE SET at = GREATEST(known.at, excluded.at)`,
      values: [id],
    });
    await Promise.all([ended, moved]);
    if (incomplete === null) return;
    await raiseFailed(tx, id, { workflowId, why: incomplete });
  });
}

/** Ends runs whose workflow is gone, as incomplete. */
export function endLostComparisons(db: Database): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ id: string }>({
      name: 'reconciliation-lost',
      text: `UPDATE reconciliation_runs SET ended_at = now() WHERE ${pastLongestWait(RECONCILIATION_WAIT)} RETURNING id`,
    });
    // A run of the schedule has the id of its workflow.
    for (const { id } of rows) {
      const workflowId = id.startsWith('rcn_') ? `reconciliation/${id}` : id;
      await raiseFailed(tx, id, { workflowId, why: 'its workflow is gone' });
    }
  });
}

function raiseFailed(tx: Queryable, id: string, facts: { workflowId: string; why: string }): Promise<void> {
  return raiseAlert(tx, { alert: 'reconciliation-failed', subject: id, facts });
}
