import type { Mode } from '../../../base/access';
import { lastId } from '../../../base/ids';
import type { Database } from '../../../prisma/client';
import type { RequestEntry } from './usage';

/** A request of the log with the name of its key, as it is now. */
export type LoggedRequest = Omit<RequestEntry, 'accountId' | 'mode'> & { apiKeyName: string };

/** Page of the log: answers with a status in one of these ranges, where given, with ids below `before` and not below `since`. */
export interface RequestPage {
  statuses?: readonly (readonly [from: number, to: number])[];
  before?: string;
  since?: string;
  limit: number;
}

/** Requests of this owner, newest first, at most `limit`. A rare status costs at most a look at all that are kept. */
export async function listRequests(
  db: Database,
  { accountId, mode }: RequestOwner,
  { statuses = [[0, 999]], before = lastId('req'), since = '', limit }: RequestPage,
): Promise<LoggedRequest[]> {
  const { rows } = await db.pool.query<LoggedRequest>({
    name: 'requests-list',
    text: `SELECT requests.id, api_key_id AS "apiKeyId", COALESCE(api_keys.name, '') AS "apiKeyName",
                  request_id AS "requestId", method, endpoint, path, status, code, duration_ms AS "durationMs",
                  service_version AS "serviceVersion", user_agent AS "userAgent", at
           FROM api_requests AS requests LEFT JOIN api_keys ON api_keys.id = api_key_id
           WHERE requests.account_id = $1 AND requests.mode = $2 AND requests.id < $3 AND requests.id >= $4
             AND EXISTS (SELECT FROM unnest($5::int[], $6::int[]) AS range(low, high) WHERE status BETWEEN low AND high)
           ORDER BY requests.id DESC LIMIT $7`,
    values: [accountId, mode, before, since, statuses.map(([from]) => from), statuses.map(([, to]) => to), limit],
  });
  return rows;
}

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
