import type { PaidProductRunCreated } from '../../../contracts/runs';
import type { Caller } from '../../../store/keys/find-caller';
import type { ApiDeps } from '../../../http/deps';
import { operationReply } from '../../../http/reply';
import { startRun, type StartRun } from '../../../commands/runs/start-run';

/** Problems of every endpoint that accepts a paid run. */
export const PAID_RUN_PROBLEMS = ['entitlement_required', 'budget_spent'] as const;

/**
 * Accepts a paid run with 202.
 *
 * @throws Failure as {@link startRun}
 */
export async function acceptPaidRun(
  deps: ApiDeps,
  { claim, caller: owner }: { claim: StartRun['claim']; caller: Caller },
  wanted: Pick<StartRun, 'kind' | 'input' | 'metadata'>,
) {
  const { value, replayed } = await startRun(deps, { claim, owner, ...wanted });
  const body: PaidProductRunCreated = { ...value, replayed };
  const headers = { Location: body.statusUrl, 'Retry-After': String(value.pollAfterSeconds) };
  return operationReply(202, { body, replayed, headers });
}
