import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  continueAsNew,
  defineSignal,
  log,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { WorkflowOutcome } from '../base/outcomes';
import { SIGNALS, type PaymentNotification, type PaymentInput } from '../base/workflow-messages';
import type { RefundReason } from '../modules/ledger/contract';
import { conclude, failWithCause, explained } from './conclude';
import { callsOf, localCallsOf } from './steps';

/** Signal: something about the order's payments changed at the provider. */
export const paymentChanged = defineSignal<[PaymentNotification]>(SIGNALS.paymentChanged);

// Money depends on these calls, so they are retried without limit unless the provider rejects the call itself. Only the
// timeout detects a lost worker, so it is only slightly longer than the request timeout of the provider's client.
const { settlePayment, refundPayments, recordDispute, answerFraudWarning } = callsOf(
  { startToCloseTimeout: '30 seconds', retry: { maximumInterval: '2 minutes' } },
  {
    settlePayment: 'Read the session and settle its payment',
    refundPayments: 'Check the refunds and make those that are due',
    recordDispute: 'Read the dispute and record it',
    answerFraudWarning: 'Read the fraud warning and answer it',
  },
);

// A local activity, because one read is not worth a round trip through the task queue.
const { describeOrder } = localCallsOf(
  { startToCloseTimeout: '20 seconds', retry: { maximumInterval: '10 seconds' } },
  { describeOrder: 'Read what became of the payments' },
);

/** After these notifications, always checks the provider's refunds. After others, only if a refund is due. */
const ABOUT_REFUNDS: readonly PaymentNotification['about'][] = ['session', 'refund'];

/**
 * Handles the money of one order. A notification only names an object, whose state is then retrieved from the provider.
 * The database decides only once what each payment pays for. Notifications may therefore arrive twice, late and in any
 * order. Ends when no refund is pending; the next notification restarts it.
 */
export async function payment(input: PaymentInput): Promise<WorkflowOutcome> {
  return handle(input).catch(failWithCause);
}

async function handle(input: PaymentInput): Promise<WorkflowOutcome> {
  const { orderId, followRefundEveryMs } = input;
  const notifications: PaymentNotification[] = [];
  setHandler(paymentChanged, (notification) => void notifications.push(notification));

  for (;;) {
    // At this point, a signal that was sent with the start has already been delivered.
    const handled: PaymentNotification[] = [];
    while (notifications.length > 0) {
      handled.push(notifications[0]!);
      await handleNotification(orderId, notifications.shift()!);
    }
    const pending = await advanceRefunds(orderId, handled);
    if (notifications.length > 0) continue;
    if (!pending) {
      const { conclusion } = await describeOrder(orderId);
      if (notifications.length > 0) continue;
      return conclude(conclusion);
    }
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof payment>(input);
    setCurrentDetails('**Refund under way**: waiting for the provider.');
    await condition(() => notifications.length > 0, followRefundEveryMs, { summary: 'Check the refund again' });
  }
}

async function handleNotification(orderId: string, notification: PaymentNotification): Promise<void> {
  try {
    if (notification.about === 'dispute') {
      setCurrentDetails(`**Dispute ${await recordDispute(orderId, notification.disputeId)}**`);
    } else if (notification.about === 'fraud_warning') {
      setCurrentDetails(`**Fraud warning**: ${await answerFraudWarning(orderId, notification.warningId)}`);
    } else if (notification.about === 'session') {
      const settled = await settlePayment(orderId, notification.sessionId);
      if (!settled) return;
      if (settled.settlement.outcome === 'refund')
        return noteRefund(orderId, settled.paymentId, settled.settlement.reason);
      setCurrentDetails('**Paid**: granted.');
    }
  } catch (error) {
    // If the provider does not know the object, it is not our payment. Other notifications must still be handled.
    if (!isFinal(error)) throw error;
    log.error('a payment notification was rejected by the provider', {
      orderId,
      notification,
      error: explained(error),
    });
  }
}

// Shows operators the reason for a refund in Temporal Web and in the log.
function noteRefund(orderId: string, paymentId: string, reason: RefundReason): void {
  setCurrentDetails(`**Paid**: to be refunded (${reason}).`);
  log.info('a payment will be refunded', { orderId, paymentId, reason });
}

/** Advances the order's refunds. Returns true while one is pending. Disputes change nothing unless a refund is due. */
async function advanceRefunds(orderId: string, handled: readonly PaymentNotification[]): Promise<boolean> {
  const others = handled.length > 0 && !handled.some(({ about }) => ABOUT_REFUNDS.includes(about));
  if (others && !(await describeOrder(orderId)).refundDue) return false;
  return (await refundPayments(orderId)).pending;
}

function isFinal(error: unknown): boolean {
  return (
    error instanceof ActivityFailure && error.cause instanceof ApplicationFailure && error.cause.nonRetryable === true
  );
}
