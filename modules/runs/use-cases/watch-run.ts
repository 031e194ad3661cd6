import { RUN } from '../../run-kinds/rules';
import type { RunCache, RunChanges } from '../store/changes';
import type { Run } from '../store/runs';

/**
 * Heartbeat interval, below the idle timeout of proxies. Each heartbeat checks whether the reader still has access.
 */
const HEARTBEAT_MS = 10_000;

export interface Watcher {
  /** True once the reader has left. The generator itself would notice only at its next `yield`. */
  hasLeft(): boolean;
  /** True while the session or key of the reader is valid. */
  stands(): Promise<boolean>;
}

/**
 * Yields the run immediately and whenever its status or timeline changes, and null as a heartbeat. Ends after a
 * terminal state, when the reader leaves, or when the process stops. If another response has confirmed a change to the
 * reader, never yields an older state.
 */
export async function* watchRun(
  deps: { changes: RunChanges; runs: RunCache },
  first: Run,
  { stands, hasLeft }: Watcher,
): AsyncGenerator<Run | null> {
  let run = first;
  let shown: Pick<Run, 'version' | 'timelineLast'> = { version: -1, timelineLast: -1 };
  let beatAt = Date.now() + HEARTBEAT_MS;
  for (;;) {
    // Starts listening before it reads the run, so that no change in between is missed.
    const changed = deps.changes.changed(run.id, beatAt - Date.now());
    const now = await deps.runs.find(run, run.id);
    if (!now) return;
    run = now;
    const isNew = run.version !== shown.version || run.timelineLast !== shown.timelineLast;
    if (isNew || Date.now() >= beatAt) {
      if (!(await stands())) return;
      yield isNew ? run : null;
      shown = run;
      beatAt = Date.now() + HEARTBEAT_MS;
    }
    if (RUN.isTerminal(run.status)) return;
    if (!(await changed) || hasLeft()) return;
  }
}
