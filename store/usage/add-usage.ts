import type { Database } from '../../prisma/client';
import { notingLastUse } from '../keys/find-caller';

/** Requests of one key to one endpoint that ended with one status, since the last write. */
export interface UsageCount {
  apiKeyId: string;
  endpoint: string;
  status: number;
  requests: number;
}

/** Counts that one process adds together. Sent again, it must be the same. */
export interface UsageBatch {
  /** The process that counted, by an id that no other has. */
  writer: string;
  /** Counts from 1; a batch is added before the next one is sent. */
  sequence: number;
  counts: readonly UsageCount[];
}

/**
 * Adds a batch to today's counters (UTC) and notes when each key was last used, all in one statement. Does nothing for a
 * batch that was added before, so one whose answer was lost can be sent again, also while the first is still under way.
 */
export async function addUsage(db: Database, { writer, sequence, counts }: UsageBatch): Promise<void> {
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
               DO UPDATE SET requests = usage_counters.requests + excluded.requests)
           ${notingLastUse('$1')}`,
    values: [
      rows.map((row) => row.apiKeyId),
      rows.map((row) => row.endpoint),
      rows.map((row) => row.status),
      rows.map((row) => row.requests),
      writer,
      sequence,
    ],
  });
}

function sortKey(count: UsageCount): string {
  return `${count.apiKeyId} ${count.endpoint} ${count.status}`;
}
