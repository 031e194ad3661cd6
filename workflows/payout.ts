import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities';
import type { WithdrawalState } from '../contracts/withdrawals';
import { SIGNALS, type PayoutInput } from '../contracts/workflow-messages';

/** Tells the payout of a withdrawal that something happened: at the provider, or in its review. */
export const payoutHint = defineSignal(SIGNALS.payoutHint);

// A contributor's money waits for these: they are tried for as long as it takes. What the provider refuses for good the activities answer
// by themselves.
const { openWithdrawal, settleReview, transferWithdrawal, payOutWithdrawal, followWithdrawal } =
  proxyActivities<Activities>({
    startToCloseTimeout: '30 seconds',
    retry: { maximumInterval: '2 minutes', nonRetryableErrorTypes: ['withdrawal_not_found'] },
  });

/**
 * One withdrawal from its request to its end: reviewed where it is large, moved to the contributor's account, from there to the bank,
 * and followed until a bank can no longer send it back. Each step goes on from the state in the database, so that a workflow that was
 * ended, or is told of something long after, begins anew where the withdrawal stands.
 */
export async function payout(input: PayoutInput): Promise<{ status: WithdrawalState }> {
  const { withdrawalId, followEveryMs, followPaidForMs } = input;
  let hinted = false;
  setHandler(payoutHint, () => void (hinted = true));

  let status = await openWithdrawal(withdrawalId);
  while (status === 'under_review') {
    setCurrentDetails('**Under review**: waits for `withdrawals approve` or `withdrawals reject`.');
    await condition(() => hinted);
    hinted = false;
    status = await settleReview(withdrawalId);
  }
  if (status === 'processing') {
    setCurrentDetails('**Processing**: moving the money to the contributor’s account.');
    status = await transferWithdrawal(withdrawalId);
  }
  if (status === 'processing') status = await payOutWithdrawal(withdrawalId);
  while (status === 'in_transit' || status === 'paid') {
    hinted = false;
    const followed = await followWithdrawal(withdrawalId);
    status = followed.status;
    setCurrentDetails(`**${status}**: followed at the provider.`);
    if (status !== 'in_transit' && !(status === 'paid' && followed.paidForMs < followPaidForMs)) break;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof payout>(input);
    await condition(() => hinted, followEveryMs, { summary: 'Look at the payout again' });
  }
  setCurrentDetails(`**${status}**`);
  return { status };
}
