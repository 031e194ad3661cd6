import { statfs } from 'node:fs/promises';
import { hostname, tmpdir, totalmem } from 'node:os';
import type { Metrics } from '../../base/observation/metrics';
import type { Liveness } from '../../base/observation/server';
import type { Conditions } from './conditions';

/** Parts of a process to check before each report. */
export interface OwnParts {
  identity: string;
  metrics: Metrics;
  /** Disks in addition to the one for temporary files, each given by a path on it. */
  disks?: readonly string[];
  /** Minimum share of a disk that must be free, 0.1 by default. */
  freeShare?: number;
  liveness?: Liveness;
  /** Facts about a failing provider; null while all providers respond. See `watchCalls`. */
  failingProvider(): Conditions['provider-failing'] | null;
}

/** Problems of this process, by alert name. Also sets the metrics for its disks and memory. */
export async function readTroubles(own: OwnParts): Promise<Conditions> {
  const provider = own.failingProvider();
  const disk = await fullDisk(own);
  const late = own.liveness?.loops().find((each) => each.late && each.loop !== 'beat');
  own.metrics.set('noi_memory_limit_bytes', {}, Math.min(process.constrainedMemory() || Infinity, totalmem()));
  return {
    ...(provider && { 'provider-failing': provider }),
    ...(disk && { 'disk-nearly-full': { ...disk, host: hostname() } }),
    ...(late && {
      'loop-stalled': { loop: late.loop, identity: own.identity, seconds: `${Math.floor(late.idleMs / 1_000)}` },
    }),
  };
}

/** First disk that is nearly full or cannot be read; null if all disks have enough space. */
async function fullDisk({ disks = [], freeShare = 0.1, metrics }: OwnParts) {
  const found = await Promise.all(
    [...disks, tmpdir()].map(async (path) => {
      try {
        const { bavail, blocks, bsize } = await statfs(path);
        metrics.set('noi_disk_free_bytes', { path }, bavail * bsize);
        metrics.set('noi_disk_size_bytes', { path }, blocks * bsize);
        if (bavail >= blocks * freeShare) return null;
        return { path, free: `${((bavail * bsize) / 1e9).toFixed(1)} GB` };
      } catch (error) {
        return { path, free: `unknown (${(error as NodeJS.ErrnoException).code})` };
      }
    }),
  );
  return found.find((disk) => disk !== null) ?? null;
}
