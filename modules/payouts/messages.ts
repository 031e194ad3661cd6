import type { Mode } from '../../base/access';
import { WORKFLOWS, type PayoutInput, type WorkflowMessage } from '../../base/workflow-messages';
import { RETURNED_WITHIN_MS } from './rules';

interface WithdrawalOfMessage {
  id: string;
  mode: Mode;
  /** Amount in US cents, if known to the sender of the message. */
  amount?: number;
}

const FOLLOW_PAYOUT_EVERY_MS = 3_600_000;

/** Starts a payout's workflow, or restarts a finished one, because a payout can be returned long after it was paid. */
export function payoutMessage(withdrawal: WithdrawalOfMessage, signal?: 'payoutChanged'): WorkflowMessage {
  const input: PayoutInput = {
    withdrawalId: withdrawal.id,
    followEveryMs: FOLLOW_PAYOUT_EVERY_MS,
    followPaidForMs: RETURNED_WITHIN_MS,
  };
  return {
    workflowType: WORKFLOWS.payout,
    workflowId: `payout/${withdrawal.id}`,
    input,
    ...(signal && { signal, restarts: true as const }),
    summary: `Withdrawal ${withdrawal.id} (${withdrawal.mode})`,
    search: {
      kind: 'payout',
      accountId: null,
      mode: withdrawal.mode,
      withdrawalId: withdrawal.id,
      ...(withdrawal.amount !== undefined && { amount: withdrawal.amount }),
    },
  };
}
