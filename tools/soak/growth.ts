import { groupBy } from '../../domain/group-by';

/** Memory of one process at a moment. */
export interface MemoryPoint {
  pid: number;
  /** Hours since the begin of the soak. */
  at: number;
  mb: number;
}

/** How the memory of a part moves while one of its processes lives. */
export interface Growth {
  /** Median of all points, in MB. */
  medianMb: number;
  /**
   * MB an hour in the later halves of its processes' lives: median of the slopes between all pairs of points of one process
   * (Theil and Sen); null without pairs.
   */
  mbAnHour: number | null;
}

/** Two looks at one process say nothing of its growth before so much of an hour lies between them. */
const APART_H = 1 / 12;
/** A process compiles its code and fills its caches first: workers for half an hour, Temporal for 45 minutes (measured). */
const WARM_AFTER_H = 3 / 4;
/** What garbage and caches move by in an hour is no leak. */
const NOISE_MB = 6;
const NOISE_SHARE = 0.05;

/**
 * How a part grows, by the points of all processes that it had; of each only what comes after it is warm, and in the later
 * half of its life: a cache fills in the first and is full then, a leak goes on.
 */
export function growthOf(points: readonly MemoryPoint[]): Growth {
  const lives = groupBy(points, ({ pid }) => pid);
  const warm = [...lives.values()].flatMap((life) => {
    const from = Math.min(...life.map(({ at }) => at));
    const middle = (from + Math.max(...life.map(({ at }) => at))) / 2;
    return life.filter(({ at }) => at >= Math.max(middle, from + WARM_AFTER_H));
  });
  const slopes = warm.flatMap((a, i) =>
    warm
      .slice(i + 1)
      .filter((b) => b.pid === a.pid && Math.abs(b.at - a.at) >= APART_H)
      .map((b) => (b.mb - a.mb) / (b.at - a.at)),
  );
  return { medianMb: medianOf(points.map(({ mb }) => mb)) ?? 0, mbAnHour: medianOf(slopes) };
}

/** True where a part grows by more than garbage and caches explain. */
export function isGrowing({ medianMb, mbAnHour }: Growth): boolean {
  return mbAnHour !== null && mbAnHour > Math.max(NOISE_MB, medianMb * NOISE_SHARE);
}

/** Size of the database and what was done by then. */
export interface DiskPoint {
  runs: number;
  mb: number;
}

/** A run of the second half needs at most so much more room than one of the first: indexes grow by steps. */
const ROOM_FACTOR = 1.5;

/** Kilobytes of database for each run, of the first half of all runs and of the second; null where there are too few. */
export function roomOfRuns(points: readonly DiskPoint[]): { first: number; second: number } | null {
  const [begin, end] = [points[0], points.at(-1)];
  if (!begin || !end) return null;
  const middle = points.find(({ runs }) => runs >= (begin.runs + end.runs) / 2)!;
  if (middle.runs === begin.runs || middle.runs === end.runs) return null;
  const between = (a: DiskPoint, b: DiskPoint) => ((b.mb - a.mb) * 1_024) / (b.runs - a.runs);
  return { first: between(begin, middle), second: between(middle, end) };
}

/** True where later runs need more room than earlier ones. */
export function isSwelling(room: { first: number; second: number } | null): boolean {
  return room !== null && room.second > Math.max(1, room.first) * ROOM_FACTOR;
}

/** The middle one in order of size; null of none. */
function medianOf(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
}
