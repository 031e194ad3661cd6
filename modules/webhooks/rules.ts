import { machine } from '../../base/machine';
import type { ProductEvent, DeliveryStatus, WebhookStatus } from './contract';

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

/** Where the subject of an event is read, as paths of the API. Documents of a run that did not complete are null. */
export function linksOf(type: ProductEvent, subject: string, hasPortfolio: boolean): Record<string, string | null> {
  if (type.startsWith('order.')) return { order: `/v1/orders/${subject}` };
  if (type.startsWith('withdrawal.')) return { withdrawal: `/v1/withdrawals/${subject}` };
  const run = `/v1/runs/${subject}`;
  const documents = (name: string, isThere: boolean) => (isThere ? `${run}/${name}` : null);
  const completed = type === 'run.completed';
  return {
    run,
    findings: documents('findings', completed),
    dossier: documents('dossier', completed),
    portfolio: documents('portfolio', completed && hasPortfolio),
  };
}
