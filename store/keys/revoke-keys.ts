import type { Queryable } from '../../prisma/client';

/** Revokes every key of an account at once, in the caller's transaction. */
export async function revokeKeysOf(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    text: 'UPDATE api_keys SET revoked_at = LEAST(revoked_at, now()) WHERE account_id = $1',
    values: [accountId],
  });
}
