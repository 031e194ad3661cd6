import type { Mode } from '../../contracts/access';
import type { Database } from '../../prisma/client';
import type { Period } from './read-usage';

/** Requests with all keys of an account, and its runs, by day of a period in UTC; days without any are left out. */
export interface AccountUsage {
  requests: { date: string; requests: number; failed: number }[];
  /** Runs by the day on which they were ordered. */
  runs: { date: string; runs: number }[];
  /** Dossiers of runs that were completed, and of opportunities that were bought, in the period. */
  dossiers: number;
  /** True of an account that has, or had, a key. */
  hasKeys: boolean;
  /** Requests by key, most first. */
  keys: { apiKeyId: string; name: string; requests: number }[];
}

/** Usage of an account in one mode, whoever caused it. */
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
