import type { Database } from '../../prisma/client';

/** Queued runs of all accounts, or of one; the age is that of the oldest in whole seconds, null if there is none. */
export interface QueueDepth {
  depth: number;
  oldestSeconds: number | null;
}

/** Waiting work by account, deepest first. */
export interface Queue extends QueueDepth {
  byAccount: (QueueDepth & { accountId: string })[];
}

/** Reads which runs wait for a worker, by an index of unfinished runs only; at most `limit` accounts. */
export async function readQueue(db: Database, limit: number): Promise<Queue> {
  const { rows } = await db.pool.query<QueueDepth & { accountId: string | null }>({
    text: `SELECT account_id AS "accountId", count(*)::int AS depth,
                  floor(extract(epoch FROM now() - min(created_at)))::int AS "oldestSeconds"
           FROM runs WHERE status = 'queued' AND NOT review GROUP BY ROLLUP (account_id)
           ORDER BY account_id IS NULL DESC, depth DESC, account_id LIMIT $1`,
    values: [limit + 1],
  });
  const [all, ...accounts] = rows;
  const { depth, oldestSeconds } = all!;
  return { depth, oldestSeconds, byAccount: accounts.map((row) => ({ ...row, accountId: row.accountId! })) };
}
