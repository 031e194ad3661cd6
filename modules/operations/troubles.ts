import { statfs } from 'node:fs/promises';
import { hostname, tmpdir, totalmem } from 'node:os';
import type { Metrics } from '../../base/observation/metrics';
import type { Liveness } from '../../base/observation/server';
import type { Conditions } from './conditions';

/** Parts of a process that it looks at before each report. */
export interface OwnParts {
  identity: string;
  metrics: Metrics;
  /** Disks besides that of temporary files, each by a path on it. */
  disks?: readonly string[];
  /** Part of a disk that has to be free; a tenth by default. */
  freeShare?: number;
  liveness?: Liveness;
  /** Why a provider fails; null while all answer. See `watchCalls`. */
  failingProvider(): Conditions['provider-failing'] | null;
}

/** What a process sees wrong with itself, by alert. Also sets the figures of its disks and memory. */
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

/** The first disk that is nearly full or cannot be read; null where there is room. */
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
