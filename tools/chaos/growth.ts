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
export interface Look {
  memory: Record<(typeof PARTS)[number], MemoryPoint[]>;
  /** Completed runs, and the size of the database by then. */
  runs: number;
  mb: number;
}

/** Two looks at one process say nothing of its growth before so much of an hour lies between them. */
const APART_H = 1 / 12;
/** A process compiles its code and fills its caches first: workers for half an hour, Temporal for 45 minutes (measured). */
const WARM_AFTER_H = 3 / 4;
/** What garbage and caches move by in an hour is no leak. */
const NOISE_MB = 6;
const NOISE_SHARE = 0.05;
/** A run of the second half needs at most so much more room than one of the first: indexes grow by steps. */
const ROOM_FACTOR = 1.5;

/** Looks at the processes and the database of a cluster; a part that is just being replaced has no point. */
export async function lookAt({ db, file }: ClusterPlace, at: number): Promise<Look> {
  const { rows } = await db.pool.query<{ runs: number; bytes: string }>(
    `SELECT (SELECT count(*)::int FROM runs WHERE status = 'completed') AS runs,
            pg_database_size(current_database()) AS bytes`,
  );
  const pids = Object.entries(file().pids);
  const pointsOf = (part: string) =>
    pids
      .filter(([name]) => name === part || name.startsWith(`${part}-`))
      .flatMap(([, pid]) => {
        const mb = memoryOfTree(pid);
        return mb === null ? [] : [{ pid, at, mb }];
      });
  const memory = Object.fromEntries(PARTS.map((part) => [part, pointsOf(part)])) as Look['memory'];
  return { memory, runs: rows[0]!.runs, mb: Number(rows[0]!.bytes) / 1_048_576 };
}

/** How memory and disk moved, a line each, and the lines that say of growth. */
export function verdictOf(looks: readonly Look[]): { lines: string[]; grows: string[] } {
  const lines = PARTS.map((part) => {
    const points = looks.flatMap(({ memory }) => memory[part]);
    const [medianMb, mbAnHour] = [medianOf(points.map(({ mb }) => mb)) ?? 0, growthOf(points)];
    const grows = mbAnHour !== null && mbAnHour > Math.max(NOISE_MB, medianMb * NOISE_SHARE);
    const moved = mbAnHour === null ? 'seen for too short' : `${mbAnHour.toFixed(1)} MB an hour`;
    return { grows, line: `${part}: ${medianMb.toFixed(0)} MB, ${moved}` };
  });
  const room = roomOfRuns(looks);
  const swells = room !== null && room.second > Math.max(1, room.first) * ROOM_FACTOR;
  const rooms = room && `${room.first.toFixed(0)} kB a run in the first half, ${room.second.toFixed(0)} in the second`;
  lines.push({ grows: swells, line: `database: ${rooms ?? 'too few runs to tell'}` });
  const grows = lines.filter((each) => each.grows).map(({ line }) => `it grows: ${line}`);
  return { lines: lines.map(({ line }) => line), grows };
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

/** Kilobytes of database for each run, of the first half of all runs and of the second; null where there are too few. */
function roomOfRuns(looks: readonly Look[]): { first: number; second: number } | null {
  const [begin, end] = [looks[0], looks.at(-1)];
  if (!begin || !end) return null;
  const middle = looks.find(({ runs }) => runs >= (begin.runs + end.runs) / 2)!;
  if (middle.runs === begin.runs || middle.runs === end.runs) return null;
  const between = (a: Look, b: Look) => ((b.mb - a.mb) * 1_024) / (b.runs - a.runs);
  return { first: between(begin, middle), second: between(middle, end) };
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
