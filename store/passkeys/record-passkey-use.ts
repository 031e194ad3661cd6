import type { Queryable } from '../../prisma/client';

/** A passkey whose signature was right, with the counter that it signed. */
export interface UsedPasskey {
  accountId: string;
  passkeyId: string;
  counter: number;
}

/**
 * Records the use of a passkey in the caller's transaction. False where it was removed since it was checked, or its
 * counter did not grow: a copy of it was used (one that counts nothing always signs 0).
 */
export async function recordPasskeyUse(
  tx: Queryable,
  { accountId, passkeyId, counter }: UsedPasskey,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `UPDATE passkeys SET counter = $3, last_used_at = now()
           WHERE id = $1 AND account_id = $2 AND (counter < $3 OR (counter = 0 AND $3 = 0))`,
    values: [passkeyId, accountId, counter],
  });
  return rowCount === 1;
}
