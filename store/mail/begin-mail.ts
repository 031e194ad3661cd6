import type { MailInput } from '../../contracts/workflow-messages';
import type { Database } from '../../prisma/client';

/** Hours from the first attempt in which a mail is tried: the provider forgets its key after 24. */
const TRIED_WITHIN_HOURS = 20;

/** A mail after {@link beginMail}. */
interface BegunMail {
  expected: boolean;
  ended: boolean;
  sent: boolean;
}

/**
 * Begins an attempt of a mail. One that has ended is not sent again, nor one whose key the provider may have forgotten:
 * it ends here. A mail that is not `expected` has no row, as one that an earlier release asked for, and is tried.
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
