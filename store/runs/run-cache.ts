import { LRUCache } from 'lru-cache';
import type { Database } from '../../prisma/client';
import { endOverdueRuns, seemsExpired } from './end-overdue-runs';
import { findRun, type RunOwner } from './find-run';
import type { Run } from './row';
import type { RunChanges } from './run-changes';

/** Runs as read last; most polls of a run need no query (docs/interface.md, Runs). */
export interface RunCache {
  /**
   * The run of this owner, or null: a run of another account counts as unknown. Expires an overdue queued run first, so
   * that no worker is needed for that.
   */
  find(owner: RunOwner, runId: string): Promise<Run | null>;
  /** Reads the run again at the next poll: this process changed it. */
  forget(runId: string): void;
}

/** Age at which a run is read again, heard of or not. */
const MAX_AGE_MS = 30_000;
/** Bytes of a run and of its answer, without input and metadata. */
const ROW_BYTES = 5_000;

/** Query under way; outdated once the run may have changed since it began. */
interface Reading {
  run: Promise<Run | null>;
  outdated: boolean;
}

/**
 * Keeps the runs read last, of `maxBytes` together, until they change or are {@link MAX_AGE_MS} old, and while changes
 * are heard: otherwise every poll is read from the database. A change of another process is seen once its notification
 * has come, milliseconds after its commit.
 */
export function createRunCache(db: Database, changes: RunChanges, maxBytes: number): RunCache {
  const runs = new LRUCache<string, Run>({ maxSize: maxBytes, sizeCalculation: sizeOf, ttl: MAX_AGE_MS });
  const readings = new Map<string, Reading>();

  function forget(runId: string): void {
    runs.delete(runId);
    // It may have seen the row before the change.
    const reading = readings.get(runId);
    if (reading) reading.outdated = true;
  }

  changes.onChange((changed) => {
    if (changed !== null) return forget(changed);
    runs.clear();
    for (const reading of readings.values()) reading.outdated = true;
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

  /** Shares the reading of another request for the run, unless a change was heard meanwhile. */
  async function readByOthers(runId: string): Promise<Run | null> {
    const reading = readings.get(runId);
    if (!reading) return null;
    const run = await reading.run.catch(() => null);
    return reading.outdated ? null : run;
  }

  return {
    forget,
    async find(owner, runId) {
      const kept = changes.upToDate() ? (runs.get(runId) ?? (await readByOthers(runId))) : undefined;
      if (kept && isOwner(owner, kept) && !seemsExpired(kept)) return kept;
      const run = await read(owner, runId);
      if (!run || !seemsExpired(run)) return run;
      await endOverdueRuns(db, 1, runId);
      return read(owner, runId);
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
