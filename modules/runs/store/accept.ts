import type { PoolClient } from 'pg';
import type { Mode } from '../../../base/access';
import { Failure } from '../../../base/failures';
import { newId } from '../../../base/ids';
import type { Metadata } from '../../../base/metadata';
import type { WorkflowMessage } from '../../../base/workflow-messages';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { refuseSuspended } from '../../accounts/store/accounts';
import type { Reservation } from '../../entitlements/rules';
import { takeEntitlement, takeNone, type Taken } from '../../entitlements/store/take';
import { claimKey, orInFlight, recordResult, type IdempotencyClaim, type Once } from '../../outbox/store/claims';
import { enqueue, type PendingMessage } from '../../outbox/store/outbox';
import type { PaidProductRunCreated, RunKind } from '../../run-kinds/contract';
import { RUN_KINDS } from '../../run-kinds/rules';
import type { RunWebhook } from '../../webhooks/store/events';
import { insertBatch } from './batches';
import { HELD_FOR_MS, raiseReturned, returnedOfDay } from './held';
import { labelRun } from './lists';
import { findRunIn } from './runs';

export interface AcceptRun extends Omit<NewRun, 'retryOf'> {
  /** Amount of the account's budget that the run reserves. */
  reservation: Reservation;
  /** A new run is held for review if this many runs in the last 24 hours cost something but returned their credit. */
  returnsPerDay: number;
  /** The earlier run to continue, and the JSON pointer to its id in the request. */
  earlier?: { runId: string; pointer: string } | undefined;
  /** True if the request of a sandbox run simulates a missing credit. */
  lacksCredit?: boolean;
  /** Seconds that a caller should wait before polling the status. */
  pollAfterSeconds: number;
  /** Returns the workflow to start for a run with this id. */
  start(runId: string): WorkflowMessage;
}

export type AcceptedRun = Omit<PaidProductRunCreated, 'replayed' | 'statusUrl'>;

/** Response to the caller. For a new request, also the messages to deliver immediately. */
export interface Accepted<T> extends Once<T> {
  pending: PendingMessage[];
}

/**
 * Takes one unused entitlement, reserves the cost, and records the run, the response to replay and the workflow to
 * start, atomically. Sandbox runs take no entitlement. Concurrent calls never take the same entitlement twice or
 * reserve more than the account's budget. If the account is at its daily limit of returned credits, the run is held,
 * and its workflow starts once an operator releases it.
 *
 * @throws Failure `entitlement_required` if the account has no unused entitlement of `kind` (docs/interface/runs.md,
 * 402)
 * @throws Failure `budget_spent` if this month's budget is spent or reserved (402)
 * @throws Failure `account_suspended`
 * @throws Failure `invalid_request` as {@link refuseUnknown}
 * @throws Failure `idempotency_key_reused`, `idempotency_in_flight` as {@link claimKey}, {@link orInFlight}
 */
export function acceptRun(db: Database, claim: IdempotencyClaim, run: AcceptRun): Promise<Accepted<AcceptedRun>> {
  return accept(db, claim, {}, (tx) => insert(tx, run, (value) => recordResult(tx, claim, value)));
}

export interface AcceptedBatch {
  batchId: string;
  /** Runs in the order of the request's items. */
  runs: AcceptedRun[];
}

/**
 * Accepts runs like {@link acceptRun}, in one transaction: all of them, or none if one lacks an entitlement or budget.
 */
export function acceptRuns(
  db: Database,
  claim: IdempotencyClaim,
  runs: readonly AcceptRun[],
): Promise<Accepted<AcceptedBatch>> {
  // Without the lock, two concurrent batches could each take some of the last entitlements, and both would be refused.
  return accept(db, claim, { lock: `runs of ${claim.accountId}` }, async (tx) => {
    const accepted = [];
    // Inserts one run at a time, because each must see what the earlier runs took and reserved.
    for (const run of runs) accepted.push(await insert(tx, run));
    const started = accepted.map((each) => each.value);
    const ids = started.map(({ runId }) => runId);
    const value = { batchId: await insertBatch(tx, runs[0]!, runs[0]!.kind, ids), runs: started };
    await recordResult(tx, claim, value);
    return { value, pending: accepted.flatMap(({ pending }) => pending) };
  });
}

