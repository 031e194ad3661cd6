// oxlint-disable-next-line import/no-named-as-default -- for CommonJS the named export is a type only
import Stripe from 'stripe';
import { MODES, type Mode } from '../../contracts/access';
import { WebhookRefused, type WebhookHint } from './payments';

/** Signing secrets of the endpoints of each mode; several while one is being replaced, or for a Connect endpoint. */
export type WebhookSecrets = Partial<Record<Mode, readonly string[] | undefined>>;

/** The events that matter to us: all that an endpoint has to be subscribed to. */
export const HANDLED_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'transfer.created',
  'transfer.reversed',
  'account.updated',
  'payout.paid',
  'payout.failed',
  'payout.canceled',
] as const;

const TOLERANCE_S = 300;
const MAX_MISSED = 1_000;
/** Makes the vendor's check skip the time: it lets times in the future pass, so both ways are checked here. */
const NO_TOLERANCE = 0;

/**
 * Reads a webhook as far as it can be believed: signed with a secret of the mode that it claims, within 300 s of now.
 *
 * @throws WebhookRefused
 */
export function verifyWebhook(
  secrets: WebhookSecrets,
  rawBody: Buffer | string,
  header: string | undefined,
  now = Date.now(),
): WebhookHint {
  const times = (header ?? '').split(',').filter((part) => part.trim().startsWith('t='));
  // With two times the vendor's check and ours could look at different ones.
  if (times.length !== 1) throw new WebhookRefused('signature');
  const signedAt = Number(times[0]!.trim().slice('t='.length));
  const modes = MODES.filter((mode) => secrets[mode]?.some((secret) => isSigned(rawBody, header!, secret)));
  if (modes.length === 0) throw new WebhookRefused('signature');
  if (!(Math.abs(now / 1000 - signedAt) <= TOLERANCE_S)) throw new WebhookRefused('timestamp');
  const hint = readHint(rawBody.toString());
  if (!modes.includes(hint.livemode ? 'live' : 'test')) throw new WebhookRefused('mode');
  return hint;
}

/** Events that no endpoint has taken, since a moment, oldest first. */
export async function listUndeliveredEvents(client: Stripe, since: Date): Promise<WebhookHint[]> {
  const events = await client.events
    .list({
      delivery_success: false,
      types: [...HANDLED_EVENTS],
      created: { gte: Math.floor(since.getTime() / 1000) },
      limit: 100,
    })
    .autoPagingToArray({ limit: MAX_MISSED });
  return events.map(toHint).toReversed();
}

function isSigned(rawBody: Buffer | string, header: string, secret: string): boolean {
  try {
    return Stripe.webhooks.signature!.verifyHeader(rawBody, header, secret, NO_TOLERANCE);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

function readHint(text: string): WebhookHint {
  let event: Partial<Stripe.Event>;
  try {
    event = JSON.parse(text) as Partial<Stripe.Event>;
  } catch {
    throw new WebhookRefused('malformed');
  }
  const readable =
    typeof event?.id === 'string' &&
    typeof event.type === 'string' &&
    typeof event.livemode === 'boolean' &&
    typeof event.created === 'number' &&
    typeof event.data?.object === 'object';
  if (!readable) throw new WebhookRefused('malformed');
  return toHint(event as Stripe.Event);
}

function toHint(event: Stripe.Event): WebhookHint {
  const object = (event.data.object ?? {}) as {
    id?: unknown;
    metadata?: { orderId?: unknown; withdrawalId?: unknown };
    payment_intent?: unknown;
  };
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    eventId: event.id,
    type: event.type,
    objectId: text(object.id),
    orderId: text(object.metadata?.orderId),
    withdrawalId: text(object.metadata?.withdrawalId),
    paymentIntentId: text(object.payment_intent),
    livemode: event.livemode,
    createdAt: new Date(event.created * 1000),
    connectedAccountId: event.account ?? null,
  };
}
