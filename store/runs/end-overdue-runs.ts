import type { RunStatusName } from '../../contracts/runs';
import { RUN } from '../../domain/runs';
import { RUN_WAIT } from '../../domain/runs';
import { transaction, type Database } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { leastRecent } from '../sweeps/least-recent';
import { endRunIn } from './end-run';
import type { Run } from './row';

/** Grace period after its deadline in which a run's own workflow may end it, before a sweep does. */
const DEADLINE_GRACE_MS = RUN_WAIT.longestMs;

/** True if a run is past its queue expiry by this process's clock; the database's clock decides. */
export function seemsExpired(run: Run): boolean {
  return run.startedAt === null && run.queueExpiresAt.getTime() < Date.now() && !RUN.isTerminal(run.status);
}

/**
 * Condition of {@link endOverdueRuns}; `$2` is the grace period in milliseconds. Its first comparison is an index's.
 * While the agent provider refuses all work, no deadline ends a run: deadlines move once it takes work again.
 */
const OVERDUE = `status IN (${listOf(RUN.open)})
               AND CASE WHEN started_at IS NULL THEN queue_expires_at ELSE deadline_at END < now()
               AND (started_at IS NULL OR deadline_at < now() - $2 * interval '1 millisecond')
               AND (started_at IS NULL OR mode = 'test' OR NOT EXISTS (SELECT 1 FROM agent_stops WHERE ended_at IS NULL))`;

const leastChecked = leastRecent('overdue_runs', 'runs.id');

/** Overdue runs that were not checked since `before`, least recent first, for {@link endOverdueRuns}. */
export async function overdueRuns(db: Database, before: Date, limit: number): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>({
    name: 'runs-overdue-list',
    text: `SELECT id FROM runs ${leastChecked.join} WHERE ${OVERDUE} AND ${leastChecked.due} ORDER BY ${leastChecked.order} LIMIT $3`,
    values: [before, DEADLINE_GRACE_MS, limit],
  });
  return rows.map(({ id }) => id);
}

/**
 * Ends overdue runs that no workflow ended, because there was no worker: queued past their queue expiry, or unfinished
 * well past their deadline. At most `limit`, or only `runId`; returns their ids.
 */
export async function endOverdueRuns(db: Database, limit: number, runId: string | null = null): Promise<string[]> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ id: string; status: RunStatusName }>({
      name: runId === null ? 'runs-overdue' : 'run-overdue',
      text: `SELECT id, status FROM runs WHERE ${OVERDUE} ${runId === null ? '' : 'AND id = $3'}
             ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
      values: [limit, DEADLINE_GRACE_MS, ...(runId === null ? [] : [runId])],
    });
    for (const run of rows) {
      if (run.status === 'queued') await endRunIn(tx, run.id, 'expired', 'queue_expired', null);
      else if (run.status === 'running') await endRunIn(tx, run.id, 'failed', 'deadline_exceeded', null);
      else await endRunIn(tx, run.id, 'canceled', 'canceled', null);
    }
    return rows.map((run) => run.id);
  });
}
