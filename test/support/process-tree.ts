import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export function descendantsOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = table.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const below = (parent: number): number[] =>
    pairs.filter(([, above]) => above === parent).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

interface Process {
  pid: number;
  parent: number;
  /** CPU ticks of the process and of its exited children that the process has waited for. */
  ticks: number;
}

// Null if the process has exited. Fields follow proc_pid_stat(5); the name before them may contain anything.
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

/** Clock ticks per second in `/proc`, the same on every Linux that Node supports (`getconf CLK_TCK`). */
const TICKS_PER_SECOND = 100;

/** User and system CPU seconds of a process and all its descendants, including exited ones; null without `/proc`. */
export function cpuSecondsOfTree(pid: number): number | null {
  if (readProcess(pid) === null) return null;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const processes = pids.flatMap((name) => readProcess(Number(name)) ?? []);
  const ticksOf = (each: { pid: number; ticks: number }): number =>
    processes.filter(({ parent }) => parent === each.pid).reduce((sum, child) => sum + ticksOf(child), each.ticks);
  return processes.filter((each) => each.pid === pid).reduce((sum, each) => sum + ticksOf(each), 0) / TICKS_PER_SECOND;
}
