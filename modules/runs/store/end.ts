import type { PoolClient } from 'pg';
import type { RunFailureCode } from '../../../base/run-failures';
import { FINDINGS_SCHEMA_VERSION } from '../../../base/versions';
import { transaction, type Database, type Queryable, type Prisma } from '../../../prisma/client';
import { listOf } from '../../../prisma/sql';
import { returnCredit } from '../../entitlements/store/take';
import type { PaymentState } from '../../ledger/rules';
import { expectMail } from '../../mail/store/mails';
import { lockOrder } from '../../orders/store/orders';
import { paymentStateOf } from '../../orders/store/payments';
import { leastRecent } from '../../outbox/store/sweeping';
import { RUN_KIND_NAMES, type RunStatusName } from '../../run-kinds/contract';
import { requiredDocuments, RUN, hasPortfolio, RUN_WAIT } from '../../run-kinds/rules';
import type { ProductEvent } from '../../webhooks/contract';
import { recordEvent, type HappenedEvent } from '../../webhooks/store/events';
import { endCosts, lockCosts } from './costs';
import { TOUCH, RUN_COLUMNS, toRun, type Run } from './runs';

/** SQL: ended runs whose owners get an email. Owners of sandbox runs get none. */
const OF_LIVE_MODE = "ended WHERE mode = 'live'";

const DOCUMENTS = JSON.stringify(Object.fromEntries(RUN_KIND_NAMES.map((kind) => [kind, requiredDocuments(kind)])));

/**
 * Completes a run whose required documents are all stored. Records the cost of its session if known. Deletes data that
 * the findings now contain: the submission, earlier evidence, the findings of passed candidates, and the checks of
 * quotations, names and claims. Does not change an ended run.
 */
export async function completeRun(db: Database, runId: string, costMicros: number | null): Promise<void> {
  await transaction(db, async (tx) => {
    const [, completed] = await Promise.all([lockCosts(tx, runId), complete(tx, runId, costMicros)]);
    if (completed) await recordEvent(tx, eventOfRun(completed));
  });
}

type EndedRun = Pick<Run, 'id' | 'mode' | 'kind' | 'accountId' | 'status' | 'webhook'>;

async function complete(tx: Queryable, runId: string, costMicros: number | null): Promise<EndedRun | null> {
  const { rows } = await tx.query<EndedRun>({
    name: 'run-complete',
    text: `WITH required AS (
             SELECT ARRAY(SELECT jsonb_array_elements_text($5::jsonb -> kind)) AS names FROM runs WHERE id = $1),
           ended AS (
             UPDATE runs SET status = $6, stage = 'done', progress_done = progress_total, ${endCosts('$2')},
                    findings_version = $3, completed_at = now(), ${TOUCH}
             FROM required WHERE id = $1 AND status = ANY($4) AND cardinality(names) > 0
               AND (SELECT count(*) FROM artifacts WHERE run_id = $1 AND name = ANY(names)) = cardinality(names)
             RETURNING id, mode, kind, account_id, status, webhook),
           repeated AS (
             UPDATE candidates SET findings = NULL FROM ended
             WHERE run_id = ended.id AND candidates.reason IS NULL),
           mailed AS (${expectMail('run_ended', OF_LIVE_MODE)}),
           checked AS (DELETE FROM evidence_checks USING ended WHERE run_id = ended.id),
           named AS (DELETE FROM name_checks USING ended WHERE run_id = ended.id),
           judged AS (DELETE FROM claim_checks USING ended WHERE run_id = ended.id),
           repeated_too AS (
             DELETE FROM artifacts USING ended WHERE run_id = ended.id AND name IN ('submission', 'found'))
           SELECT id, mode, kind, account_id AS "accountId", status, webhook FROM ended`,
    values: [runId, costMicros, FINDINGS_SCHEMA_VERSION, RUN.before('completed'), DOCUMENTS, 'completed'],
  });
  return rows[0] ?? null;
}

/**
 * Ends a run without findings, in one transaction. Restores its entitlement if the run failed or expired, or if its
 * owner undid it or canceled it before it had a session. If the payment for the entitlement is `gone`, the entitlement
 * is revoked and does not count as returned. A run stopped by an operator fails instead of being canceled.
 * `costMicros` is the cost of the run's own session, null if unknown. `words` tells operators why the run failed. Does
 * not change an ended run.
 */