/** Runs `work` in a transaction, once per idempotency claim. `work` records its own result. */
function accept<T>(
  db: Database,
  claim: IdempotencyClaim,
  options: { lock?: string },
  work: (tx: PoolClient) => Promise<Omit<Accepted<T>, 'replayed'>>,
): Promise<Accepted<T>> {
  return orInFlight(() =>
    transaction(db, async (tx) => {
      const first = await claimKey<T>(tx, claim, options);
      if (first) return { value: first.result, replayed: true, pending: [] };
      return { ...(await work(tx)), replayed: false };
    }),
  );
}

/** Inserts a run with all related rows. Sends the statements of `also` in the same round trip. */
async function insert(
  tx: PoolClient,
  run: AcceptRun,
  also: (value: AcceptedRun) => Promise<void> = () => Promise.resolve(),
): Promise<Omit<Accepted<AcceptedRun>, 'replayed'>> {
  const { kind, mode, reservation, pollAfterSeconds, lacksCredit = false } = run;
  const runId = newId('run');
  const start = run.start(runId);
  const live = mode === 'live';
  await refuseUnknown(tx, run);
  const [, taken, returned] = await Promise.all([
    refuseSuspended(tx, run.accountId),
    live ? takeEntitlement(tx, run, kind, runId, reservation) : takeNone(tx, kind, lacksCredit),
    live ? returnedOfDay(tx, run) : 0,
  ]);
  const held = returned >= run.returnsPerDay;
  const createdAt = taken.takenAt.toISOString();
  const value = {
    ...{ runId, kind, status: 'queued' as const, mode, entitlementId: taken.id, createdAt, pollAfterSeconds },
    ...(held && { review: true }),
  };
  const [pending] = await Promise.all([
    held
      ? raiseReturned(tx, { accountId: run.accountId, runId, returned })
      : enqueue(tx, `start:${start.workflowId}`, start),
    insertRun(
      tx,
      { ...run, ...(held && { review: true, queueExpiryMs: HELD_FOR_MS }) },
      runId,
      taken,
      start.workflowId,
    ),
    also(value),
  ]);
  return { value, pending: pending ? [pending] : [] };
}

/** @throws Failure `invalid_request` unless the run to continue is a completed run of the same owner and kind */
async function refuseUnknown(tx: PoolClient, { earlier, kind, ...owner }: AcceptRun): Promise<void> {
  if (!earlier) return;
  const run = await findRunIn(tx, owner, earlier.runId);
  if (run?.kind === kind && run.status === 'completed') return;
  const { pointer } = earlier;
  const detail = `This account has no completed ${RUN_KINDS[kind].label} ${earlier.runId} in ${owner.mode} mode.`;
  throw new Failure('invalid_request', {
    detail: `${pointer}: ${detail}`,
    errors: [{ pointer, code: 'unknown_run', detail }],
  });
}

export interface NewRun {
  accountId: string;
  /** Null for a signed-in browser. */
  apiKeyId: string | null;
  mode: Mode;
  kind: RunKind;
  input: object;
  metadata?: Metadata;
  webhook?: RunWebhook | null;
  progressTotal: number;
  queueExpiryMs: number;
  /** True if the run is held until an operator releases it. */
  review?: boolean;
  retryOf?: string;
}

/** Inserts a queued run in the caller's transaction. Its creation time is the time when its entitlement was taken. */
export async function insertRun(
  tx: Queryable,
  command: NewRun,
  runId: string,
  taken: Taken,
  workflowId: string,
): Promise<void> {
  const { metadata = {} } = command;
  const inserted = tx.query({
    name: 'run-insert',
    text: `INSERT INTO runs (id, account_id, api_key_id, kind, mode, status, stage, input, entitlement_id,
                             progress_total, workflow_id, queue_expires_at, reserved_cents, retry_of,
                             metadata, review, webhook)
           VALUES ($1, $2, $3, $4, $5, 'queued', 'queued', $6, $7, $8, $9, now() + $10 * interval '1 millisecond',
                   $11, $12, $13, $14, $15)`,
    values: [
      runId,
      command.accountId,
      command.apiKeyId,
      command.kind,
      command.mode,
      JSON.stringify(command.input),
      taken.id,
      command.progressTotal,
      workflowId,
      command.queueExpiryMs,
      taken.reservedCents,
      command.retryOf ?? null,
      JSON.stringify(metadata),
      command.review ?? false,
      command.webhook ? JSON.stringify(command.webhook) : null,
    ],
  });
  await Promise.all([inserted, labelRun(tx, { ...command, metadata }, runId)]);
}
