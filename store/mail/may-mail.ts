import type { Database } from '../../prisma/client';

/** Purpose of a mail to others: part of the product, or advertising that needs a consent of its own. */
export type MailPurpose = 'service' | 'marketing';

/**
 * Returns true if an address may be mailed: never after a bounce or a complaint; marketing only with a valid consent.
 * `hashed` is the address's keyed hash, under which an erased account's suppression is stored.
 */
export async function mayMail(
  db: Database,
  email: string,
  purpose: MailPurpose,
  hashed: readonly string[] = [],
): Promise<boolean> {
  const { rows } = await db.pool.query<{ allowed: boolean }>({
    name: 'mail-allowed',
    text: `SELECT NOT EXISTS (SELECT 1 FROM suppressions WHERE email = ANY($3) AND (scope = 'all' OR scope = $2))
              AND ($2 <> 'marketing' OR EXISTS (
                SELECT 1 FROM consents WHERE email = $1 AND kind = 'marketing' AND withdrawn_at IS NULL)) AS allowed`,
    values: [email, purpose, [email, ...hashed]],
  });
  return rows[0]!.allowed;
}
