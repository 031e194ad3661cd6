import type { Withdrawal } from '../../../contracts/withdrawals';
import type { Withdrawal as Row } from '../../../store/payouts/withdrawals';

/** API view of a withdrawal. */
export function withdrawalView(withdrawal: Row): Withdrawal {
  const { id, status, amount, failureReason, requestedAt, updatedAt, paidAt } = withdrawal;
  return {
    withdrawalId: id,
    status,
    amount,
    currency: 'usd',
    payout: payoutOf(withdrawal),
    failureReason,
    requestedAt: requestedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
  };
}

// Both are known or none is.
function payoutOf({ payoutAmount: amount, payoutCurrency: currency }: Row): Withdrawal['payout'] {
  return amount === null || currency === null ? null : { amount, currency };
}
