import type { Mode } from '../../../base/access';
import { lastId } from '../../../base/ids';
import type { Database } from '../../../prisma/client';
import { notingLastUse } from '../../accounts/store/callers';

/** Number of requests with the same key, endpoint and status since the last write. */
export interface UsageCount {
  apiKeyId: string;
  endpoint: string;
  status: number;
  requests: number;
}

/** One logged request. It contains no secret, and values are already cut to the maximum length of their columns. */
export interface RequestEntry {
  /** Id with the prefix `req`, which contains the time of the response. */
  id: string;
  accountId: string;
  mode: Mode;
  apiKeyId: string;
  requestId: string;
  method: string;
  /** Path of the endpoint as in the API description; null if no endpoint matched. */
  endpoint: string | null;
  path: string;
  status: number;
  /** Error code; null if the request succeeded. */
  code: string | null;
  durationMs: number;
  serviceVersion: string;
  userAgent: string | null;
  at: Date;
}

/** Counts and log entries that one process adds in one write. A retry must send the same batch. */
export interface UsageBatch {
  /** Unique id of the counting process. */
  writer: string;
  /** Number of the batch in its process, from 1. A process sends a batch only after the previous one was added. */
  sequence: number;
  counts: readonly UsageCount[];
  entries: readonly RequestEntry[];
}

/**
 * Adds a batch to today's counters (UTC) and the request log, and records when each key was last used, in one
 * statement. Does not log requests of erased accounts. Adds each batch only once. A batch whose result was lost can
 * therefore be sent again, even while the first attempt is still under way.
 */
export async function addUsage(db: Database, { writer, sequence, counts, entries }: UsageBatch): Promise<void> {
  // Sorted, so that concurrent processes lock rows in the same order.
  const rows = [...counts].sort((a, b) => sortKey(a).localeCompare(sortKey(b)));
  await db.pool.query({
    name: 'usage-add',
    text: `WITH fresh AS (
             INSERT INTO usage_writers (id, sequence) VALUES ($5, $6)
             ON CONFLICT (id) DO UPDATE SET sequence = excluded.sequence, written_at = now()
               WHERE usage_writers.sequence < excluded.sequence
             RETURNING id),
           added AS (
             INSERT INTO usage_counters (api_key_id, day, endpoint, status, requests)
             SELECT key, (now() AT TIME ZONE 'utc')::date, endpoint, status, requests
             FROM fresh, unnest($1::text[], $2::text[], $3::int[], $4::int[]) AS counted(key, endpoint, status, requests)
             ON CONFLICT (api_key_id, day, endpoint, status)
               DO UPDATE SET requests = usage_counters.requests + excluded.requests),
           logged AS (
             INSERT INTO api_requests (${ENTRY_COLUMNS})
             SELECT ${ENTRY_COLUMNS.replaceAll(/\w+/g, 'entry.$&')}
             FROM fresh, jsonb_to_recordset($7::jsonb) AS entry(id text, account_id text, mode text, api_key_id text,
                    request_id text, method text, endpoint text, path text, status int, code text, duration_ms int,
                    service_version text, user_agent text, at timestamptz)
               JOIN accounts ON accounts.id = entry.account_id AND accounts.status <> 'erased')
           ${notingLastUse('$1')}`,
    values: [
      rows.map((row) => row.apiKeyId),
      rows.map((row) => row.endpoint),
      rows.map((row) => row.status),
      rows.map((row) => row.requests),
      writer,
      sequence,
      JSON.stringify(entries.map(columnsOf)),
    ],
  });
}

const ENTRY_COLUMNS =
  'id, account_id, mode, api_key_id, request_id, method, endpoint, path, status, code, duration_ms, service_version, user_agent, at';

const columnsOf = ({
  accountId,
  apiKeyId,
  requestId,
  durationMs,
  serviceVersion,
  userAgent,
  ...same
}: RequestEntry) => ({
  ...same,
  account_id: accountId,
  api_key_id: apiKeyId,
  request_id: requestId,
  duration_ms: durationMs,
  service_version: serviceVersion,
  user_agent: userAgent,
});

function sortKey(count: UsageCount): string {
  return `${count.apiKeyId} ${count.endpoint} ${count.status}`;
}

export interface RequestOwner {
  accountId: string;
  mode: Mode;
}

export type LoggedRequest = Omit<RequestEntry, 'accountId' | 'mode'> & { apiKeyName: string };

/** A page of the log: ids below `before` and at or above `since`, optionally only HTTP statuses in these ranges. */
export interface RequestPage {
  statuses?: readonly (readonly [from: number, to: number])[];
  before?: string;
  since?: string;
  limit: number;
}

/** This owner's requests, newest first, at most `limit`. A search for a rare status may read the owner's whole log. */
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

/** Deletes all logged requests of these owners, except the newest `keep` of each. */
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
