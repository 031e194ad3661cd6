import type { Mode } from '../../contracts/access';
import type { Database } from '../../prisma/client';

/** Whose requests: an account in one mode. */
export interface RequestOwner {
  accountId: string;
  mode: Mode;
}

/** Deletes what the log has of these owners beyond the newest `keep` of each. */
export async function trimRequests(db: Database, owners: readonly RequestOwner[], keep: number): Promise<void> {
  await db.pool.query({
    name: 'requests-trim',
    text: `DELETE FROM api_requests AS old USING (
             SELECT owner.account_id, owner.mode, last.id
             FROM unnest($1::text[], $2::text[]) AS owner(account_id, mode),
               LATERAL (SELECT id FROM api_requests WHERE account_id = owner.account_id AND mode = owner.mode
                        ORDER BY id DESC OFFSET $3 LIMIT 1) AS last) AS full_log
           WHERE old.account_id = full_log.account_id AND old.mode = full_log.mode AND old.id <= full_log.id`,
    values: [owners.map(({ accountId }) => accountId), owners.map(({ mode }) => mode), keep],
  });
}
