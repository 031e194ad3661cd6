import type { Database } from '../../prisma/client';
import { notingLastUse } from '../keys/find-caller';

/** Requests of one key to one endpoint that ended with one status, since the last write. */
export interface UsageCount {
  apiKeyId: string;
  endpoint: string;
  status: number;
  requests: number;
}

/** Adds counts of requests to today's counters (UTC) and notes when each key was last used, all in one statement. */
export async function addUsage(db: Database, counts: readonly UsageCount[]): Promise<void> {
  if (counts.length === 0) return;
  // Sorted, so that concurrent processes lock rows in the same order.
  const rows = [...counts].sort((a, b) => sortKey(a).localeCompare(sortKey(b)));
  await db.pool.query({
    name: 'usage-add',
    text: `WITH added AS (
             INSERT INTO usage_counters (api_key_id, day, endpoint, status, requests)
             SELECT key, (now() AT TIME ZONE 'utc')::date, endpoint, status, requests
             FROM unnest($1::text[], $2::text[], $3::int[], $4::int[]) AS counted(key, endpoint, status, requests)
             ON CONFLICT (api_key_id, day, endpoint, status)
               DO UPDATE SET requests = usage_counters.requests + excluded.requests)
           ${notingLastUse('$1')}`,
    values: [
      rows.map((row) => row.apiKeyId),
      rows.map((row) => row.endpoint),
      rows.map((row) => row.status),
      rows.map((row) => row.requests),
    ],
  });
}

function sortKey(count: UsageCount): string {
  return `${count.apiKeyId} ${count.endpoint} ${count.status}`;
}
