import type { PoolClient } from 'pg';
import type { RunFailureCode } from '../../contracts/run-failures';
import type { RunStatusName } from '../../contracts/runs';
import type { PaymentStanding } from '../../domain/disputes';
import { RUN } from '../../domain/runs';
import { transaction, type Database, type Prisma } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { giveBack } from '../entitlements/give-back';
import { standingOf } from '../orders/follow-payment';
import { lockOrder } from '../orders/lock-order';
import { leastRecent } from '../sweeps/looks';
import { endCosts, RUN_COLUMNS, toRun, TOUCH, type Run } from './row';

/** Grace period after its deadline in which a run's own workflow may end it, before a sweep does. */
const DEADLINE_GRACE_MS = 60_000;

/**
 * Ends a run without findings, in one transaction with the returned entitlement: always if it failed or expired through
 * us, and if its owner canceled it before it had a session. The entitlement follows the payment at its root: that of a
 * payment that is gone is revoked and counts as none. A run that an operator stopped fails, in place of being canceled.
 * `costMicros` is the cost of the run's own session, unknown if null. A run that has ended stays unchanged.
 */
export function endRun(
  db: Database,
  runId: string,
  status: 'failed' | 'canceled' | 'expired',
  failureCode: RunFailureCode,
  costMicros: number | null,
): Promise<void> {
  return transaction(db, (tx) => endRunIn(tx, runId, status, failureCode, costMicros));
}

/** {@link endRun} in the caller's transaction. */
export async function endRunIn(
  tx: PoolClient,
  runId: string,
  status: 'failed' | 'canceled' | 'expired',
  failureCode: RunFailureCode,
  costMicros: number | null,
): Promise<void> {
  const { root, stopped } = await lockRoot(tx, runId, status);
  const ends = stopped && status === 'canceled' ? STOPPED : { status, failureCode };
  const { rows } = await tx.query<Prisma.RunModel>({
    name: 'run-end',
    text: `UPDATE runs SET status = $2, failure_code = $3, ${endCosts('$4')},
                  entitlement_restored = $6,
                  completed_at = now(), ${TOUCH}
           WHERE id = $1 AND status = ANY($5) RETURNING ${RUN_COLUMNS}`,
    values: [
      runId,
      ends.status,
      ends.failureCode,
      costMicros,
      RUN.before(ends.status),
      root !== null && root.standing !== 'gone',
    ],
  });
  const run = rows[0] && toRun(rows[0]);
  if (run && root) await giveBack(tx, run, ends.status === 'canceled' ? 'run_canceled' : 'run_failure', root);
}

const STOPPED = { status: 'failed', failureCode: 'stopped_by_operator' } as const;

/**
 * Locks the run, then the order at the root of its credit, and reads the standing of that order's payment; `root` is
 * null if the run gives nothing back. `stopped` says that an operator stopped the run.
 */
async function lockRoot(
  tx: PoolClient,
  runId: string,
  status: RunStatusName,
): Promise<{ root: { orderId: string | null; standing: PaymentStanding } | null; stopped: boolean }> {
  const { rows } = await tx.query<{ orderId: string | null; returns: boolean; stopped: boolean }>({
    name: 'run-end-root',
    text: `SELECT order_id AS "orderId", stopped_by_operator AS stopped,
                  $2::boolean OR stopped_by_operator OR cancel_requested_from = $3 OR session_id IS NULL AS returns
           FROM runs LEFT JOIN entitlements ON entitlements.id = entitlement_id WHERE runs.id = $1 FOR UPDATE OF runs`,
    values: [runId, status !== 'canceled', 'queued'],
  });
  const stopped = rows[0]?.stopped ?? false;
  if (!rows[0]?.returns) return { root: null, stopped };
  const { orderId } = rows[0];
  if (orderId === null) return { root: { orderId, standing: 'good' }, stopped };
  await lockOrder(tx, orderId);
  return { root: { orderId, standing: await standingOf(tx, orderId) }, stopped };
}

/** True if a run is past its queue expiry by this process's clock; the database's clock decides. */
export function seemsExpired(run: Run): boolean {
  return run.startedAt === null && run.queueExpiresAt.getTime() < Date.now() && !RUN.isTerminal(run.status);
}

/** Condition of {@link endOverdueRuns}; `$2` is the grace period in milliseconds. Its first comparison is an index's. */
const OVERDUE = `status IN (${listOf(RUN.open)})
               AND CASE WHEN started_at IS NULL THEN queue_expires_at ELSE deadline_at END < now()
               AND (started_at IS NULL OR deadline_at < now() - $2 * interval '1 millisecond')`;

const looks = leastRecent('overdue_runs', 'runs.id');

/** Overdue runs that were not looked at since `before`, least recent first, for {@link endOverdueRuns}. */
export async function overdueRuns(db: Database, before: Date, limit: number): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>({
    name: 'runs-overdue-list',
    text: `SELECT id FROM runs ${looks.join} WHERE ${OVERDUE} AND ${looks.due} ORDER BY ${looks.order} LIMIT $3`,
    values: [before, DEADLINE_GRACE_MS, limit],
  });
  return rows.map(({ id }) => id);
}

/**
 * Ends overdue runs that no workflow ended, because there was no worker: queued past their queue expiry, or unfinished
 * well past their deadline. At most `limit`, or only `runId`; returns their ids.
 */
export async function endOverdueRuns(db: Database, limit: number, runId: string | null = null): Promise<string[]> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ id: string; status: RunStatusName }>({
      name: runId === null ? 'runs-overdue' : 'run-overdue',
      text: `SELECT id, status FROM runs WHERE ${OVERDUE} ${runId === null ? '' : 'AND id = $3'}
             ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
      values: [limit, DEADLINE_GRACE_MS, ...(runId === null ? [] : [runId])],
    });
    for (const run of rows) {
      if (run.status === 'queued') await endRunIn(tx, run.id, 'expired', 'queue_expired', null);
      else if (run.status === 'running') await endRunIn(tx, run.id, 'failed', 'deadline_exceeded', null);
      else await endRunIn(tx, run.id, 'canceled', 'canceled', null);
    }
    return rows.map((run) => run.id);
  });
}

/**
 * Ends the queued runs of an account and returns their credits, in the caller's transaction; returns their ids. Their
 * workflows find them ended.
 */
export async function cancelQueuedRuns(tx: PoolClient, accountId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    text: `UPDATE runs SET cancel_requested_from = status, status = $2, ${TOUCH}
           WHERE account_id = $1 AND status = ANY($3) RETURNING id`,
    values: [accountId, 'canceling', ['queued']],
  });
  for (const { id } of rows) await endRunIn(tx, id, 'canceled', 'canceled', null);
  return rows.map(({ id }) => id);
}
