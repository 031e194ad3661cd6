import type { Queryable } from '../../prisma/client';

/** Replaces a suppressed address by its keyed hash; deletes it without a hash, as then no mail is sent at all. */
export async function hashSuppressions(tx: Queryable, email: string, hash: string | null): Promise<void> {
  if (hash !== null) {
    await tx.query({
      text: `INSERT INTO suppressions (email, scope, reason, created_at)
             SELECT $2, scope, reason, created_at FROM suppressions WHERE email = $1 ON CONFLICT DO NOTHING`,
      values: [email, hash],
    });
  }
  await tx.query({ text: 'DELETE FROM suppressions WHERE email = $1', values: [email] });
}
