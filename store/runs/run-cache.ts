import { LRUCache } from 'lru-cache';
import type { Database } from '../../prisma/client';
import { awaitListeners } from './await-listeners';
import { endOverdueRuns, seemsExpired } from './end-run';
import { findRun, type RunOwner } from './read-runs';
import type { Run } from './row';
import type { RunChanges } from './run-changes';

/** Runs as last committed; most polls of a run need no query. */
export interface RunCache {
  /**
   * The run of this owner, or null: a run of another account counts as unknown. Expires an overdue queued run first, so
   * that no worker is needed for that.
   */
  find(owner: RunOwner, runId: string): Promise<Run | null>;
  /** Like `find`, as committed in the database now. */
  findCommitted(owner: RunOwner, runId: string): Promise<Run | null>;
  /** Waits until no process answers from before the changes committed so far; see {@link awaitListeners}. */
  recall(): Promise<void>;
}

/** Longest time for which a deleted run is still found: its row announces changes only. */
const MAX_AGE_MS = 60_000;
/** Bytes of a run and of its answer, without input and metadata. */
const ROW_BYTES = 5_000;

/** Query under way; outdated once the run may have changed since it began. */
interface Reading {
  run: Promise<Run | null>;
  outdated: boolean;
}

/**
 * Keeps the runs read last, of `maxBytes` together, for as long as their changes are heard: without a live connection for notifications
 * everything is read from the database. Never older than a change that a caller saw answered.
 */
export function createRunCache(db: Database, changes: RunChanges, maxBytes: number): RunCache {
  const runs = new LRUCache<string, Run>({ maxSize: maxBytes, sizeCalculation: sizeOf, ttl: MAX_AGE_MS });
  const readings = new Map<string, Reading>();
  changes.onChange((changed) => {
    if (changed === null) runs.clear();
    else runs.delete(changed);
    // A reading under way may have seen the row before the change.
    for (const [runId, reading] of readings) if (changed === null || runId === changed) reading.outdated = true;
  });

  async function read(owner: RunOwner, runId: string): Promise<Run | null> {
    const reading: Reading = { run: findRun(db, owner, runId), outdated: !changes.upToDate() };
    readings.set(runId, reading);
    try {
      const run = await reading.run;
      if (run && !reading.outdated) runs.set(runId, run);
      return run;
    } finally {
      if (readings.get(runId) === reading) readings.delete(runId);
    }
  }

  async function findCommitted(owner: RunOwner, runId: string): Promise<Run | null> {
    const run = await read(owner, runId);
    if (!run || !seemsExpired(run)) return run;
    await endOverdueRuns(db, 1, runId);
    return read(owner, runId);
  }

  /** Shares the reading of another request for the run, unless a change was heard meanwhile. */
  async function readByOthers(runId: string): Promise<Run | null> {
    const reading = readings.get(runId);
    if (!reading) return null;
    const run = await reading.run.catch(() => null);
    return reading.outdated ? null : run;
  }

  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  // Shared by all that wait, so that a process that is silent costs one connection. A recall under way may have begun
  // before a change, so whoever comes later waits for the following one.
  function recall(): Promise<void> {
    if (!current) {
      current = awaitListeners(db).finally(() => (current = null));
      return current;
    }
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = null;
        return recall();
      });
    return next;
  }

  return {
    findCommitted,
    recall,
    async find(owner, runId) {
      const kept = changes.upToDate() ? (runs.get(runId) ?? (await readByOthers(runId))) : undefined;
      return kept && isOwner(owner, kept) && !seemsExpired(kept) ? kept : findCommitted(owner, runId);
    },
  };
}

/** Approximate bytes of a run in memory; its input, of up to 64 kB, is most of a large one. */
function sizeOf({ input, metadata }: Run): number {
  // The answer has the metadata again.
  return ROW_BYTES + 2 * (JSON.stringify(input).length + 2 * JSON.stringify(metadata).length);
}

function isOwner(owner: RunOwner, run: Run): boolean {
  return run.accountId === owner.accountId && run.mode === owner.mode;
}
