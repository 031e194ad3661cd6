import { readFileSync } from 'node:fs';
import { groupBy } from '../../domain/group-by';
import { descendantsOf } from '../../test/support/process-tree';
import type { ClusterPlace } from './cluster';

/** Parts whose memory counts; the stand-ins keep all that was ever asked of them. */
const PARTS = ['api', 'worker', 'temporal', 'postgres'] as const;

/** Memory of one process at a moment. */
interface MemoryPoint {
  pid: number;
  /** Hours since the begin. */
  at: number;
  mb: number;
}

/** What is seen of a cluster each minute. */
export type Look = Record<(typeof PARTS)[number], MemoryPoint[]>;

/** Two looks at one process say nothing of its growth before so much of an hour lies between them. */
const APART_H = 1 / 12;
/** A process compiles its code and fills its caches first: workers for half an hour, Temporal for 45 minutes (measured). */
const WARM_AFTER_H = 3 / 4;
/** What garbage and caches move by in an hour is no leak. */
const NOISE_MB = 6;
const NOISE_SHARE = 0.05;

/** Looks at the processes of a cluster; a part that is just being replaced has no point. */
export function lookAt({ file }: ClusterPlace, at: number): Look {
  const pids = Object.entries(file().pids);
  const pointsOf = (part: string) =>
    pids
      .filter(([name]) => name === part || name.startsWith(`${part}-`))
      .flatMap(([, pid]) => {
        const mb = memoryOfTree(pid);
        return mb === null ? [] : [{ pid, at, mb }];
      });
  return Object.fromEntries(PARTS.map((part) => [part, pointsOf(part)])) as Look;
}

/** How memory moved, a line for each part, and the lines of parts that grow. */
export function verdictOf(looks: readonly Look[]): { lines: string[]; grows: string[] } {
  const parts = PARTS.map((part) => {
    const points = looks.flatMap((look) => look[part]);
    const [medianMb, mbAnHour] = [medianOf(points.map(({ mb }) => mb)) ?? 0, growthOf(points)];
    const grows = mbAnHour !== null && mbAnHour > Math.max(NOISE_MB, medianMb * NOISE_SHARE);
    const moved = mbAnHour === null ? 'seen for too short' : `${mbAnHour.toFixed(1)} MB an hour`;
    return { grows, line: `${part}: ${medianMb.toFixed(0)} MB, ${moved}` };
  });
  const grows = parts.filter((part) => part.grows).map(({ line }) => `it grows: ${line}`);
  return { lines: parts.map(({ line }) => line), grows };
}

/**
 * MB an hour in the later halves of the lives of a part's processes, once they are warm: a cache fills in the first half,
 * a leak goes on. Median of the slopes between all pairs of points of one process (Theil and Sen); null without pairs.
 */
function growthOf(points: readonly MemoryPoint[]): number | null {
  const warm = [...groupBy(points, ({ pid }) => pid).values()].map((life) => {
    const times = life.map(({ at }) => at);
    const from = Math.min(...times);
    return life.filter(({ at }) => at >= Math.max((from + Math.max(...times)) / 2, from + WARM_AFTER_H));
  });
  const slopes = warm.flatMap((life) =>
    life.flatMap((a) => life.filter((b) => b.at - a.at >= APART_H).map((b) => (b.mb - a.mb) / (b.at - a.at))),
  );
  return medianOf(slopes);
}

/** MB of a process and all that it started, what they share counted once (`Pss`); null where it has ended. */
function memoryOfTree(pid: number): number | null {
  const sizes = [pid, ...descendantsOf(pid)].map(memoryOf);
  return sizes[0] === null ? null : sizes.reduce<number>((sum, mb) => sum + (mb ?? 0), 0);
}

function memoryOf(pid: number): number | null {
  try {
    const found = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'));
    return found && Number(found[1]) / 1_024;
  } catch {
    return null;
  }
}

/** The middle one in order of size; null of none. */
function medianOf(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
}
