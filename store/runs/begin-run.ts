import type { RunStatusName } from '../../contracts/runs';
import { RUN } from '../../domain/run-kinds';
import type { Database } from '../../prisma/client';
import { AGENT_STOPPED } from '../agents/agent-stops';
import { loadRun } from './find-run';
import { TOUCH } from './row';
import { NEXT_ENTRY, stageEntry } from './timeline';

/** State of a run after {@link beginRun}. */
export interface Begun {
  status: RunStatusName;
  deadlineAt: Date | null;
}

/**
 * Takes a run out of the queue: it is running, and its deadline counts from now. Does not begin a run past its queue
 * expiry, even if a timer was late; the caller expires it. While the agent provider refuses all work, a run stays queued
 * (`isDelayed`), unless it `isTry`. Idempotent; returns the run's state, null if there is none.
 */
export async function beginRun(
  db: Database,
  runId: string,
  deadlineMs: number,
  isTry = false,
): Promise<(Begun & { overdue: boolean; isDelayed: boolean }) | null> {
  const begun = await db.pool.query<Begun>({
    name: 'run-begin',
    text: `WITH begun AS (
             UPDATE runs SET status = $3, stage = 'researching', started_at = now(),
                    deadline_at = now() + $2 * interval '1 millisecond', ${TOUCH}, ${NEXT_ENTRY}
             WHERE id = $1 AND status = ANY($4) AND queue_expires_at > now()
               AND ($5 OR mode = 'test' OR NOT ${AGENT_STOPPED})
             RETURNING id, timeline_last, status, deadline_at AS "deadlineAt"),
           told AS (${stageEntry('begun', "'researching'::text")})
           SELECT status, "deadlineAt" FROM begun`,
    values: [runId, deadlineMs, 'running', RUN.before('running'), isTry],
  });
  if (begun.rows[0]) return { ...begun.rows[0], overdue: false, isDelayed: false };
  const known = await loadRun(db, runId);
  if (!known) return null;
  const { status, deadlineAt, queueExpiresAt } = known;
  const waits = status === 'queued';
  const overdue = waits && queueExpiresAt.getTime() <= Date.now();
  return { status, deadlineAt, overdue, isDelayed: waits && !overdue };
}
