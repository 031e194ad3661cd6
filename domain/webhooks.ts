import type { DeliveryStatus, WebhookStatus } from '../contracts/webhooks';
import { machine } from './machine';

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
