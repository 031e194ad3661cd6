import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  continueAsNew,
  defineSignal,
  log,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities';
import { SIGNALS, type PaymentHint, type PaymentInput } from '../contracts/workflow-messages';

/** Tells the payment workflow of an order that something happened at the provider. */
export const paymentHint = defineSignal<[PaymentHint]>(SIGNALS.paymentHint);

// Money waits for these: they are tried for as long as it takes, and end only where the provider refuses the very call. A lost worker
// is noticed by the timeout alone, so it is little more than the provider's client is patient.
const { settlePayment, refundPayments, recordDispute } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { maximumInterval: '2 minutes' },
});

// The provider forgets idempotency keys after 24 h, so a mail is not tried longer than that.
const { sendPaymentNotice, alertOperator } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '20 hours',
  retry: { maximumInterval: '10 minutes' },
});

/**
 * Everything that happens to the money of one order. Each hint says only what to look at: the provider is asked how it is, and the
 * database decides once what a payment is good for, so that hints may come twice, late and in any order. Ends when nothing is on its
 * way any more; the next hint starts it anew.
 */
export async function payment(input: PaymentInput): Promise<void> {
  const { orderId, followRefundEveryMs } = input;
  const hints: PaymentHint[] = [];
  setHandler(paymentHint, (hint) => void hints.push(hint));

  for (;;) {
    // The signal that came with the start is there before the first line runs.
    while (hints.length > 0) await look(orderId, hints.shift()!);
    const pending = await followRefunds(orderId);
    if (hints.length > 0) continue;
    if (!pending) return;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof payment>(input);
    setCurrentDetails('**Refund under way**: waiting for the provider.');
    await condition(() => hints.length > 0, followRefundEveryMs, { summary: 'Look at the refund again' });
  }
}

async function look(orderId: string, hint: PaymentHint): Promise<void> {
  try {
    if (hint.about === 'dispute') {
      setCurrentDetails(`**Dispute ${await recordDispute(orderId, hint.disputeId)}**`);
    } else if (hint.about === 'session') {
      const settled = await settlePayment(orderId, hint.sessionId);
      if (!settled) return;
      const { outcome } = settled.settlement;
      setCurrentDetails(outcome === 'granted' ? '**Paid**: granted.' : '**Paid**: to be refunded.');
      if (outcome === 'granted') await tell(() => sendPaymentNotice(orderId, settled.paymentId));
    }
  } catch (error) {
    // What the provider knows nothing of is no payment of ours; the other hints are still to be looked at.
    if (!isFinal(error)) throw error;
    log.error('hint leads nowhere', { orderId, hint, error: String(error) });
  }
}

/** Moves the refunds of the order along; true while one is on its way. */
async function followRefunds(orderId: string): Promise<boolean> {
  const { pending, begun, alarming } = await refundPayments(orderId);
  for (const paymentId of begun) await tell(() => sendPaymentNotice(orderId, paymentId));
  for (const paymentId of alarming) await tell(() => alertOperator(orderId, paymentId));
  return pending;
}

async function tell(send: () => Promise<unknown>): Promise<void> {
  // Money is not held up because a mail could not be sent.
  await send().catch((error: unknown) => log.error('a mail could not be sent', { error: String(error) }));
}

function isFinal(error: unknown): boolean {
  return (
    error instanceof ActivityFailure && error.cause instanceof ApplicationFailure && error.cause.nonRetryable === true
  );
}
