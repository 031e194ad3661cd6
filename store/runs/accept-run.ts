import { newId } from '../../contracts/ids';
import type { PaidProductRunCreated } from '../../contracts/runs';
import type { WorkflowMessage } from '../../contracts/workflow-messages';
import type { Reservation } from '../../domain/run-budgets';
import { transaction, type Database } from '../../prisma/client';
import { takeEntitlement, takeNone } from '../entitlements/take-entitlement';
import { claimKey, type IdempotencyClaim } from '../idempotency/claim-key';
import { orInFlight } from '../idempotency/in-flight';
import type { Once } from '../idempotency/once';
import { recordResult } from '../idempotency/record-result';
import { enqueue, type PendingMessage } from '../outbox/enqueue';
import { insertRun, type NewRun } from './insert-run';

/** A requested paid run. */
export interface AcceptRun extends Omit<NewRun, 'retryOf'> {
  idempotency: IdempotencyClaim;
  /** Part of the account's budget that the run needs. */
  reservation: Reservation;
  /** True for a run of the sandbox whose words refuse it a credit. */
  lacksCredit?: boolean;
  /** Time that a caller should wait before it polls the status. */
  pollAfterSeconds: number;
  /** The workflow to start for a run with this id. */
  start(runId: string): WorkflowMessage;
}

/** Answer to the caller, with the message to deliver at once if the run is new. */
export interface Accepted extends Once<Omit<PaidProductRunCreated, 'replayed' | 'statusUrl'>> {
  pending: PendingMessage | null;
}

/**
 * Takes one unused entitlement (a run of the sandbox none), reserves the cost of the run and records it with the answer
 * to replay and the workflow to start, atomically. Concurrent calls never take the same entitlement twice, nor reserve more than the account's budget.
 *
 * @throws Failure `entitlement_required` if the account has no unused entitlement of `kind` (docs/interface.md, Runs,
 * 402)
 * @throws Failure `budget_spent` if this month's budget is spent or reserved (402)
 * @throws Failure `idempotency_key_reused`, `idempotency_in_flight` as {@link claimKey}, {@link orInFlight}
 */
export function acceptRun(db: Database, command: AcceptRun): Promise<Accepted> {
  const { kind, mode, idempotency, reservation, pollAfterSeconds, lacksCredit = false } = command;
  const runId = newId('run');
  const start = command.start(runId);
  return orInFlight(() =>
    transaction(db, async (tx) => {
      const first = await claimKey<Accepted['value']>(tx, idempotency);
      if (first) return { value: first.result, replayed: true, pending: null };
      const taken =
        mode === 'test'
          ? await takeNone(tx, kind, lacksCredit)
          : await takeEntitlement(tx, command, kind, runId, reservation);
      const createdAt = taken.takenAt.toISOString();
      const value = {
        runId,
        kind,
        status: 'queued' as const,
        mode,
        entitlementId: taken.id,
        createdAt,
        pollAfterSeconds,
      };
      const [pending] = await Promise.all([
        enqueue(tx, `start:${start.workflowId}`, start),
        insertRun(tx, command, runId, taken, start.workflowId),
        recordResult(tx, idempotency, value),
      ]);
      return { value, replayed: false, pending };
    }),
  );
}
