import { Resend } from 'resend';
import { normalEmail } from '../../contracts/email-address';

/** What the provider reports of a mail that it sent. */
export interface MailEvent {
  /** The provider's id of the event: the same for every delivery of it. */
  id: string;
  type: string;
  /** Why the addresses must not be written to any more, or null where the event says nothing of the kind. */
  reason: 'bounce' | 'complaint' | null;
  /** Addresses that the mail went to, in the form in which we store them. */
  addresses: string[];
}

/** The headers by which an event is signed. */
export interface EventSignature {
  id: string;
  timestamp: string;
  signature: string;
}

// Only requests to the provider need a key; reading events makes none.
const resend = new Resend('unused');

/**
 * An event of the provider, or null where its signature over the raw body is not ours, it is older or newer than five minutes, or it
 * is no event at all.
 */
export function readMailEvent(secret: string, body: Buffer, headers: EventSignature): MailEvent | null {
  let event: { type?: unknown; data?: { to?: unknown; bounce?: { type?: unknown } } };
  try {
    event = resend.webhooks.verify({ payload: body.toString(), headers, webhookSecret: secret }) as typeof event;
  } catch {
    return null;
  }
  if (typeof event?.type !== 'string') return null;
  const to = Array.isArray(event.data?.to) ? event.data.to : [];
  return {
    id: headers.id,
    type: event.type,
    reason: reasonOf(event.type, event.data?.bounce?.type),
    addresses: to.filter((one): one is string => typeof one === 'string').map(bareAddress),
  };
}

function reasonOf(type: string, bounceType: unknown): MailEvent['reason'] {
  if (type === 'email.complained') return 'complaint';
  // A full mailbox or a busy server is no reason never to write again.
  return type === 'email.bounced' && bounceType !== 'Transient' ? 'bounce' : null;
}

function bareAddress(address: string): string {
  return normalEmail(/<([^<>]+)>\s*$/.exec(address)?.[1] ?? address);
}
