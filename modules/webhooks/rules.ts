import { machine } from '../../base/machine';
import type { ProductEvent, DeliveryStatus, WebhookStatus } from './contract';

export const WEBHOOK = machine<WebhookStatus>({ active: ['disabled'], disabled: ['active'] });

/** Maximum number of attempts to send a delivery, across all its workflows. */
export const MAX_DELIVERY_ATTEMPTS = 8;

/** Pauses between delivery attempts in milliseconds: the first one, and the maximum. */
export interface DeliveryPauses {
  firstRetryMs: number;
  maxRetryMs: number;
}

/**
 * Milliseconds between a failed attempt and the next one. Each pause is six times the previous one, up to the maximum.
 */
export function pauseAfter(attempt: number, { firstRetryMs, maxRetryMs }: DeliveryPauses): number {
  return Math.min(firstRetryMs * 6 ** (attempt - 1), maxRetryMs);
}

export const DELIVERY = machine<DeliveryStatus>({ pending: ['delivered', 'failed'], delivered: [], failed: [] });

/** API paths for reading an event's subject. Paths of documents are null if the run did not complete. */
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
