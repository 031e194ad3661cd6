// oxlint-disable-next-line import/no-named-as-default -- for CommonJS the named export is a type only
import Stripe from 'stripe';
import { MODES, type Mode } from '../../contracts/access';
import { HANDLED_EVENTS } from '../../contracts/payment-events';
import { WebhookRefused, type WebhookHint } from './payments';

/** Signing secrets by mode; several during a rotation or with a separate Connect endpoint. */
export type WebhookSecrets = Partial<Record<Mode, readonly string[] | undefined>>;

const TOLERANCE_S = 300;
/** Disables the vendor's time check, which accepts times in the future; both directions are checked here. */
const NO_TOLERANCE = 0;

/**
 * Verifies and parses a webhook: signed with a secret of the mode that it claims, within 300 s of now. Null for an
 * authentic event that is not for us: a live endpoint for connected accounts gets their test events as well.
 *
 * @throws WebhookRefused
 */
export function verifyWebhook(
  secrets: WebhookSecrets,
  rawBody: Buffer | string,
  header: string | undefined,
  now = Date.now(),
): WebhookHint | null {
  const times = (header ?? '').split(',').filter((part) => part.trim().startsWith('t='));
  // With two times the vendor's check and ours could use different ones.
  if (times.length !== 1) throw new WebhookRefused('signature');
  const signedAt = Number(times[0]!.trim().slice('t='.length));
  const modes = MODES.filter((mode) => secrets[mode]?.some((secret) => isSigned(rawBody, header!, secret)));
  if (modes.length === 0) throw new WebhookRefused('signature');
  if (!(Math.abs(now / 1000 - signedAt) <= TOLERANCE_S)) throw new WebhookRefused('timestamp');
  const hint = readHint(rawBody.toString());
  if (!modes.includes(hint.livemode ? 'live' : 'test')) {
    if (!hint.livemode && hint.connectedAccountId !== null) return null;
    throw new WebhookRefused('mode');
  }
  return hint;
}

/** Undelivered events since a time, newest first, page by page. */
export async function* undeliveredEvents(client: Stripe, since: Date): AsyncGenerator<WebhookHint> {
  const events = client.events.list({
    delivery_success: false,
    types: [...HANDLED_EVENTS],
    created: { gte: Math.floor(since.getTime() / 1000) },
    limit: 100,
  });
  for await (const event of events) yield toHint(event);
}

function isSigned(rawBody: Buffer | string, header: string, secret: string): boolean {
  try {
    return Stripe.webhooks.signature!.verifyHeader(rawBody, header, secret, NO_TOLERANCE);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

// Ids and types of the provider are printable ASCII; anything else is not stored, even if signed.
function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value);
}

function readHint(text: string): WebhookHint {
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
    typeof event.created === 'number' &&
    typeof event.data?.object === 'object';
  if (!readable) throw new WebhookRefused('malformed');
  return toHint(event as Stripe.Event);
}

function toHint(event: Stripe.Event): WebhookHint {
  const object = (event.data.object ?? {}) as {
    id?: unknown;
    metadata?: { orderId?: unknown; withdrawalId?: unknown; deploymentId?: unknown };
    payment_intent?: unknown;
  };
  const name = (value: unknown) => (isName(value) ? value : null);
  return {
    eventId: event.id,
    type: event.type,
    objectId: name(object.id),
    orderId: name(object.metadata?.orderId),
    // A name that cannot be ours is somebody else's.
    deploymentId:
      object.metadata?.deploymentId === undefined ? null : (name(object.metadata.deploymentId) ?? 'unreadable'),
    withdrawalId: name(object.metadata?.withdrawalId),
    paymentIntentId: name(object.payment_intent),
    livemode: event.livemode,
    createdAt: new Date(event.created * 1000),
    connectedAccountId: name(event.account),
  };
}
