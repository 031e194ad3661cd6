import { STAGES, type Stage } from '../../contracts/runs';
import { RUN_KINDS, BEGUN_RUN } from '../../domain/run-kinds';
import type { Database } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { TOUCH } from './row';
import { NEXT_ENTRY, stageEntry } from './timeline';

const KINDS = Object.entries(RUN_KINDS);

/** Kinds whose progress counts stages. */
const BY_STAGES = KINDS.filter(([, { progress }]) => progress === 'stages').map(([kind]) => kind);

/**
 * Advances an unfinished run to a stage; never back, and idempotent. Kinds whose progress counts stages make one step;
 * others count candidates instead (see `settleCandidate`). The timeline tells of it.
 */
export async function reachStage(db: Database, runId: string, stage: Stage): Promise<void> {
  const earlier = STAGES.slice(0, STAGES.indexOf(stage));
  await db.pool.query({
    name: 'run-stage',
    text: `WITH entered AS (
             UPDATE runs SET stage = $2, ${TOUCH}, ${NEXT_ENTRY},
                    progress_done = CASE WHEN kind = ANY($5) THEN LEAST($3, progress_total) ELSE progress_done END
             WHERE id = $1 AND stage = ANY($4) AND status IN (${listOf(BEGUN_RUN)})
             RETURNING id, timeline_last)
           ${stageEntry('entered', '$2::text')}`,
    values: [runId, stage, STAGES.indexOf(stage) - 1, earlier, BY_STAGES],
  });
}
