import { runMessage } from '../../domain/messages/runs';
import type { ApiDeps } from '../../http/deps';
import { moveToDeadline } from '../../store/runs/move-to-deadline';
import type { Run } from '../../store/runs/row';

/**
 * Moves a sandbox run of this account to its deadline. A status read afterwards from this process shows it.
 *
 * @throws Failure as {@link moveToDeadline}
 */
export async function reachDeadline(deps: ApiDeps, accountId: string, id: string): Promise<Run> {
  const { run, pending } = await moveToDeadline(deps.db, accountId, id, (moved) =>
    runMessage(deps.settings, moved, 'deadlineReached'),
  );
  if (pending) deps.deliver(pending);
  deps.runs.forget(id);
  return run;
}
