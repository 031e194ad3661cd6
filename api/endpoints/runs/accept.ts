import type { PaidProductRunCreated } from '../../../contracts/runs';
import { fingerprint } from '../../../store/idempotency';
import { acceptRun, type AcceptRun } from '../../../store/runs/accept-run';
import type { Caller } from '../../../store/api-keys';
import type { ApiDeps } from '../../deps';

/** What one kind of paid run says of itself. */
export type PaidRun = Pick<AcceptRun, 'kind' | 'input' | 'progressTotal' | 'pollAfterSeconds' | 'start'>;

/**
 * Accepts a paid run and answers 202: one transaction, then the delivery of its start behind the answer.
 *
 * @throws Failure `entitlement_required`, `budget_spent`, `idempotency_key_reused`, `idempotency_in_flight`
 */
export async function acceptPaidRun(
  deps: ApiDeps,
  request: { operation: string; caller: Caller; idempotencyKey: string },
  run: PaidRun,
) {
  const { accountId, apiKeyId, mode } = request.caller;
  const { value, replayed, pending } = await acceptRun(deps.db, {
    ...run,
    idempotency: {
      accountId,
      operation: request.operation,
      key: request.idempotencyKey,
      fingerprint: fingerprint(run.input),
    },
    accountId,
    apiKeyId,
    mode,
    queueExpiryMs: deps.settings.runQueueExpiryMs,
  });
  if (pending) deps.deliver(pending);
  const body: PaidProductRunCreated = { ...value, replayed };
  return {
    status: 202 as const,
    body,
    headers: {
      Location: value.statusUrl,
      'Retry-After': String(value.pollAfterSeconds),
      'Cache-Control': 'no-store',
      ...(replayed && { 'Idempotency-Replayed': 'true' }),
    },
  };
}
