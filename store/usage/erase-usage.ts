import type { Queryable } from '../../prisma/client';

/** Deletes the request counts of an account's keys. */
export async function eraseUsage(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    text: 'DELETE FROM usage_counters WHERE api_key_id IN (SELECT id FROM api_keys WHERE account_id = $1)',
    values: [accountId],
  });
}
