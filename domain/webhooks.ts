import type { DeliveryStatus, WebhookStatus } from '../contracts/webhooks';
import { machine } from './machine';
import { LOST_AFTER_MS, START_A_WORKER, type Waiting } from './waits';

/** States of a webhook endpoint. */
export const WEBHOOK = machine<WebhookStatus>({ active: ['disabled'], disabled: ['active'] });

/** Attempts of a delivery at most, whichever workflow makes them. */
export const MAX_DELIVERY_ATTEMPTS = 8;

/** Pauses between the attempts of a delivery, in milliseconds: after the first one, and at most. */
export interface DeliveryPauses {
  firstRetryMs: number;
  maxRetryMs: number;
}

/** Milliseconds between an attempt that was not accepted and the next one: each is six times the one before. */
export function pauseAfter(attempt: number, { firstRetryMs, maxRetryMs }: DeliveryPauses): number {
  return Math.min(firstRetryMs * 6 ** (attempt - 1), maxRetryMs);
}

/** States of a delivery to an endpoint. */
export const DELIVERY = machine<DeliveryStatus>({ pending: ['delivered', 'failed'], delivered: [], failed: [] });

/** What waits for a delivery to be attempted. */
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
    starts: 'the attempts that are left, under the same webhook-id',
    workflowId: "'webhook-delivery/' || webhook_deliveries.id",
  },
  cure: START_A_WORKER,
} as const satisfies Waiting;
