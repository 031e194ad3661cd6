import { readFileSync, rmSync } from 'node:fs';
import { isSame } from './identity';
import { until } from './deadline';

/** Process that was started earlier: its id and its {@link identify | identity} at that time. */
export interface Recorded {
  pid: number;
  identity: string;
}

/** Record in a pid file, or null if missing or damaged. */
export function readRecorded(file: string): Recorded | null {
  try {
    const record = JSON.parse(readFileSync(file, 'utf8')) as Partial<Recorded>;
    return typeof record.pid === 'number' && typeof record.identity === 'string' ? (record as Recorded) : null;
  } catch {
    return null;
  }
}

/**
 * Ends a process that was left behind when its supervisor and guard were both killed, and removes its pid file. A
 * process that reuses the id is left alone.
 *
 * @returns the id of the ended process, or null
 */
export async function endLeftover(pidFile: string, signal: NodeJS.Signals): Promise<number | null> {
  const record = readRecorded(pidFile);
  const running = record !== null && isSame(record.pid, record.identity);
  if (running) await endProcess(record, signal);
  rmSync(pidFile, { force: true });
  return running ? record.pid : null;
}

async function endProcess({ pid, identity }: Recorded, signal: NodeJS.Signals): Promise<void> {
  const gone = () => (isSame(pid, identity) ? null : true);
  kill(pid, signal);
  try {
    await until(`end of process ${pid}`, 10_000, gone);
  } catch {
    kill(pid, 'SIGKILL');
    await until(`end of process ${pid}`, 5_000, gone);
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
