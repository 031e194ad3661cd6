import { execFileSync, type StdioOptions } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Identity of a running process: start time and command line as one string, or null if no such process runs (a zombie
 * does not). Process ids are reused, so a recorded id is trusted only while its identity is unchanged.
 */
export function identify(pid: number): string | null {
  return process.platform === 'linux' ? identifyByProc(pid) : identifyByPs(pid);
}

/** True while the process that was recorded with this identity runs. */
export function isSame(pid: number, identity: string): boolean {
  return identify(pid) === identity;
}

function identifyByProc(pid: number): string | null {
  try {
    // The command name, in parentheses, may contain blanks and parentheses: fields are counted after the last one.
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
