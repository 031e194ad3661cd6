import type { ProviderEvent } from '../../orders/payment-provider';
import type { Work } from '../../outbox/store/outbox';
import { recordPaymentEvent } from '../store/provider-news';

/**
 * Records an event of the payment provider, once, and notifies the workflow of its order or withdrawal in the
 * background. Returns the workflow's id; null for repetitions and for events that concern no workflow.
 */
export async function hearEvent(deps: Work, event: ProviderEvent): Promise<string | null> {
  const pending = await recordPaymentEvent(deps.db, event);
  if (pending) deps.deliver(pending);
  return pending?.message.workflowId ?? null;
}
