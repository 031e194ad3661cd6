import { readProcesses } from './process-tree';

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
