import type { Database } from '../../../prisma/client';
import { listOf } from '../../../prisma/sql';
import type { RunKind } from '../../run-kinds/contract';
import type { CheckResult } from '../contract';
import type { Run } from './runs';

/** Minimum number of recent similar runs needed to compute a typical time. */
const ENOUGH = 5;

/** Median minutes that recent live runs of this kind and size took. Null for a sandbox run or if there are too few. */
export async function typicalTime(
  db: Database,
  { kind, mode, progressTotal }: Pick<Run, 'kind' | 'mode' | 'progressTotal'>,
): Promise<number | null> {
  if (mode === 'test') return null;
  const { rows } = await db.pool.query<{ count: number; minutes: number | null }>({
    name: 'runs-typical-time',
    text: `SELECT count(*)::int, percentile_cont(0.5) WITHIN GROUP (
                    ORDER BY extract(epoch FROM completed_at - started_at)::float8 / 60) AS minutes
           FROM (${LAST_COMPLETED}) AS ended WHERE kind = $1 AND progress_total = $2`,
    values: [kind, progressTotal],
  });
  const { count, minutes } = rows[0]!;
  return minutes === null || count < ENOUGH ? null : Math.max(1, Math.round(minutes));
}

/** Number of queued runs. `oldestSeconds` is the age of the oldest run, null if the queue is empty. */
export interface QueueDepth {
  depth: number;
  oldestSeconds: number | null;
}

export interface Queue extends QueueDepth {
  byAccount: (QueueDepth & { accountId: string })[];
}

/** Reads the queued runs of at most `limit` accounts, except runs held for review. Uses the index of open runs. */
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

/**
 * SQL: the newest completed live runs, for typical times and figures. Excludes sandbox runs before applying the limit,
 * because they are frequent and quick and would crowd out live runs.
 */
export const LAST_COMPLETED = `SELECT id, kind, progress_total, evidence_cited, evidence_verified, started_at, completed_at
  FROM runs WHERE status = 'completed' AND mode = 'live' ORDER BY id DESC LIMIT 500`;

/** Results of a check that send the submission back to the agent. */
const SENT_BACK = ['sent_back', 'too_little_evidence'] as const satisfies readonly CheckResult[];

export interface ResearchFigures {
  kind: RunKind;
  runs: number;
  /** Number of runs whose quotations were checked, and the totals of cited and verified quotations in them. */
  checked: { runs: number; cited: number; verified: number };
  /** Number of runs that still have a timeline, and number of times that their submissions were sent back. */
  followed: { runs: number; corrections: number };
  /** Median duration in minutes; null if there are no runs. */
  minutes: number | null;
}

/** Reads the figures of each kind that has a completed live run. */
export async function readResearchFigures(db: Database): Promise<ResearchFigures[]> {
  const { rows } = await db.pool.query<ResearchFigures>({
    name: 'runs-research-figures',
    text: `WITH ended AS (${LAST_COMPLETED}),
           followed AS (
             SELECT run_id, count(*) FILTER (WHERE detail->>'result' IN (${listOf(SENT_BACK)})) AS corrections
             FROM run_timeline JOIN ended ON id = run_id
             WHERE run_timeline.kind = 'check' GROUP BY run_id)
           SELECT kind, count(*)::int AS runs,
                  jsonb_build_object('runs', count(evidence_cited), 'cited', coalesce(sum(evidence_cited), 0),
                                     'verified', coalesce(sum(evidence_verified), 0)) AS checked,
                  jsonb_build_object('runs', count(corrections), 'corrections', coalesce(sum(corrections), 0)) AS followed,
                  percentile_cont(0.5) WITHIN GROUP (
                    ORDER BY extract(epoch FROM completed_at - started_at)::float8 / 60) AS minutes
           FROM ended LEFT JOIN followed ON run_id = id GROUP BY kind ORDER BY kind`,
  });
  return rows;
}
