import type { Database } from '../../prisma/client';

/** Address of an account, which is a placeholder once it is erased; null for an unknown one. */
export async function readAddress(db: Database, accountId: string): Promise<string | null> {
  // Prepared statement: on the way of every purchase.
  const { rows } = await db.pool.query<{ email: string }>({
    name: 'account-address',
    text: 'SELECT email FROM accounts WHERE id = $1',
    values: [accountId],
  });
  return rows[0]?.email ?? null;
}
