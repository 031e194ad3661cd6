import { execFileSync, type StdioOptions } from 'node:child_process';
import { readFileSync, rmSync, linkSync, renameSync, writeFileSync } from 'node:fs';
import { until } from './launch';

/**
 * Identity of a running process: its start time and command line as one string. Null if it is not running or is a
 * zombie. Process ids are reused, so a recorded id is valid only while its identity is unchanged.
 */
export function identify(pid: number): string | null {
  return process.platform === 'linux' ? identifyByProc(pid) : identifyByPs(pid);
}

/** True while the process that was recorded with this identity is running. */
export function isSame(pid: number, identity: string): boolean {
  return identify(pid) === identity;
}

function identifyByProc(pid: number): string | null {
  try {
    // The command name, in parentheses, may contain spaces and parentheses, so count fields after the last parenthesis.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return `${fields[19]} ${command}`;
  } catch {
    return null;
  }
}

function identifyByPs(pid: number): string | null {
  try {
    const columns = ['-o', 'lstart=', '-o', 'args='];
    const stdio: StdioOptions = ['ignore', 'pipe', 'ignore'];
    return execFileSync('ps', ['-p', String(pid), ...columns], { encoding: 'utf8', stdio }).trim() || null;
  } catch {
    return null;
  }
}

/** Id and {@link identify | identity} of an earlier process. */
export interface Recorded {
  pid: number;
  identity: string;
}

/** Content of a pid file, or null if it is missing or damaged. */
export function readRecorded(file: string): Recorded | null {
  try {
    const record = JSON.parse(readFileSync(file, 'utf8')) as Partial<Recorded>;
    return typeof record.pid === 'number' && typeof record.identity === 'string' ? (record as Recorded) : null;
  } catch {
    return null;
  }
}

/** Ends a process that its supervisor and guard left behind. Returns its id; null if it is gone or the id is reused. */
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

/** An acquired lock file, or the process that holds it. */
export type Lock = { taken: true; release(): void } | { taken: false; holder: Recorded };

/** Acquires a lock file, even one left by a dead process. If several processes try at once, exactly one succeeds. */
export function takeLock(file: string): Lock {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify({ pid: process.pid, identity: identify(process.pid) }));
  try {
    for (;;) {
      if (linked(own, file)) return { taken: true, release: () => release(file) };
      const holder = readRecorded(file);
      if (holder && isSame(holder.pid, holder.identity)) return { taken: false, holder };
      removeStale(file);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

function linked(own: string, file: string): boolean {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Renames a stale lock and rereads it before deletion, because another process may have just acquired the lock. */
function removeStale(file: string): void {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const holder = readRecorded(aside);
  if (holder && isSame(holder.pid, holder.identity)) linked(aside, file);
  rmSync(aside, { force: true });
}

function release(file: string): void {
  const text = readFileSync(file, 'utf8');
  if ((JSON.parse(text) as Recorded).pid === process.pid) rmSync(file, { force: true });
}
