import type { Mail } from '../providers/mail/mailer';
import { mayMail, type MailPurpose } from '../store/suppressions';
import type { ActivityDeps } from './deps';
import { callingProvider } from './failures';

/** Whether a mail went out; false where mail is off or the address must not be written to. */
export interface Delivered {
  sent: boolean;
}

/**
 * Sends one mail, unless its address bounced, complained or, for marketing, did not agree. Sent twice under its idempotency key, it
 * arrives once.
 */
export async function deliverMail(
  { db, mailer }: ActivityDeps,
  mail: Mail,
  purpose: MailPurpose = 'service',
): Promise<Delivered> {
  if (!mailer || !(await mayMail(db, mail.to, purpose))) return { sent: false };
  await callingProvider(() => mailer.send(mail));
  return { sent: true };
}
