import type { RunLimits } from '../../../base/work-limits';
import type { Database } from '../../../prisma/client';
import type { Work } from '../../outbox/store/outbox';
import { runMessage } from '../messages';
import type { RunCache } from '../store/changes';
import { deleteRun } from '../store/delete';
import type { RunOwner, Run } from '../store/runs';
import { requestCancel, moveToDeadline } from '../store/stop';

/**
 * Cancels a run of this owner. Later reads in this process see the change. @throws Failure as {@link requestCancel}
 */
export async function cancelOwnRun(
  deps: Work & { runs: Pick<RunCache, 'forget'>; settings: RunLimits & { undoWindowMs: number } },
  owner: RunOwner,
  id: string,
): Promise<Run> {
  const { run, pending } = await requestCancel(deps.db, owner, id, deps.settings.undoWindowMs, (canceling) =>
    runMessage(deps.settings, canceling, 'cancelRequested'),
  );
  if (pending) deps.deliver(pending);
  deps.runs.forget(id);
  return run;
}

/**
 * Moves a sandbox run to its deadline. Later reads in this process see it. @throws Failure as {@link moveToDeadline}
 */
export async function reachDeadline(
  deps: Work & { runs: Pick<RunCache, 'forget'>; settings: RunLimits },
  accountId: string,
  id: string,
): Promise<Run> {
  const { run, pending } = await moveToDeadline(deps.db, accountId, id, (moved) =>
    runMessage(deps.settings, moved, 'deadlineReached'),
  );
  if (pending) deps.deliver(pending);
  deps.runs.forget(id);
  return run;
}

/** Deletes an ended run. Later reads in this process do not find it. @throws Failure as {@link deleteRun} */
export async function deleteOwnRun(
  deps: { db: Database; runs: Pick<RunCache, 'forget'> },
  owner: RunOwner,
  id: string,
): Promise<void> {
  await deleteRun(deps.db, owner, id);
  deps.runs.forget(id);
}
