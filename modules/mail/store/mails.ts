import { bareAddress } from '../../../base/email-address';
import type { BackgroundMail, MailInput } from '../../../base/workflow-messages';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { raiseAlert, today } from '../../alerts/store/alerts';
import { enqueueWith, type PendingMessage } from '../../outbox/store/outbox';
import { mailMessage } from '../messages';
import { suppress } from './suppressions';

/**
 * Requests an email, once per `mail` and `id`. The email's row stays pending until the email is sent or we give up.
 * Returns null if the email was requested before.
 */
export async function requestMail(tx: Queryable | Database, input: MailInput): Promise<PendingMessage | null> {
  const { mail, id } = input;
  const write = {
    name: 'mail-request',
    sql: 'INSERT INTO mails (mail, id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING mail',
    values: [mail, id],
  };
  return (await enqueueWith(tx, write, `mail:${mail}:${id}`, mailMessage(input)))?.pending ?? null;
}

/**
 * SQL for another statement's `WITH`, for emails that a running workflow sends itself. Adds a pending row for each id
 * in `from`, so that the email is sent even if that workflow is lost.
 */
export function expectMail(mail: BackgroundMail, from: string): string {
  return `INSERT INTO mails (mail, id) SELECT '${mail}', id FROM ${from} ON CONFLICT DO NOTHING`;
}

/** Hours during which we retry an email. The provider forgets idempotency keys after 24 hours. */
const TRIED_WITHIN_HOURS = 20;

interface BegunMail {
  expected: boolean;
  ended: boolean;
  sent: boolean;
}

/**
 * Begins an attempt to send an email. Does not resend a finished email, and gives up if the provider may have
 * forgotten its idempotency key. An email may have no row, for example after a restore. It is then not `expected`, but
 * we still try to send it.
 */
export async function beginMail(db: Database, { mail, id }: MailInput): Promise<BegunMail> {
  const { rows } = await db.pool.query<Omit<BegunMail, 'expected'>>({
    name: 'mail-begin',
    text: `UPDATE mails SET tried_at = COALESCE(tried_at, now()),
                  ended_at = COALESCE(ended_at, CASE WHEN tried_at < now() - $3 * interval '1 hour' THEN now() END)
           WHERE mail = $1 AND id = $2 RETURNING ended_at IS NOT NULL AS ended, sent`,
    values: [mail, id, TRIED_WITHIN_HOURS],
  });
  return rows[0] ? { expected: true, ...rows[0] } : { expected: false, ended: false, sent: false };
}

/** Records that an email was sent or that we gave up. Does not overwrite an earlier result. */
export async function endMail(db: Database, { mail, id }: MailInput, sent: boolean): Promise<void> {
  await db.pool.query({
    name: 'mail-end',
    text: 'UPDATE mails SET ended_at = now(), sent = $3 WHERE mail = $1 AND id = $2 AND ended_at IS NULL',
    values: [mail, id, sent],
  });
}

/** A report from the mail provider about email addresses. */
export interface MailEventReport {
  id: string;
  type: string;
  /** Reason to suppress the addresses; null if the event changes nothing. */
  reason: 'bounce' | 'complaint' | null;
  addresses: string[];
}

/**
 * Handles an event from the mail provider once; returns false if it was handled before. We stop mailing addresses that
 * bounced or complained. Bounces of `ownMailboxes`, keyed by setting, raise an alert once a day instead.
 */
export function recordMailEvent(
  db: Database,
  event: MailEventReport,
  ownMailboxes: Record<string, string> = {},
): Promise<boolean> {
  const { reason } = event;
  return transaction(db, async (tx) => {
    const { rowCount } = await tx.query({
      text: 'INSERT INTO mail_events (id, type) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      values: [event.id, event.type],
    });
    if (rowCount === 0) return false;
    if (!reason) return true;
    for (const email of event.addresses) {
      const mailbox = Object.keys(ownMailboxes).find((name) => bareAddress(ownMailboxes[name]!) === email);
      if (mailbox) await raiseBounced(tx, mailbox, reason);
      else await suppress(tx, email, 'all', reason);
    }
    return true;
  });
}

// Names the setting instead of the address, which must not become part of a workflow id.
function raiseBounced(tx: Queryable, mailbox: string, reason: string): Promise<void> {
  return raiseAlert(tx, {
    alert: 'mailbox-bounced',
    subject: `${mailbox}/${reason}/${today()}`,
    facts: { mailbox, reason },
  });
}
