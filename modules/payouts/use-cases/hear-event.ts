import type { ProviderEvent } from '../../orders/payment-provider';
import type { Work } from '../../outbox/store/outbox';
import { recordPaymentEvent } from '../store/provider-news';

/** Records an event once and notifies its workflow. Returns the workflow's id, or null if no workflow was notified. */
export async function hearEvent(deps: Work, event: ProviderEvent): Promise<string | null> {
  const pending = await recordPaymentEvent(deps.db, event);
  if (pending) deps.deliver(pending);
  return pending?.message.workflowId ?? null;
}
