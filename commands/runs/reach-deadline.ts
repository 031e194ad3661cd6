import type { RunPatience } from '../../domain/messages/patience';
import { runMessage } from '../../domain/messages/runs';
import type { Work } from '../../store/outbox/outbox';
import type { RunCache } from '../../store/runs/changes';
import type { Run } from '../../store/runs/runs';
import { moveToDeadline } from '../../store/runs/stop';

/**
 * Moves a sandbox run of this account to its deadline. A status read afterwards from this process shows it.
 *
 * @throws Failure as {@link moveToDeadline}
 */
export async function reachDeadline(
  deps: Work & { runs: Pick<RunCache, 'forget'>; settings: RunPatience },
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
