import type { Mode } from '../../../base/access';
import type { Metadata } from '../../../base/metadata';
import type { Database } from '../../../prisma/client';
import { readBudget, type Budget } from '../../entitlements/store/budget';

export interface Period {
  start: Date;
  /** First moment of the next month. */
  end: Date;
}

export function monthOf(moment: Date): Period {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth()];
  return { start: new Date(Date.UTC(year, month)), end: new Date(Date.UTC(year, month + 1)) };
}

/** An account's requests and runs per day (UTC) of a period. Omits days without any. */
export interface AccountUsage {
  requests: { date: string; requests: number; failed: number }[];
  /** Runs by the day on which they were requested. */
  runs: { date: string; runs: number }[];
  /** Number of dossiers in the period, from completed runs and purchased opportunities. */
  dossiers: number;
  /** True if the account has or had a key. */
  hasKeys: boolean;
  /** Requests by key, most first. */
  keys: { apiKeyId: string; name: string; requests: number }[];
}

/** Usage of an account in one mode, with all its keys and by all its users. */
export async function readAccountUsage(
  db: Database,
  { accountId, mode }: { accountId: string; mode: Mode },
  { start, end }: Period,
): Promise<AccountUsage> {
  const values = [accountId, mode, start.toISOString(), end.toISOString()];
  const ofKeys = `FROM usage_counters JOIN api_keys ON api_keys.id = api_key_id
    WHERE account_id = $1 AND mode = $2 AND day >= ($3::timestamptz AT TIME ZONE 'utc')::date
      AND day < ($4::timestamptz AT TIME ZONE 'utc')::date`;
  const [requests, keys, runs, counts] = await Promise.all([
    db.pool.query<AccountUsage['requests'][number]>({
      name: 'usage-requests-by-day',
      text: `SELECT to_char(day, 'YYYY-MM-DD') AS date, sum(requests)::int AS requests,
                    COALESCE(sum(requests) FILTER (WHERE status >= 400), 0)::int AS failed
             ${ofKeys} GROUP BY day ORDER BY day`,
      values,
    }),
    db.pool.query<AccountUsage['keys'][number]>({
      name: 'usage-requests-by-key',
      text: `SELECT api_key_id AS "apiKeyId", name, sum(requests)::int AS requests
             ${ofKeys} GROUP BY api_key_id, name ORDER BY requests DESC, api_key_id LIMIT 50`,
      values,
    }),
    db.pool.query<AccountUsage['runs'][number]>({
      name: 'usage-runs-by-day',
      text: `SELECT to_char(created_at AT TIME ZONE 'utc', 'YYYY-MM-DD') AS date, count(*)::int AS runs FROM runs
             WHERE account_id = $1 AND mode = $2 AND created_at >= $3 AND created_at < $4
             GROUP BY date ORDER BY date`,
      values,
    }),
    db.pool.query<Pick<AccountUsage, 'dossiers' | 'hasKeys'>>({
      name: 'usage-dossiers',
      text: `SELECT EXISTS (SELECT 1 FROM api_keys WHERE account_id = $1 AND mode = $2) AS "hasKeys",
               ((SELECT count(*) FROM runs WHERE account_id = $1 AND mode = $2 AND status = 'completed'
                   AND completed_at >= $3 AND completed_at < $4)
                + (SELECT count(*) FROM orders JOIN opportunities ON opportunities.sold_to = orders.id
                     JOIN payments ON payments.order_id = orders.id AND payments.outcome = 'granted'
                   WHERE orders.account_id = $1 AND orders.mode = $2 AND orders.status = 'fulfilled'
                     AND payments.created_at >= $3 AND payments.created_at < $4))::int AS dossiers`,
      values,
    }),
  ]);
  return { requests: requests.rows, runs: runs.rows, keys: keys.rows, ...counts.rows[0]! };
}

/** Usage of one key in a period, and its account's remaining budget. Costs are in millionths of a US dollar. */
export interface Usage {
  requests: { endpoint: string; status: number; requests: number }[];
  runs: { status: string; runs: number }[];
  /** Costs by the day on which the runs ended, oldest day first. */
  costs: { date: string; runs: number; costMicros: number }[];
  budget: Budget;
}

/** Usage of a key this month. If metadata is given, counts only runs that have all of it, and their costs. */
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
