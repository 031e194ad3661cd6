import { RUN } from '../../run-kinds/rules';
import type { RunCache, RunChanges } from '../store/changes';
import type { Run } from '../store/runs';

/** Interval of heartbeats, below the idle timeout of proxies; each checks that the reader may still read. */
const HEARTBEAT_MS = 10_000;

/** Reader of a run, and whether it still may. */
export interface Watcher {
  /** True once the reader has left, which a generator itself learns only when it yields. */
  hasLeft(): boolean;
  /** True while the session or key of the reader is valid. */
  stands(): Promise<boolean>;
}

/**
 * The run, at once and at every change of its status or timeline, and null where nothing changed for a while. Ends after
 * its terminal state, with its reader, and when the process stops. Never older than a change that the reader saw answered.
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
    // Listens before it reads, so that no change in between is missed.
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
