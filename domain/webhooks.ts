import type { DeliveryStatus, WebhookStatus } from '../contracts/webhooks';
import { machine } from './machine';

/** States of a webhook endpoint. */
export const WEBHOOK = machine<WebhookStatus>({ active: ['disabled'], disabled: ['active'] });

/** States of a delivery to an endpoint. */
export const DELIVERY = machine<DeliveryStatus>({ pending: ['delivered', 'failed'], delivered: [], failed: [] });
