import { Resend } from 'resend';
import { bareAddress } from '../../contracts/email-address';

/** Event of the provider about a mail that it sent. */
export interface MailEvent {
  /** The provider's event id, equal for every delivery of it. */
  id: string;
  type: string;
  /** Reason to suppress the addresses; null if the event gives none. */
  reason: 'bounce' | 'complaint' | null;
  /** Recipients, normalized as they are stored. */
  addresses: string[];
}

/** Headers that carry an event's signature. */
export interface EventSignature {
  id: string;
  timestamp: string;
  signature: string;
}

// Only requests to the provider need a key; verifying events sends none.
const resend = new Resend('unused');

/**
 * Verifies and parses an event of the provider. Null if the signature over the raw body is invalid, its time is more
 * than five minutes off, or it is not an event.
 */
export function readMailEvent(secret: string, body: Buffer, headers: EventSignature): MailEvent | null {
  let event: SentEvent;
  try {
    event = resend.webhooks.verify({ payload: body.toString(), headers, webhookSecret: secret }) as SentEvent;
  } catch {
    return null;
  }
  if (!NAME.test(headers.id) || typeof event?.type !== 'string' || !NAME.test(event.type)) return null;
  const { to, email, origin, bounce, suppressed } = event.data ?? {};
  // Events about a mail name its recipients, those about the provider's own list one address.
  const named: unknown[] = event.type.startsWith('suppression.') ? [email] : Array.isArray(to) ? to : [];
  return {
    id: headers.id,
    type: event.type,
    reason: reasonOf(event.type, { bounceType: bounce?.type, origin, since: suppressed?.reason }),
    addresses: named
      .filter((one): one is string => typeof one === 'string')
      .map(bareAddress)
      .filter(isStorable),
  };
}

/** Event as it was sent; nothing of it is certain. */
interface SentEvent {
  type?: unknown;
  data?: {
    to?: unknown;
    bounce?: { type?: unknown };
    suppressed?: { reason?: unknown };
    email?: unknown;
    origin?: unknown;
  };
}

// Ids and types of the provider are printable ASCII; anything else is not stored, even if signed.
const NAME = /^[\x21-\x7e]{1,255}$/;

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

function isStorable(address: string): boolean {
  return address.length <= 254 && !CONTROL.test(address) && address.isWellFormed();
}

function reasonOf(
  type: string,
  { bounceType, origin, since }: { bounceType: unknown; origin: unknown; since: unknown },
): MailEvent['reason'] {
  if (type === 'email.complained') return 'complaint';
  // The provider did not even try: its own list has the address since an earlier bounce or complaint.
  if (type === 'email.suppressed') return since === 'previous_complaint' ? 'complaint' : 'bounce';
  if (type === 'suppression.added') return origin === 'complaint' ? 'complaint' : 'bounce';
  // Temporary bounces (full mailbox, busy server) and those of unknown kind do not suppress an address for good: a mail
  // to a mailbox that is gone bounces again, and then says so.
  return type === 'email.bounced' && bounceType === 'Permanent' ? 'bounce' : null;
}
