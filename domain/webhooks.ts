import type { DeliveryStatus, WebhookStatus } from '../contracts/webhooks';
import { machine } from './machine';

/** States of a webhook endpoint. */
export const WEBHOOK = machine<WebhookStatus>({ active: ['disabled'], disabled: ['active'] });

/** Attempts of a delivery at most, whichever workflow makes them. */
export const MAX_DELIVERY_ATTEMPTS = 8;

/** States of a delivery to an endpoint. */
export const DELIVERY = machine<DeliveryStatus>({ pending: ['delivered', 'failed'], delivered: [], failed: [] });
