import type { Mode } from '../../../base/access';
import type { IdempotencyClaim, Once } from '../../outbox/store/claims';
import type { Work } from '../../outbox/store/outbox';
import { delivering } from '../../outbox/use-cases/deliver';
import type { Withdrawal } from '../contract';
import { requestWithdrawal } from '../store/request';

interface WithdrawDeps extends Work {
  settings: { payoutReviewThreshold: number; payoutReviewMonthly: number };
}

/**
 * Requests a payout to a contributor, once per claim, and starts its workflow in the background. `amount` is in cents.
 * @throws Failure as {@link requestWithdrawal}
 */
export async function withdraw(
  deps: WithdrawDeps,
  request: { idempotency: IdempotencyClaim; accountId: string; mode: Mode; amount: number; note: string | null },
): Promise<Once<Withdrawal>> {
  const { payoutReviewThreshold: dayAbove, payoutReviewMonthly: monthAbove } = deps.settings;
  const change = requestWithdrawal(deps.db, { ...request, review: { dayAbove, monthAbove } });
  const { value, replayed } = await delivering(deps, change);
  // Responses recorded by older releases lack `payout`.
  return { value: { ...value, payout: value.payout ?? null }, replayed };
}
