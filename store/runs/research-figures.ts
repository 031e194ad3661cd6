import type { RunKind } from '../../contracts/runs';
import type { CheckResult } from '../../contracts/timeline';
import type { Database } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { LAST_COMPLETED } from './last-completed';

/** Results by which a submission went back to the agent. */
const SENT_BACK = ['sent_back', 'too_little_evidence'] as const satisfies readonly CheckResult[];

/** What was measured of live runs of one kind that completed, among the last ones. */
export interface ResearchFigures {
  kind: RunKind;
  runs: number;
  /** Runs of these whose quotations were looked for, with the sums of theirs. */
  checked: { runs: number; cited: number; verified: number };
  /** Runs of these whose timeline is kept, and how often their submissions went back to the agent. */
  followed: { runs: number; corrections: number };
  /** Minutes that half of them needed at most; null without a run. */
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
