import type { Queryable } from '../../prisma/client';
import { endSessions } from './end-sessions';

/** Ends every session of an account and voids every link to it. */
export async function revokeAccess(tx: Queryable, accountId: string): Promise<void> {
  await endSessions(tx, accountId, null);
  await tx.query({
    text: `UPDATE account_links SET used_at = now(), expires_at = LEAST(expires_at, now())
           WHERE account_id = $1 AND used_at IS NULL`,
    values: [accountId],
  });
}
