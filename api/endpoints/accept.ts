import { operationReply } from '../../http/reply';
import { partsOf, type EvaluationBatchCreate, type PaidProductRunCreated } from '../../modules/run-kinds/contract';
import { RUN_KINDS } from '../../modules/run-kinds/rules';
import type { startRun, startRuns } from '../../modules/runs/use-cases/start-run';

/** Problems of every endpoint that accepts a paid run. */
export const PAID_RUN_PROBLEMS = ['entitlement_required', 'budget_spent'] as const;

/** Answers 202 with a run that was started. */
export async function accepted(started: ReturnType<typeof startRun>) {
  const { value, replayed } = await started;
  const body: PaidProductRunCreated = { ...value, replayed };
  const headers = { Location: body.statusUrl, 'Retry-After': String(value.pollAfterSeconds) };
  return operationReply(202, { body, replayed, headers });
}

/** Idea Checks that a batch asks for. */
export function evaluationsOf({ items }: EvaluationBatchCreate) {
  return items.map((item) => ({ kind: 'idea_check' as const, ...partsOf(item) }));
}

/** Answers 202 with Idea Checks that were started together. */
export async function acceptedBatch(started: ReturnType<typeof startRuns>) {
  const { value, replayed } = await started;
  const headers = { 'Retry-After': String(RUN_KINDS.idea_check.pollAfterSeconds) };
  return operationReply(202, { body: { runs: value.map((run) => ({ ...run, replayed })) }, replayed, headers });
}
