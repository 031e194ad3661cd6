import type { BackgroundMail, MailInput } from '../../contracts/workflow-messages';
import { mailMessage } from '../../domain/messages/mails';
import type { Database, Queryable } from '../../prisma/client';
import { enqueueWith, type PendingMessage } from '../outbox/enqueue';

/**
 * Asks for a mail in the caller's transaction, once for each `mail` and `id`: its row waits until the mail is sent or
 * will not be. Returns the message to deliver after the commit, or null for a repetition.
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
 * Statement, as a part of another's `WITH`, for mails that a workflow under way sends itself: a row waits for each id in
 * `from`, so that the mail is sent also where that workflow is gone.
 */
export function expectMail(mail: BackgroundMail, from: string): string {
  return `INSERT INTO mails (mail, id) SELECT '${mail}', id FROM ${from} ON CONFLICT DO NOTHING`;
}
