import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Ids of all processes that a process started, and that these did. */
export function descendantsOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = table.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const below = (parent: number): number[] =>
    pairs.filter(([, above]) => above === parent).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

/** Process as `/proc` shows it. */
interface Process {
  pid: number;
  parent: number;
  /** CPU of itself and of its children that have ended and were waited for, in ticks. */
  ticks: number;
}

// Null for a process that ended meanwhile. Fields as in proc_pid_stat(5); the name before them may contain anything.
function readProcess(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { pid, parent: Number(fields[1]), ticks };
  } catch {
    return null;
  }
}

/** Of what `/proc` counts in, on every Linux that Node runs on (`getconf CLK_TCK`). */
const TICKS_PER_SECOND = 100;

/**
 * CPU seconds, user and system, that a process and all its descendants have used, those that ended included. Null where
 * there is no `/proc`, as on macOS.
 */
export function cpuSecondsOfTree(pid: number): number | null {
  if (readProcess(pid) === null) return null;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const processes = pids.flatMap((name) => readProcess(Number(name)) ?? []);
  const ticksOf = (each: { pid: number; ticks: number }): number =>
    processes.filter(({ parent }) => parent === each.pid).reduce((sum, child) => sum + ticksOf(child), each.ticks);
  return processes.filter((each) => each.pid === pid).reduce((sum, each) => sum + ticksOf(each), 0) / TICKS_PER_SECOND;
}