export function endRun(
  db: Database,
  runId: string,
  status: 'failed' | 'canceled' | 'expired',
  failureCode: RunFailureCode,
  costMicros: number | null,
  words: string | null = null,
): Promise<void> {
  return transaction(db, (tx) => endRunIn(tx, runId, status, failureCode, costMicros, words));
}

/** {@link endRun} in the caller's transaction. */
export async function endRunIn(
  tx: PoolClient,
  runId: string,
  status: 'failed' | 'canceled' | 'expired',
  failureCode: RunFailureCode,
  costMicros: number | null,
  words: string | null = null,
): Promise<void> {
  const { root, stopped } = await lockRoot(tx, runId, status);
  const ends = stopped && status === 'canceled' ? STOPPED : { status, failureCode };
  const { rows } = await tx.query<Prisma.RunModel>({
    name: 'run-end',
    text: `WITH ended AS (
             UPDATE runs SET status = $2, failure_code = $3, ${endCosts('$4')},
                    entitlement_restored = $6, failure_words = $7,
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
      words,
    ],
  });
  const run = rows[0] && toRun(rows[0]);
  if (run) await recordEvent(tx, eventOfRun(run));
  // A sandbox run used no credit, so none is returned here, although its status says that the credit was returned.
  const back = run?.mode === 'live' ? root : null;
  if (run && back) await returnCredit(tx, run, ends.status === 'canceled' ? 'run_canceled' : 'run_failure', back);
}

const STOPPED = { status: 'failed', failureCode: 'stopped_by_operator' } as const;

/**
 * Locks the run and then the order that paid for its credit, and reads the state of the payment. `root` is null if the
 * run returns no credit. `stopped` is true if an operator stopped the run.
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

const EVENTS = {
  queued: null,
  running: null,
  canceling: null,
  completed: 'run.completed',
  failed: 'run.failed',
  canceled: 'run.canceled',
  expired: 'run.expired',
} as const satisfies Record<RunStatusName, ProductEvent | null>;

export function eventOfRun(run: EndedRun): HappenedEvent<'run'> {
  const { id: subject, accountId, mode, status, webhook } = run;
  const type = EVENTS[status]!;
  return { type, subject, status, accountId, mode, hasPortfolio: hasPortfolio(run), webhook };
}

/** Grace period after the deadline. During it, only the run's own workflow may end the run; then a sweep does. */
const DEADLINE_GRACE_MS = RUN_WAIT.longestMs;

/** True if a run is past its queue expiry by this process's clock. The database's clock makes the final decision. */
export function seemsExpired(run: Run): boolean {
  return run.startedAt === null && run.queueExpiresAt.getTime() < Date.now() && !RUN.isTerminal(run.status);
}

/**
 * Condition of {@link endOverdueRuns}; `$2` is the grace period in milliseconds. The first comparison uses an index.
 * While the agent provider refuses all work, deadlines end no runs, because `endAgentStop` extends them afterward.
 */
const OVERDUE = `status IN (${listOf(RUN.open)})
               AND CASE WHEN started_at IS NULL THEN queue_expires_at ELSE deadline_at END < now()
               AND (started_at IS NULL OR deadline_at < now() - $2 * interval '1 millisecond')
               AND (started_at IS NULL OR mode = 'test' OR NOT EXISTS (SELECT 1 FROM agent_stops WHERE ended_at IS NULL))`;

const leastChecked = leastRecent('overdue_runs', 'runs.id');

/** Overdue runs that were not checked since `before`, least recently checked first, for {@link endOverdueRuns}. */
export async function overdueRuns(db: Database, before: Date, limit: number): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>({
    name: 'runs-overdue-list',
    text: `SELECT id FROM runs ${leastChecked.join} WHERE ${OVERDUE} AND ${leastChecked.due} ORDER BY ${leastChecked.order} LIMIT $3`,
    values: [before, DEADLINE_GRACE_MS, limit],
  });
  return rows.map(({ id }) => id);
}

/**
 * Ends overdue runs that no workflow ended, for example because no worker was available. Such runs are still queued
 * after their queue expiry, or unfinished well after their deadline. Ends at most `limit` runs, or only `runId`.
 * Returns their ids.
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
