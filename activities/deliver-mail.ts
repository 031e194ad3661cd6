import { ApplicationFailure } from '@temporalio/common';
import { hashSuppressed } from '../base/tokens';
import type { MailInput } from '../base/workflow-messages';
import { isErasedAddress } from '../modules/accounts/contract';
import { beginMail, endMail } from '../modules/mail/store/mails';
import { mayMail, type MailPurpose } from '../modules/mail/store/suppressions';
import type { Mail } from '../vendors/mail/mailer';
import type { ActivityDeps } from './deps';
import { callMailer } from './failures';

/** Result of a mail; `sent` is false if mail is not configured or the address must not be mailed. */
export interface Delivered {
  sent: boolean;
}

/** Mail that is due: a service mail under the key of its name, unless it says otherwise. */
export interface DueMail extends Omit<Mail, 'idempotencyKey'> {
  purpose?: MailPurpose | 'own_mailbox';
  /** First part of its idempotency key; the id of its record follows. */
  key?: string;
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

/**
 * Sends a mail by `send`, unless its row says that it has ended, and records the end: also of one that is refused for
 * good, which nobody tries again. Whoever sends it, its own workflow or the one of its run or scan, asks here first.
 */
export async function sendOnce(
  { db }: Pick<ActivityDeps, 'db'>,
  mail: MailInput,
  send: () => Promise<Delivered>,
): Promise<Delivered> {
  const { expected, ended, sent } = await beginMail(db, mail);
  if (ended) return { sent };
  try {
    const delivered = await send();
    await endMail(db, mail, delivered.sent);
    return delivered;
  } catch (error) {
    // A row that came meanwhile is of a later end, such as the one that a sweep gave a run that a restore took back.
    if (expected && error instanceof ApplicationFailure && error.nonRetryable) await endMail(db, mail, false);
    throw error;
  }
}
