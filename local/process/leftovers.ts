import { readFileSync, rmSync } from 'node:fs';
import { isSame } from './identity';
import { until } from './deadline';

/** A process that was started earlier: its id, and what that id stood for then. */
export interface Recorded {
  pid: number;
  identity: string;
}

/** The record in a pid file, or null where there is none or it is damaged. */
export function readRecorded(file: string): Recorded | null {
  try {
    const record = JSON.parse(readFileSync(file, 'utf8')) as Partial<Recorded>;
    return typeof record.pid === 'number' && typeof record.identity === 'string' ? (record as Recorded) : null;
  } catch {
    return null;
  }
}

/**
 * Ends the process that a pid file names, left behind by a supervisor and a guard that were both killed, and removes the file.
 * A process that merely got the same id is left alone.
 *
 * @returns the id of the process that was ended, or null
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
