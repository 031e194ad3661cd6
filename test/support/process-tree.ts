import { readdirSync, readFileSync } from 'node:fs';

/** Process as `/proc` shows it. */
interface Process {
  pid: number;
  parent: number;
  /** CPU of itself and of its children that have ended and were waited for, in ticks. */
  ticks: number;
}

/** All processes of the machine; null where there is no `/proc`, as on macOS. */
export function readProcesses(): Process[] | null {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.flatMap((pid) => readProcess(Number(pid)) ?? []);
  } catch {
    return null;
  }
}

/** Ids of all processes that a process started, and that these did; none where there is no `/proc`. */
export function descendantsOf(pid: number): number[] {
  const all = readProcesses() ?? [];
  const below = (parent: number): number[] =>
    all.filter((each) => each.parent === parent).flatMap((child) => [child.pid, ...below(child.pid)]);
  return below(pid);
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
  const processes = readProcesses();
  if (processes === null) return null;
  const ticksOf = (each: { pid: number; ticks: number }): number =>
    processes.filter(({ parent }) => parent === each.pid).reduce((sum, child) => sum + ticksOf(child), each.ticks);
  return processes.filter((each) => each.pid === pid).reduce((sum, each) => sum + ticksOf(each), 0) / TICKS_PER_SECOND;
}
