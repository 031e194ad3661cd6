import { webhookDeliveryWorkflowId } from '../../contracts/workflow-messages';
import { requestTestDelivery } from '../../store/webhooks/request-test-delivery';
import { createWebhook } from '../../test/support/api';
import { startReceiver } from '../../test/support/receiver';
import { startStack } from '../../test/support/stack';
import { keepHistory, type Wanted } from './keep-history';

/** Answers of the receiver in each branch, before it accepts deliveries. */
const BRANCHES = {
  'webhook-delivered': [],
  'webhook-retried': [{ status: 500 }],
  'webhook-failed': [{ status: 410 }],
};

/** Runs every branch of the webhook delivery workflow and records their histories. */
export async function recordWebhooks(wanted: Wanted): Promise<void> {
  for (const [name, answers] of Object.entries(BRANCHES).filter(([branch]) => wanted(branch))) {
    const [stack, receiver] = await Promise.all([startStack(), startReceiver(answers)]);
    try {
      const body = { url: receiver.url, eventTypes: ['webhook.test'] };
      const { webhookId } = (await createWebhook(stack.api, stack.customer, name, body)).body;
      const patience = { firstRetryMs: 1, maxRetryMs: 1 };
      const { deliveryId, pending } = await requestTestDelivery(stack.db, webhookId, { patience });
      await stack.start(pending!.message);
      await keepHistory(stack.temporal, webhookDeliveryWorkflowId(deliveryId), name);
      console.log(`${name}: kept`);
    } finally {
      await receiver.close();
      await stack.close();
    }
  }
}
