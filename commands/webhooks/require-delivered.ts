import { Failure } from '../../contracts/failures';
import { eventsOf, type DeliveredEvents, type WebhookEvent } from '../../contracts/webhooks';

/** Why there are no product events, in words for the caller. */
export const NOT_COMMISSIONED =
  'The operator of this service has not commissioned product events (PRODUCT_EVENTS); `PRODUCT_EVENTS=on npm start` shows them.';

const NOT_DELIVERED =
  'is not delivered here: the operator of this service has not commissioned product events; only webhook.test is';

/**
 * Requires that an endpoint subscribes to nothing that this deployment does not deliver, beside what it `had` before.
 *
 * @throws Failure `invalid_request`
 */
export function requireDelivered(
  wanted: readonly WebhookEvent[],
  delivered: DeliveredEvents,
  had: readonly WebhookEvent[] = [],
): void {
  const offered = [...eventsOf(delivered), ...had];
  const errors = wanted.flatMap((type, i) =>
    offered.includes(type)
      ? []
      : [{ pointer: `/eventTypes/${i}`, code: 'event_not_delivered', detail: `(${type}) ${NOT_DELIVERED}` }],
  );
  if (errors.length === 0) return;
  throw new Failure('invalid_request', { detail: `/eventTypes ${errors[0]!.detail}.`, errors });
}
