import type { RetryPolicy } from '@temporalio/common';
import { condition, continueAsNew, defineSignal, setHandler, workflowInfo } from '@temporalio/workflow';
import { ACTIVITY_FAILURES } from '../base/activity-failures';
import { isOneOf } from '../base/machine';
import type { WorkflowOutcome } from '../base/outcomes';
import { SIGNALS, type PayoutInput } from '../base/workflow-messages';
import type { WithdrawalState } from '../modules/payouts/contract';
import { BEFORE_PAYOUT } from '../modules/payouts/rules';
import { conclude, createStatusReporter, failWithCause } from './conclude';
import { callsOf, localCallsOf } from './steps';

/** Signal: something about the withdrawal changed, at the provider or in its review. */
export const payoutChanged = defineSignal(SIGNALS.payoutChanged);

// A contributor's money depends on these calls, so they are retried without limit. Activities handle final refusals.
const retry: RetryPolicy = {
  maximumInterval: '2 minutes',
  nonRetryableErrorTypes: [ACTIVITY_FAILURES.withdrawalNotFound],
};

const { openWithdrawal, settleReview, awaitArrival, payOutWithdrawal, followWithdrawal } = callsOf(
  { startToCloseTimeout: '30 seconds', retry },
  {
    openWithdrawal: 'Open the withdrawal, or read its status',
    settleReview: 'Apply the decision of the review',
    awaitArrival: 'Check that the money is available there',
    payOutWithdrawal: 'Pay the money out to the bank',
    followWithdrawal: 'Check the payout',
  },
);

// May take long, because it first reads all transfers that no reconciliation has compared, page by page.
const { transferWithdrawal } = callsOf(
  { startToCloseTimeout: '30 minutes', heartbeatTimeout: '30 seconds', retry },
  { transferWithdrawal: 'Transfer the money to the contributor’s account' },
);

// A local activity, because one read is not worth a round trip through the task queue.
const { describeWithdrawal } = localCallsOf(
  { startToCloseTimeout: '20 seconds', retry: { maximumInterval: '10 seconds' } },
  { describeWithdrawal: 'Read how the withdrawal ended' },
);

type PayoutOutcome = WorkflowOutcome & { status: WithdrawalState };

/**
 * Handles one withdrawal from request to end: reviews it if large, transfers the money to the contributor's account,
 * and pays it out to the bank. Tracks the payout until the bank can no longer return it. Each step derives its work
 * from the state in the database, so a restarted workflow continues from there.
 */
export async function payout(input: PayoutInput): Promise<PayoutOutcome> {
  return payOut(input).catch(failWithCause);
}

async function payOut(input: PayoutInput): Promise<PayoutOutcome> {
  const { withdrawalId, followEveryMs, followPaidForMs } = input;
  let notified = false;
  setHandler(payoutChanged, () => void (notified = true));
  const reportStatus = createStatusReporter();

  let status = await openWithdrawal(withdrawalId);
  do {
    while (status === 'under_review') {
      reportStatus(status, 'Waits for `withdrawals approve` or `withdrawals reject`.');
      await condition(() => notified);
      notified = false;
      status = await settleReview(withdrawalId);
      // A withdrawal under review gets a notification every hour, so its history grows. Handles pending ones first.
      if (workflowInfo().continueAsNewSuggested && !notified) await continueAsNew<typeof payout>(input);
    }
    if (status === 'processing') {
      reportStatus(status, 'Moving the money to the contributor’s account.');
      status = await transferWithdrawal(withdrawalId);
    }
    // Goes back to review if the account was suspended, or if a share that funds the withdrawal was revoked.
  } while (status === 'under_review');
  while (status === 'processing') {
    notified = false;
    const arrival = await awaitArrival(withdrawalId);
    status = arrival.status;
    if (status !== 'processing' || arrival.availableInMs === 0) break;
    reportStatus(status, 'The money is at the contributor’s account and not available there yet.');
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof payout>(input);
    const pause = Math.min(arrival.availableInMs, followEveryMs);
    await condition(() => notified, pause, { summary: 'Wait until the money is available' });
  }
  if (status === 'processing') status = await payOutWithdrawal(withdrawalId);
  while (status === 'in_transit' || status === 'paid') {
    notified = false;
    const followed = await followWithdrawal(withdrawalId);
    status = followed.status;
    if (isOneOf(BEFORE_PAYOUT, status)) await continueAsNew<typeof payout>(input);
    reportStatus(status, 'Followed at the provider.');
    if (status !== 'in_transit' && !(status === 'paid' && followed.paidForMs < followPaidForMs)) break;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof payout>(input);
    await condition(() => notified, followEveryMs, { summary: 'Check the payout again' });
  }
  for (;;) {
    // A notification arrived while the withdrawal was ending, for example about a transfer that completed late.
    while (notified) {
      notified = false;
      status = await openWithdrawal(withdrawalId);
    }
    const conclusion = await describeWithdrawal(withdrawalId);
    if (notified) continue;
    return { ...conclude(conclusion), status };
  }
}
