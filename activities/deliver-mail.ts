import type { Mail } from '../providers/mail/mailer';
import { isErasedAddress } from '../contracts/account';
import { hashSuppressed } from '../platform/tokens';
import { mayMail, type MailPurpose } from '../store/mail/may-mail';
import type { ActivityDeps } from './deps';
import { callMailer } from './failures';

/** Result of a mail; `sent` is false if mail is not configured or the address must not be mailed. */
export interface Delivered {
  sent: boolean;
}

/**
 * Sends one mail, unless its address bounced, complained or, for marketing, did not consent; to our own mailboxes in
 * any case. Repeated with the same idempotency key, it arrives once.
 */
export async function deliverMail(
  { db, mailer, tokenSecrets }: ActivityDeps,
  mail: Mail,
  purpose: MailPurpose | 'own_mailbox' = 'service',
): Promise<Delivered> {
  if (!mailer || isErasedAddress(mail.to)) return { sent: false };
  const own = purpose === 'own_mailbox';
  if (!own && !(await mayMail(db, mail.to, purpose, hashSuppressed(tokenSecrets ?? [], mail.to))))
    return { sent: false };
  await callMailer(() => mailer.send(mail));
  return { sent: true };
}
