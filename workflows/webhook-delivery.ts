import { ApplicationFailure, CancellationScope, isCancellation, log } from '@temporalio/workflow';
import type { WorkflowOutcome } from '../base/outcomes';
import type { WebhookDeliveryInput } from '../base/workflow-messages';
import type { DeliveryStatus } from '../modules/webhooks/contract';
import { conclude, causeOf, explained } from './conclude';
import { callsOf } from './steps';

// Retried until the database accepts it, so that no delivery stays pending.
const { failWebhookDelivery } = callsOf(
  { startToCloseTimeout: '20 seconds', retry: { maximumInterval: '30 seconds' } },
  { failWebhookDelivery: 'Give the delivery up' },
);

/**
 * Delivers one webhook, with increasing pauses between attempts, until it is accepted or permanently given up. Failures
 * on our side, such as a database outage, do not count as the receiver's attempts and cause no long pause.
 */
export async function webhookDelivery(
  input: WebhookDeliveryInput,
): Promise<WorkflowOutcome & { status: DeliveryStatus }> {
  const { deliveryId, attemptTimeoutMs, firstRetryMs, maxRetryMs } = input;
  const { deliverWebhook } = callsOf(
    {
      startToCloseTimeout: attemptTimeoutMs,
      // Backoff after failures on our side. If the receiver fails, the activity sets the retry delay, and makes the
      // failure of the last attempt non-retryable.
      retry: { initialInterval: '2 seconds', maximumInterval: '1 minute' },
    },
    { deliverWebhook: 'Deliver the webhook' },
  );
  try {
    await deliverWebhook(deliveryId, { firstRetryMs, maxRetryMs });
    return concludeWith('delivered', { summary: 'The receiver accepted it.' });
  } catch (cause) {
    log.warn('webhook was not delivered', { deliveryId, cause: explained(cause) });
    const status = await CancellationScope.nonCancellable(() => failWebhookDelivery(deliveryId));
    if (status === 'delivered') return concludeWith(status, { summary: 'The receiver had accepted it before.' });
    const failure = causeOf(cause);
    const failureCode = (failure instanceof ApplicationFailure && failure.type) || 'stopped_by_operator';
    const why = isCancellation(cause) ? 'stopped by an operator' : explained(cause);
    return concludeWith(status, { failureCode, summary: `Given up: ${why}.` });
  }
}

function concludeWith(
  status: DeliveryStatus,
  conclusion: Omit<WorkflowOutcome, 'outcome'>,
): WorkflowOutcome & { status: DeliveryStatus } {
  return { ...conclude({ ...conclusion, outcome: status }), status };
}
