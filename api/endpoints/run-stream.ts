import type { ApiDeps } from '../../http/deps';
import { HEARTBEAT, serverSent } from '../../http/event-stream';
import { RUN } from '../../modules/run-kinds/rules';
import type { TimelineEntry } from '../../modules/runs/contract';
import type { Run } from '../../modules/runs/store/runs';
import { readTimeline } from '../../modules/runs/store/timeline';
import { toRunStatus } from '../../modules/runs/use-cases/run-view';
import { watchRun, type Watcher } from '../../modules/runs/use-cases/watch-run';

/** Returns the entry number in a `Last-Event-ID` header, or 0 (the beginning) if the header is invalid. */
export function entryAfter(lastEventId: string): number {
  return /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : 0;
}

/** Id of the `end` event of an ended run: one above the id of the last entry. */
export function endId({ timelineLast }: Run): string {
  return String(timelineLast + 1);
}

/**
 * Streams a run as server-sent events (docs/interface/runs.md): timeline entries numbered above `after` as `activity`
 * and `candidate`, `status` on each change, and `end` when the run has ended. Event ids are entry numbers.
 */
export async function* runStream(deps: ApiDeps, first: Run, after: number, watcher: Watcher): AsyncGenerator<string> {
  // An id from another run could be too high and hide new entries.
  let seen = Math.min(after, first.timelineLast);
  let status = -1;
  const unscored = new Set<number>();
  for await (const run of watchRun(deps, first, watcher)) {
    if (!run) {
      yield HEARTBEAT;
      continue;
    }
    // If the run has ended, all its entries are committed. Otherwise, entries missed here are sent after the run's
    // next change.
    const entries = run.timelineLast > seen ? await readTimeline(deps.db, run, seen) : [];
    for (const entry of entries) {
      yield eventOf(entry, entry.entry);
      if (entry.kind === 'candidate' && entry.detail.score === null) unscored.add(entry.entry);
    }
    seen = Math.max(seen, run.timelineLast, entries.at(-1)?.entry ?? 0);
    if (run.version !== status) yield serverSent('status', toRunStatus(run), seen);
    status = run.version;
    if (!RUN.isTerminal(run.status)) continue;
    if (run.status === 'completed' && unscored.size > 0) {
      const all = await readTimeline(deps.db, run);
      for (const entry of all) if (unscored.has(entry.entry)) yield eventOf(entry);
    }
    yield serverSent('end', { runId: run.id, status: run.status }, Number(endId(run)));
  }
}

function eventOf({ kind, at, candidateId, detail }: TimelineEntry, id?: number): string {
  if (kind === 'candidate') return serverSent('candidate', { at, candidateId, ...detail }, id);
  return serverSent('activity', { at, kind, candidateId, ...detail }, id);
}
