import { ApplicationFailure } from '@temporalio/common';
import { hashSuppressed } from '../base/tokens';
import type { MailInput } from '../base/workflow-messages';
import { isErasedAddress } from '../modules/accounts/contract';
import { beginMail, endMail } from '../modules/mail/store/mails';
import { mayMail, type MailPurpose } from '../modules/mail/store/suppressions';
import type { Mail } from '../vendors/mail/mailer';
import type { ActivityDeps } from './deps';
import { callMailer } from './failures';

/** Result of sending an email. `sent` is false if email is not configured or if the email address must not get it. */
export interface Delivered {
  sent: boolean;
}

/** An email to send now. By default it is a service email whose idempotency key starts with its kind. */
export interface DueMail extends Omit<Mail, 'idempotencyKey'> {
  purpose?: MailPurpose | 'own_mailbox';
  /** First part of the email's idempotency key, followed by the id of its record. */
  key?: string;
}

/**
 * Sends one email, unless mail to the address bounced, its owner complained or, for marketing, did not consent. Always
 * sends to our own mailboxes. An email that is sent twice with the same idempotency key arrives once.
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
 * Sends an email unless its row says that it was already sent or given up. Records the result, including a permanent
 * rejection. Both senders call this: the email's own workflow, and the workflow of the run or scan.
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
    // If the caller expected no row, a new row is about a later end of the run, such as after a restore.
    if (expected && error instanceof ApplicationFailure && error.nonRetryable) await endMail(db, mail, false);
    throw error;
  }
}
