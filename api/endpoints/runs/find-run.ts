import { Failure } from '../../../contracts/failures';
import { isFinished, type RunStatusName } from '../../../contracts/runs';
import type { Run } from '../../../prisma/client';
import type { Caller } from '../../../store/api-keys';
import { endOverdueRuns, seemsExpired } from '../../../store/runs/end-run';
import { findRun } from '../../../store/runs/read-runs';
import type { ApiDeps } from '../../deps';

/** What {@link completedRun} can answer instead, for the table. */
export const NOT_READY = ['run_not_completed', 'artifact_unavailable'] as const;

/** How long a client should wait before it asks again for what a run has not produced yet. */
const POLL_AFTER_SECONDS = 5;

/**
 * A run of the caller. One that waited past its queue expiry is expired before it is shown, whether a worker is there or not.
 *
 * @throws Failure `run_not_found`
 */
export async function ownRun(deps: ApiDeps, caller: Caller, runId: string): Promise<Run> {
  const run = await findRun(deps.db, caller, runId);
  if (!run) throw new Failure('run_not_found');
  if (!seemsExpired(run)) return run;
  await endOverdueRuns(deps.db, 1, runId);
  return (await findRun(deps.db, caller, runId))!;
}

/**
 * A completed run of the caller.
 *
 * @throws Failure `run_not_found`, `run_not_completed` while it may still complete, `artifact_unavailable` afterwards
 */
export async function completedRun(deps: ApiDeps, caller: Caller, runId: string): Promise<Run> {
  const run = await ownRun(deps, caller, runId);
  if (run.status === 'completed') return run;
  if (isFinished(run.status as RunStatusName)) {
    throw new Failure('artifact_unavailable', { detail: `The run is ${run.status}; it has no documents.` });
  }
  throw new Failure('run_not_completed', {
    detail: `The run is ${run.status}.`,
    retryAfterSeconds: POLL_AFTER_SECONDS,
  });
}
