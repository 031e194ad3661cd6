import type { RunStatusName } from '../../contracts/runs';
import { RUN } from '../../domain/runs';
import type { Database } from '../../prisma/client';
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
 * expiry, even if a timer was late; the caller expires it. Idempotent; returns the run's state, null if there is none.
 */
export async function beginRun(
  db: Database,
  runId: string,
  deadlineMs: number,
): Promise<(Begun & { overdue: boolean }) | null> {
  const begun = await db.pool.query<Begun>({
    name: 'run-begin',
    text: `WITH begun AS (
             UPDATE runs SET status = $3, stage = 'researching', started_at = now(),
                    deadline_at = now() + $2 * interval '1 millisecond', ${TOUCH}, ${NEXT_ENTRY}
             WHERE id = $1 AND status = ANY($4) AND queue_expires_at > now()
             RETURNING id, timeline_last, status, deadline_at AS "deadlineAt"),
           told AS (${stageEntry('begun', "'researching'::text")})
           SELECT status, "deadlineAt" FROM begun`,
    values: [runId, deadlineMs, 'running', RUN.before('running')],
  });
  if (begun.rows[0]) return { ...begun.rows[0], overdue: false };
  const known = await loadRun(db, runId);
  if (!known) return null;
  const { status, deadlineAt } = known;
  return { status, deadlineAt, overdue: status === 'queued' };
}
