import { newId } from '../../contracts/ids';
import { reconciliationMessage } from '../../domain/messages/reconciliation';
import { transaction, type Database } from '../../prisma/client';
import { raiseAlert } from '../alerts/raise-alert';
import { recordAudit } from '../audit/record-audit';
import { enqueue } from '../outbox/outbox';

/** Period before the bookmark that is compared again: objects of a failover, and clocks that differ. */
const OVERLAP = "interval '1 day'";
/** Period that the first run compares. */
const FIRST_PERIOD = "interval '30 days'";

/** Period of a run. */
export interface RunPeriod {
  from: Date;
  until: Date;
}

/** Requests a run and its start by the outbox; returns its id. `since` is the start of the period, null the bookmark. */
export function requestRun(db: Database, since: Date | null): Promise<string> {
  return transaction(db, async (tx) => {
    const runId = newId('rcn');
    await recordAudit(tx, { action: 'reconciliation.requested', accountId: null, subject: runId, after: { since } });
    await enqueue(tx, `start:reconciliation/${runId}`, reconciliationMessage(runId, since?.toISOString() ?? null));
    return runId;
  });
}

/**
 * Opens a run, once, and returns its period: from `since` or the bookmark, with an overlap, until now. A run that begins
 * after the bookmark does not move it, so nothing in between is left out.
 */
export async function openRun(db: Database, id: string, since: Date | null): Promise<RunPeriod> {
  await db.pool.query({
    name: 'reconciliation-open',
    text: `WITH bookmark AS (SELECT max(until_at) AS at FROM reconciliation_runs WHERE complete AND moves_bookmark)
           INSERT INTO reconciliation_runs (id, from_at, until_at, moves_bookmark)
           SELECT $1, COALESCE($2, at - ${OVERLAP}, now() - ${FIRST_PERIOD}), now(), COALESCE($2 <= at, $2 IS NULL)
           FROM bookmark ON CONFLICT (id) DO NOTHING`,
    values: [id, since],
  });
  const { fromAt, untilAt } = await db.prisma.reconciliationRun.findUniqueOrThrow({ where: { id } });
  return { from: fromAt, until: untilAt };
}

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

/** A run by its id, or null while no worker has taken it up. */
export function findRun(db: Database, id: string) {
  return db.prisma.reconciliationRun.findUnique({ where: { id } });
}
