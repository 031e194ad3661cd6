import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { identify, isSame } from './process/identity';
import { readRecorded, type Recorded } from './process/leftovers';

/** Acquired lock file, or the process that holds it. */
export type Lock = { taken: true; release(): void } | { taken: false; holder: Recorded };

/**
 * Acquires a lock file for this process. A lock of a dead process is taken over; of several concurrent attempts exactly
 * one succeeds.
 */
export function takeLock(file: string): Lock {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify({ pid: process.pid, identity: identify(process.pid) }));
  try {
    for (;;) {
      if (linked(own, file)) return { taken: true, release: () => release(file) };
      const holder = readRecorded(file);
      if (holder && isSame(holder.pid, holder.identity)) return { taken: false, holder };
      removeStale(file);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

function linked(own: string, file: string): boolean {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Renames and rereads a stale lock before deleting it: another process may have acquired it since it was read. */
function removeStale(file: string): void {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const holder = readRecorded(aside);
  if (holder && isSame(holder.pid, holder.identity)) linked(aside, file);
  rmSync(aside, { force: true });
}

function release(file: string): void {
  const text = readFileSync(file, 'utf8');
  if ((JSON.parse(text) as Recorded).pid === process.pid) rmSync(file, { force: true });
}
