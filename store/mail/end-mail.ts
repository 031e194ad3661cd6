import type { MailInput } from '../../contracts/workflow-messages';
import type { Database } from '../../prisma/client';

/** Records that a mail was sent, or will not be; the first end stays. */
export async function endMail(db: Database, { mail, id }: MailInput, sent: boolean): Promise<void> {
  await db.pool.query({
    name: 'mail-end',
    text: 'UPDATE mails SET ended_at = now(), sent = $3 WHERE mail = $1 AND id = $2 AND ended_at IS NULL',
    values: [mail, id, sent],
  });
}
