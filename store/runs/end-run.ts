import type { PoolClient } from 'pg';
import type { RunFailureCode } from '../../contracts/run-failures';
import { isFinished, statesBefore, type RunStatusName } from '../../contracts/runs';
import { transaction, type Database, type Run } from '../../prisma/client';
import { restoreEntitlement } from '../entitlements';
import { RUN_COLUMNS, TOUCH } from './run-rows';

/** How long after its deadline a run is left to its own workflow, which ends it in order, before a sweep ends it. */
const DEADLINE_GRACE_MS = 60_000;

/**
 * Ends a run without findings, in one transaction with the entitlement that it gives back: always where it failed or
 * expired on our side, and where its owner canceled it before it began. A run that already ended stays as it is.
 */
export function endRun(
  db: Database,
  runId: string,
  status: 'failed' | 'canceled' | 'expired',
  failureCode: RunFailureCode,
  costMicros: number | null,
): Promise<void> {
  return transaction(db, (tx) => end(tx, runId, status, failureCode, costMicros));
}

async function end(
  tx: PoolClient,
  runId: string,
  status: 'failed' | 'canceled' | 'expired',
  failureCode: RunFailureCode,
  costMicros: number | null,
): Promise<void> {
  const { rows } = await tx.query<Run>({
    name: 'run-end',
    text: `UPDATE runs SET status = $2, failure_code = $3, cost_micros = COALESCE($4, cost_micros),
                  entitlement_restored = ($2 <> 'canceled' OR cancel_requested_from = 'queued'),
                  completed_at = now(), ${TOUCH}
           WHERE id = $1 AND status = ANY($5) RETURNING ${RUN_COLUMNS}`,
    values: [runId, status, failureCode, costMicros, statesBefore(status)],
  });
  const run = rows[0];
  if (run?.entitlementRestored) {
    await restoreEntitlement(tx, run, status === 'canceled' ? 'run_canceled' : 'run_failure');
  }
}

/** Whether a run has waited past its queue expiry, as far as this process's clock tells; the database's decides. */
export function seemsExpired(run: Run): boolean {
  return (
    run.startedAt === null && run.queueExpiresAt.getTime() < Date.now() && !isFinished(run.status as RunStatusName)
  );
}

/**
 * Ends, in SQL, the runs whose time has passed although no workflow ended them (no worker was there): queued past their
 * queue expiry, or unfinished well past their deadline. At most `limit` at a time, or only `runId`; returns their ids.
 */
export async function endOverdueRuns(db: Database, limit: number, runId: string | null = null): Promise<string[]> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ id: string; status: RunStatusName }>({
      name: 'runs-overdue',
      text: `SELECT id, status FROM runs
             WHERE status IN ('queued', 'running', 'canceling')
               AND CASE WHEN started_at IS NULL THEN queue_expires_at
                        ELSE deadline_at + $2 * interval '1 millisecond' END < now()
               AND ($3::text IS NULL OR id = $3)
             ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
      values: [limit, DEADLINE_GRACE_MS, runId],
    });
    for (const run of rows) {
      if (run.status === 'queued') await end(tx, run.id, 'expired', 'queue_expired', null);
      else if (run.status === 'running') await end(tx, run.id, 'failed', 'deadline_exceeded', null);
      else await end(tx, run.id, 'canceled', 'canceled', null);
    }
    return rows.map((run) => run.id);
  });
}
