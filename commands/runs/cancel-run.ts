import type { RunPatience } from '../../domain/messages/patience';
import { runMessage } from '../../domain/messages/runs';
import type { Work } from '../../store/outbox/outbox';
import type { RunCache } from '../../store/runs/changes';
import type { RunOwner, Run } from '../../store/runs/runs';
import { requestCancel } from '../../store/runs/stop';

/**
 * Cancels a run of this owner. A status read afterwards from this process shows it.
 *
 * @throws Failure as {@link requestCancel}
 */
export async function cancelOwnRun(
  deps: Work & { runs: Pick<RunCache, 'forget'>; settings: RunPatience & { undoWindowMs: number } },
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
