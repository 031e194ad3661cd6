import { Resend, type WebhookEventPayload } from 'resend';
import { bareAddress } from '../../base/email-address';

interface MailEvent {
  /** The provider's event id. Repeated deliveries of an event have the same id. */
  id: string;
  type: string;
  /** Why the addresses must be suppressed; null if they must not be. */
  reason: 'bounce' | 'complaint' | null;
  /** Recipients, normalized for storage. */
  addresses: string[];
}

// Verifying events sends no request, so it needs no API key.
const resend = new Resend('unused');

/** Verifies and parses an event. Null for an invalid event or signature, or a timestamp over five minutes off. */
export function readMailEvent(
  secret: string,
  body: Buffer,
  headers: { id: string; timestamp: string; signature: string },
): MailEvent | null {
  let event: SentEvent;
  try {
    event = resend.webhooks.verify({ payload: body.toString(), headers, webhookSecret: secret }) as SentEvent;
  } catch {
    return null;
  }
  if (!NAME.test(headers.id) || typeof event?.type !== 'string' || !NAME.test(event.type)) return null;
  const data = event.data ?? {};
  const { to, email } = data;
  // Events about an email contain its recipients. Events about the provider's suppression list contain one address.
  const named: unknown[] = event.type.startsWith('suppression.') ? [email] : Array.isArray(to) ? to : [];
  return {
    id: headers.id,
    type: event.type,
    reason: Object.hasOwn(REASONS, event.type) ? REASONS[event.type as keyof typeof REASONS](data) : null,
    addresses: named.flatMap((one) => (typeof one === 'string' ? [bareAddress(one)] : [])).filter(isStorable),
  };
}

interface SentEvent {
  type?: unknown;
  data?: EventData;
}

interface EventData {
  to?: unknown;
  bounce?: { type?: unknown };
  suppressed?: { reason?: unknown };
  email?: unknown;
  origin?: unknown;
}

// The provider's ids and types are printable ASCII. We store no other value, even from a signed event.
const NAME = /^[\x21-\x7e]{1,255}$/;

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

function isStorable(address: string): boolean {
  return address.length <= 254 && !CONTROL.test(address) && address.isWellFormed();
}

const none = () => null;

/**
 * Whether each event in the SDK's types suppresses its addresses, and why. If the SDK adds an event, this does not
 * compile until the event is added.
 */
export const REASONS: Record<WebhookEventPayload['type'], (data: EventData) => MailEvent['reason']> = {
  'email.complained': () => 'complaint',
  // Only permanent bounces suppress an address. If the mailbox no longer exists, a later email bounces permanently.
  'email.bounced': ({ bounce }) => (bounce?.type === 'Permanent' ? 'bounce' : null),
  // The provider did not try to send, because an earlier bounce or complaint put the address on its suppression list.
  'email.suppressed': ({ suppressed }) => (suppressed?.reason === 'previous_complaint' ? 'complaint' : 'bounce'),
  'suppression.added': ({ origin }) => (origin === 'complaint' ? 'complaint' : 'bounce'),
  'email.sent': none,
  'email.scheduled': none,
  'email.delivered': none,
  'email.delivery_delayed': none,
  'email.opened': none,
  'email.clicked': none,
  'email.received': none,
  'email.failed': none,
  'contact.created': none,
  'contact.updated': none,
  'contact.deleted': none,
  'contact.topics.updated': none,
  'domain.created': none,
  'domain.updated': none,
  'domain.deleted': none,
  'suppression.removed': none,
  'topic.created': none,
  'topic.updated': none,
  'topic.deleted': none,
  'inbox.created': none,
  'inbox.updated': none,
  'inbox.deleted': none,
  'inbox.thread.created': none,
  'inbox.thread.folder.updated': none,
  'inbox.thread.assigned': none,
  'inbox.thread.unassigned': none,
  'inbox.thread.labels.updated': none,
  'inbox.email.received': none,
  'inbox.email.sent': none,
  'inbox.draft.created': none,
  'inbox.draft.updated': none,
  'inbox.draft.sent': none,
  'inbox.draft.deleted': none,
};
