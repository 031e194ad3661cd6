import type { Mode } from '../../contracts/access';
import type { Metadata } from '../../contracts/metadata';
import type { Database } from '../../prisma/client';
import { readBudget, type Budget } from '../accounts/read-budget';

/** One calendar month in UTC. */
export interface Period {
  start: Date;
  /** The first moment of the next month. */
  end: Date;
}

/** Month of a moment. */
export function monthOf(moment: Date): Period {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth()];
  return { start: new Date(Date.UTC(year, month)), end: new Date(Date.UTC(year, month + 1)) };
}

/** Usage of one key in a period, and its account's remaining budget. Costs are millionths of a US dollar. */
export interface Usage {
  requests: { endpoint: string; status: number; requests: number }[];
  runs: { status: string; runs: number }[];
  /** Days with runs that ended, oldest first. */
  costs: { date: string; runs: number; costMicros: number }[];
  budget: Budget;
}

/** The usage of a key in this month; runs and costs of all runs, or of those with all of this metadata. */
export async function readUsage(
  db: Database,
  caller: { apiKeyId: string; accountId: string; mode: Mode },
  { start, end }: Period,
  metadata: Metadata = {},
): Promise<Usage> {
  const { apiKeyId, accountId, mode } = caller;
  const period = [start.toISOString(), end.toISOString()];
  const [requests, runs, costs, budget] = await Promise.all([
    db.pool.query<Usage['requests'][number]>({
      name: 'usage-requests',
      text: `SELECT endpoint, status, sum(requests)::int AS requests FROM usage_counters
             WHERE api_key_id = $1 AND day >= ($2::timestamptz AT TIME ZONE 'utc')::date
               AND day < ($3::timestamptz AT TIME ZONE 'utc')::date
             GROUP BY endpoint, status ORDER BY endpoint, status`,
      values: [apiKeyId, ...period],
    }),
    db.pool.query<Usage['runs'][number]>({
      name: 'usage-runs',
      text: `SELECT status, count(*)::int AS runs FROM runs
             WHERE account_id = $1 AND mode = $2 AND api_key_id = $3 AND created_at >= $4 AND created_at < $5
               AND metadata @> $6::jsonb
             GROUP BY status ORDER BY status`,
      values: [accountId, mode, apiKeyId, ...period, JSON.stringify(metadata)],
    }),
    db.pool.query<Omit<Usage['costs'][number], 'costMicros'> & { costMicros: string }>({
      name: 'usage-costs',
      text: `SELECT to_char(completed_at AT TIME ZONE 'utc', 'YYYY-MM-DD') AS date, count(*)::int AS runs,
                    sum(cost_micros) AS "costMicros"
             FROM runs WHERE account_id = $1 AND mode = $2 AND api_key_id = $3 AND cost_micros IS NOT NULL
               AND completed_at >= $4 AND completed_at < $5 AND metadata @> $6::jsonb
             GROUP BY date ORDER BY date`,
      values: [accountId, mode, apiKeyId, ...period, JSON.stringify(metadata)],
    }),
    readBudget(db.pool, { accountId, mode }),
  ]);
  return {
    requests: requests.rows,
    runs: runs.rows,
    costs: costs.rows.map((row) => ({ ...row, costMicros: Number(row.costMicros) })),
    budget,
  };
}
