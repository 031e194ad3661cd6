import type { WorkflowOutcome } from '../contracts/outcomes';
import type { WithdrawalState } from '../contracts/withdrawals';
import { formatMoney } from '../platform/wording';
import type { Withdrawal } from '../store/withdrawals/row';

const SENTENCES: Record<WithdrawalState, string> = {
  requested: 'requested',
  under_review: 'waits for a review',
  processing: 'moving to the contributor’s account',
  in_transit: 'on its way to the bank',
  paid: 'paid out',
  rejected: 'rejected in review; in the balance again',
  canceled: 'canceled; in the balance again',
  failed: 'not paid; in the balance again',
  returned: 'sent back by the bank; in the balance again',
};

/** Describes the state of a withdrawal, such as "$250.00 paid out". */
export function describeWithdrawal(withdrawal: Withdrawal): WorkflowOutcome {
  const { status, amount, currency, failureReason, payoutAmount, payoutCurrency, writtenOff } = withdrawal;
  const converted = payoutAmount !== null && payoutCurrency !== null && payoutCurrency !== currency;
  const arrived = converted ? ` as ${formatMoney({ amount: payoutAmount, currency: payoutCurrency })}` : '';
  const sentence = writtenOff ? 'written off; the provider could not reverse it' : SENTENCES[status];
  return {
    outcome: status,
    failureCode: failureReason,
    amount,
    summary: `${formatMoney({ amount, currency })} ${sentence}${arrived}${failureReason ? `: ${failureReason}` : ''}`,
  };
}
