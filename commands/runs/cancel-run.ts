import { runMessage } from '../../domain/messages/runs';
import type { ApiDeps } from '../../http/deps';
import type { RunOwner } from '../../store/runs/find-run';
import { requestCancel } from '../../store/runs/request-cancel';
import type { Run } from '../../store/runs/row';

/**
 * Cancels a run of this owner. A status read afterwards from this process shows it.
 *
 * @throws Failure as {@link requestCancel}
 */
export async function cancelOwnRun(deps: ApiDeps, owner: RunOwner, id: string): Promise<Run> {
  const { run, pending } = await requestCancel(deps.db, owner, id, deps.settings.undoWindowMs, (canceling) =>
    runMessage(deps.settings, canceling, 'cancelRequested'),
  );
  if (pending) deps.deliver(pending);
  deps.runs.forget(id);
  return run;
}
