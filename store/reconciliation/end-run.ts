import type { Mode } from '../../contracts/access';
import { transaction, type Database } from '../../prisma/client';
import { raiseAlert } from '../alerts/raise-alert';

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
    await raiseAlert(tx, { alert: 'reconciliation-failed', subject: id, facts: { workflowId, why: incomplete } });
  });
}
