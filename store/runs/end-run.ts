import type { PoolClient } from 'pg';
import type { RunFailureCode } from '../../contracts/run-failures';
import type { RunStatusName } from '../../contracts/runs';
import type { PaymentState } from '../../domain/disputes';
import { RUN } from '../../domain/run-kinds';
import { transaction, type Database, type Prisma } from '../../prisma/client';
import { giveBack } from '../entitlements/give-back';
import { recordEvent } from '../events/record-event';
import { expectMail } from '../mail/request-mail';
import { paymentStateOf } from '../orders/follow-payment';
import { lockOrder } from '../orders/lock-order';
import { eventOfRun } from './event-of-run';
import { endCosts, OF_LIVE_MODE, RUN_COLUMNS, toRun, TOUCH } from './row';

/**
 * Ends a run without findings, in one transaction with the returned entitlement: always if it failed or expired
 * through us, and if its owner canceled it before it had a session, or took it back soon after its start. The
 * entitlement follows the payment at its root: that of a payment that is gone is revoked and counts as none. A run
 * that an operator stopped fails, in place of being canceled. `costMicros` is the cost of the run's own session,
 * unknown if null. A run that has ended stays unchanged.
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
    text: `WITH ended AS (
             UPDATE runs SET status = $2, failure_code = $3, ${endCosts('$4')},
                    entitlement_restored = $6,
                    completed_at = now(), ${TOUCH}
             WHERE id = $1 AND status = ANY($5) RETURNING ${RUN_COLUMNS}),
           mailed AS (${expectMail('run_ended', OF_LIVE_MODE)})
           SELECT * FROM ended`,
    values: [
      runId,
      ends.status,
      ends.failureCode,
      costMicros,
      RUN.before(ends.status),
      root !== null && root.paymentState !== 'gone',
    ],
  });
  const run = rows[0] && toRun(rows[0]);
  if (run) await recordEvent(tx, eventOfRun(run));
  // A run of the sandbox took none: it says what a live one would, and nothing is given back.
  const back = run?.mode === 'live' ? root : null;
  if (run && back) await giveBack(tx, run, ends.status === 'canceled' ? 'run_canceled' : 'run_failure', back);
}

const STOPPED = { status: 'failed', failureCode: 'stopped_by_operator' } as const;

/**
 * Locks the run, then the order at the root of its credit, and reads the state of that order's payment; `root` is
 * null if the run gives nothing back. `stopped` says that an operator stopped the run.
 */
async function lockRoot(
  tx: PoolClient,
  runId: string,
  status: RunStatusName,
): Promise<{ root: { orderId: string | null; paymentState: PaymentState } | null; stopped: boolean }> {
  const { rows } = await tx.query<{ orderId: string | null; returns: boolean; stopped: boolean }>({
    name: 'run-end-root',
    text: `SELECT order_id AS "orderId", stopped_by_operator AS stopped,
                  $2::boolean OR stopped_by_operator OR cancel_requested_from = $3 OR undone OR session_id IS NULL AS returns
           FROM runs LEFT JOIN entitlements ON entitlements.id = entitlement_id WHERE runs.id = $1 FOR UPDATE OF runs`,
    values: [runId, status !== 'canceled', 'queued'],
  });
  const stopped = rows[0]?.stopped ?? false;
  if (!rows[0]?.returns) return { root: null, stopped };
  const { orderId } = rows[0];
  if (orderId === null) return { root: { orderId, paymentState: 'good' }, stopped };
  await lockOrder(tx, orderId);
  return { root: { orderId, paymentState: await paymentStateOf(tx, orderId) }, stopped };
}
