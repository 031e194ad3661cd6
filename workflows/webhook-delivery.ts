import { CancellationScope, log, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities';
import type { DeliveryStatus } from '../contracts/webhooks';
import type { WebhookDeliveryInput } from '../contracts/workflow-messages';

// Tried until the database takes it: a delivery never stays pending.
const { failWebhookDelivery } = proxyActivities<Activities>({
  startToCloseTimeout: '20 seconds',
  retry: { maximumInterval: '30 seconds' },
  summary: 'Give the delivery up',
});

/** One webhook from its request to its receiver: attempts with growing pauses, until it is taken or given up for good. */
export async function webhookDelivery(input: WebhookDeliveryInput): Promise<{ status: DeliveryStatus }> {
  const { deliveryId, attemptTimeoutMs, firstRetryMs, maxRetryMs } = input;
  const { deliverWebhook } = proxyActivities<Activities>({
    startToCloseTimeout: attemptTimeoutMs,
    retry: {
      initialInterval: firstRetryMs,
      backoffCoefficient: 6,
      maximumInterval: maxRetryMs,
      maximumAttempts: 8,
    },
    summary: 'Deliver the webhook',
  });
  try {
    await deliverWebhook(deliveryId);
    setCurrentDetails('**delivered**');
    return { status: 'delivered' };
  } catch (cause) {
    log.warn('webhook was not delivered', { deliveryId, cause: String(cause) });
    const status = await CancellationScope.nonCancellable(() => failWebhookDelivery(deliveryId));
    setCurrentDetails(`**${status}**`);
    return { status };
  }
}
