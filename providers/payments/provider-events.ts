import type Stripe from 'stripe';
import type { EventAbout, ProviderEvent } from '../../contracts/payment-events';
import type { EventsQuery } from '../../contracts/payments';
import { EVENTS } from './vendor-states';

/** Events that we handle; a webhook endpoint must subscribe to all of them. The provider lists at most 20 types. */
export const HANDLED_EVENTS = (Object.keys(EVENTS) as (keyof typeof EVENTS)[]).filter(
  (type) => EVENTS[type] === 'handled',
);

/** What events are about, by the object in their names. */
const ABOUT: Readonly<Record<string, EventAbout>> = {
  'checkout.session': 'session',
  invoice: 'invoice',
  refund: 'refund',
  'charge.dispute': 'dispute',
  'radar.early_fraud_warning': 'fraud_warning',
  transfer: 'transfer',
  payout: 'payout',
};

/** What an event of the payment provider is about; null for what is none of ours. Nothing outside knows its names. */
export function aboutOf(event: Stripe.Event): ProviderEvent | null {
  const about = ABOUT[event.type.slice(0, event.type.lastIndexOf('.'))];
  if (about === undefined) return null;
  const object = (event.data.object ?? {}) as {
    id?: unknown;
    metadata?: { orderId?: unknown; withdrawalId?: unknown; deploymentId?: unknown };
    payment_intent?: unknown;
  };
  const name = (value: unknown) => (isName(value) ? value : null);
  return {
    eventId: event.id,
    about,
    mode: event.livemode ? 'live' : 'test',
    objectId: name(object.id),
    orderId: name(object.metadata?.orderId),
    // A name that cannot be ours is somebody else's.
    deploymentId:
      object.metadata?.deploymentId === undefined ? null : (name(object.metadata.deploymentId) ?? 'unreadable'),
    withdrawalId: name(object.metadata?.withdrawalId),
    paymentId: name(object.payment_intent),
    createdAt: new Date(event.created * 1000),
    connectedAccountId: name(event.account),
  };
}

/** Events of ours, newest first, page by page. */
export async function* listEvents(client: Stripe, query: EventsQuery): AsyncGenerator<ProviderEvent> {
  const { from, until, undelivered = false, connectedAccountId: stripeAccount } = query;
  const seconds = (time: Date) => Math.floor(time.getTime() / 1000);
  const created = { gte: seconds(from), ...(until && { lte: seconds(until) }) };
  const events = client.events.list(
    { types: [...HANDLED_EVENTS], created, limit: 100, ...(undelivered && { delivery_success: false }) },
    stripeAccount === undefined ? {} : { stripeAccount },
  );
  for await (const event of events) {
    const ours = aboutOf(event);
    if (ours) yield ours;
  }
}

/** True for what ids and types of the provider are, printable ASCII; anything else is not stored, even if signed. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value);
}
