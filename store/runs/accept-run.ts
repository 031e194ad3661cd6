import type { Mode } from '../../contracts/access';
import { newId } from '../../contracts/ids';
import type { PaidProductRunCreated, RunKind } from '../../contracts/runs';
import type { WorkflowMessage } from '../../contracts/workflow-messages';
import type { Database, Queryable } from '../../prisma/client';
import { takeEntitlement } from '../entitlements';
import { once, type IdempotencyClaim, type Once } from '../idempotency';
import { enqueue, type PendingMessage } from '../outbox';

/** A paid run that a caller asks for. */
export interface AcceptRun {
  idempotency: IdempotencyClaim;
  accountId: string;
  apiKeyId: string;
  mode: Mode;
  kind: RunKind;
  input: object;
  progressTotal: number;
  queueExpiryMs: number;
  /** How long a caller should wait before it asks for the status. */
  pollAfterSeconds: number;
  /** The workflow to start for a run with this id. */
  start(runId: string): WorkflowMessage;
}

/** The answer to the caller, and the message to deliver right away where the run is new. */
export interface Accepted extends Once<Omit<PaidProductRunCreated, 'replayed'>> {
  pending: PendingMessage | null;
}

/**
 * Takes one unused entitlement and records the run, the answer to replay and the workflow to start: all of it or none.
 * Concurrent calls never take the same entitlement twice.
 *
 * @throws Failure `entitlement_required` when the account has no unused entitlement of `kind` (spec row 12, 402)
 * @throws Failure `budget_spent` when this month's runs have cost what the account allows (402)
 * @throws Failure `idempotency_key_reused`, `idempotency_in_flight` as {@link once}
 */
export async function acceptRun(db: Database, command: AcceptRun): Promise<Accepted> {
  let pending: PendingMessage | null = null;
  const result = await once(db, command.idempotency, async (tx) => {
    const runId = newId('run');
    const start = command.start(runId);
    const entitlementId = await takeEntitlement(tx, command, command.kind, runId);
    const [createdAt, message] = await Promise.all([
      insertRun(tx, command, runId, entitlementId, start.workflowId),
      enqueue(tx, `start:${start.workflowId}`, start),
    ]);
    pending = message;
    return {
      runId,
      kind: command.kind,
      status: 'queued' as const,
      mode: command.mode,
      entitlementId,
      statusUrl: `/v1/runs/${runId}`,
      createdAt: createdAt.toISOString(),
      pollAfterSeconds: command.pollAfterSeconds,
    };
  });
  return { ...result, pending };
}

async function insertRun(
  tx: Queryable,
  command: AcceptRun,
  runId: string,
  entitlementId: string,
  workflowId: string,
): Promise<Date> {
  const { rows } = await tx.query<{ createdAt: Date }>({
    name: 'run-insert',
    text: `INSERT INTO runs (id, account_id, api_key_id, kind, mode, status, stage, input, entitlement_id,
                             progress_total, workflow_id, queue_expires_at)
           VALUES ($1, $2, $3, $4, $5, 'queued', 'queued', $6, $7, $8, $9, now() + $10 * interval '1 millisecond')
           RETURNING created_at AS "createdAt"`,
    values: [
      runId,
      command.accountId,
      command.apiKeyId,
      command.kind,
      command.mode,
      JSON.stringify(command.input),
      entitlementId,
      command.progressTotal,
      workflowId,
      command.queueExpiryMs,
    ],
  });
  return rows[0]!.createdAt;
}
