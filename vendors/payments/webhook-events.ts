// oxlint-disable-next-line import/no-named-as-default -- for CommonJS the named export is a type only
import Stripe from 'stripe';
import { MODES, type Mode } from '../../base/access';
import {
  WebhookRefused,
  type ProviderEvent,
  type EventAbout,
  type EventsQuery,
} from '../../modules/orders/payment-provider';
import { EVENTS } from './vendor-states';

/** Signing secrets by mode. There are several during a rotation, or if Connect has a separate endpoint. */
export type WebhookSecrets = Partial<Record<Mode, readonly string[] | undefined>>;

const TOLERANCE_S = 300;
/** Disables the vendor's timestamp check, which accepts any future time. Our own check limits both directions. */
const NO_TOLERANCE = 0;

/**
 * Verifies and parses a webhook that was signed within 300 s of now. Null for an authentic event that we ignore: an
 * unhandled type, or a connected account's test event, which live endpoints also receive.
 * @throws WebhookRefused
 */
export function verifyWebhook(
  secrets: WebhookSecrets,
  rawBody: Buffer | string,
  header: string | undefined,
): ProviderEvent | null {
  const times = (header ?? '').split(',').filter((part) => part.trim().startsWith('t='));
  // If there were two timestamps, the vendor's check and ours could use different ones.
  if (times.length !== 1) throw new WebhookRefused('signature');
  const signedAt = Number(times[0]!.trim().slice('t='.length));
  const modes = MODES.filter((mode) => secrets[mode]?.some((secret) => isSigned(rawBody, header!, secret)));
  if (modes.length === 0) throw new WebhookRefused('signature');
  if (!(Math.abs(Date.now() / 1000 - signedAt) <= TOLERANCE_S)) throw new WebhookRefused('timestamp');
  const event = readEvent(rawBody.toString());
  if (!modes.includes(event.livemode ? 'live' : 'test')) {
    if (!event.livemode && isName(event.account)) return null;
    throw new WebhookRefused('mode');
  }
  return aboutOf(event);
}

function isSigned(rawBody: Buffer | string, header: string, secret: string): boolean {
  try {
    return Stripe.webhooks.signature!.verifyHeader(rawBody, header, secret, NO_TOLERANCE);
  } catch {
    // The vendor's check throws errors of several classes, such as a plain Error for an empty signature.
    return false;
  }
}

function readEvent(text: string): Stripe.Event {
  let event: Partial<Stripe.Event>;
  try {
    event = JSON.parse(text) as Partial<Stripe.Event>;
  } catch {
    throw new WebhookRefused('malformed');
  }
  const readable =
    isName(event?.id) &&
    isName(event.type) &&
    typeof event.livemode === 'boolean' &&
    (isThin(event) || (typeof event.created === 'number' && typeof event.data?.object === 'object'));
  if (!readable) throw new WebhookRefused('malformed');
  return event as Stripe.Event;
}

/** True for an event notification of API version 2, which does not contain the object. */
function isThin(event: { object?: string }): boolean {
  return event.object === 'v2.core.event';
}

/** Events that we handle; a webhook endpoint must subscribe to all of them. `events.list` takes at most 20 types. */
export const HANDLED_EVENTS = (Object.keys(EVENTS) as (keyof typeof EVENTS)[]).filter(
  (type) => EVENTS[type] === 'handled',
);

/** Subject of an event, by the object name in its type. */
const ABOUT: Readonly<Record<string, EventAbout>> = {
  'checkout.session': 'session',
  invoice: 'invoice',
  refund: 'refund',
  'charge.dispute': 'dispute',
  'radar.early_fraud_warning': 'fraud_warning',
  transfer: 'transfer',
  payout: 'payout',
};

/** Translates an event of the payment provider; null if we do not handle it. */
function aboutOf(event: Stripe.Event): ProviderEvent | null {
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
    // A malformed id belongs to another deployment.
    deploymentId:
      object.metadata?.deploymentId === undefined ? null : (name(object.metadata.deploymentId) ?? 'unreadable'),
    withdrawalId: name(object.metadata?.withdrawalId),
    paymentId: name(object.payment_intent),
    createdAt: new Date(event.created * 1000),
    connectedAccountId: name(event.account),
  };
}

/** Our events, newest first, page by page. */
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

/** True for printable ASCII, like the provider's ids and types. We store no other value, even from a signed event. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value);
}
