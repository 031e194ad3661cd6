import type { PaidProductRunCreated } from '../../../contracts/runs';
import { operationReply } from '../../../http/reply';
import type { startRun } from '../../../commands/runs/start-run';

/** Problems of every endpoint that accepts a paid run. */
export const PAID_RUN_PROBLEMS = ['entitlement_required', 'budget_spent'] as const;

/** Answers 202 with a run that was started. */
export async function accepted(started: ReturnType<typeof startRun>) {
  const { value, replayed } = await started;
  const body: PaidProductRunCreated = { ...value, replayed };
  const headers = { Location: body.statusUrl, 'Retry-After': String(value.pollAfterSeconds) };
  return operationReply(202, { body, replayed, headers });
}
