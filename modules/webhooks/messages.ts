import type { Mode } from '../../base/access';
import { WORKFLOWS, type WebhookDeliveryInput, type WorkflowMessage } from '../../base/workflow-messages';
import { LOST_AFTER_MS, START_A_WORKER, type Waiting } from '../outbox/sweeps';

/** The first pause is 5 s. Each later one is six times as long, up to 6 h, so eight attempts take about 14 hours. */
const LIMITS = { attemptTimeoutMs: 30_000, firstRetryMs: 5_000, maxRetryMs: 6 * 3_600_000 };

export type DeliveryLimits = Partial<typeof LIMITS>;

interface DeliveryOfMessage {
  deliveryId: string;
  webhookId: string;
  eventType: string;
  accountId: string;
  mode: Mode;
}

export function webhookDeliveryMessage(delivery: DeliveryOfMessage, limits: DeliveryLimits): WorkflowMessage {
  const { deliveryId, webhookId, eventType, accountId, mode } = delivery;
  return {
    workflowType: WORKFLOWS.webhookDelivery,
    workflowId: `webhook-delivery/${deliveryId}`,
    input: { deliveryId, ...LIMITS, ...limits } satisfies WebhookDeliveryInput,
    summary: `${eventType} to ${webhookId} (${mode})`,
    search: { kind: 'webhook_delivery', accountId, mode },
  };
}

export const WEBHOOK_DELIVERY_WAIT = {
  what: 'Webhook delivery',
  table: 'webhook_deliveries',
  id: 'webhook_deliveries.id',
  waits: "status = 'pending'",
  since: 'webhook_deliveries.created_at',
  from: 'its request',
  longestMs: LOST_AFTER_MS,
  workflows: ['webhookDelivery'],
  sweep: 'lost_work',
  net: {
    starts: 'makes the remaining attempts, with the same webhook-id',
    workflowId: "'webhook-delivery/' || webhook_deliveries.id",
  },
  cure: START_A_WORKER,
} as const satisfies Waiting;
