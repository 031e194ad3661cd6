import { PENDING_DAYS } from '../../domain/accounts';
import type { Database } from '../../prisma/client';

// What an operator gave to an account, or somebody bought for it, keeps it.
const UNUSED = `status = 'pending' AND created_at < now() - $1 * interval '1 day'
  AND NOT EXISTS (SELECT FROM account_links
                  WHERE account_id = accounts.id AND requested_at > now() - $1 * interval '1 day')
  AND NOT EXISTS (SELECT FROM entitlements WHERE account_id = accounts.id)
  AND NOT EXISTS (SELECT FROM api_keys WHERE account_id = accounts.id)
  AND NOT EXISTS (SELECT FROM orders WHERE account_id = accounts.id)
  AND NOT EXISTS (SELECT FROM contributors WHERE account_id = accounts.id)`;

/**
 * Deletes accounts that nobody signed in to within {@link PENDING_DAYS} after their last link, at most `limit`; returns how
 * many. Their links stay until their own age, without the account.
 */
export async function purgePendingAccounts(db: Database, limit: number): Promise<number> {
  // By the place of the row: one that a link is issued to meanwhile is another version of it, at another place.
  const { rowCount } = await db.pool.query({
    text: `DELETE FROM accounts
           WHERE ctid = ANY(ARRAY(SELECT ctid FROM accounts WHERE ${UNUSED} LIMIT $2)) AND ${UNUSED}`,
    values: [PENDING_DAYS, limit],
  });
  return rowCount ?? 0;
}
