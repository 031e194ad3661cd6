import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../../local/cache-folder';

const BUILT_WITHIN_MS = 3_600_000;

/** Programs of Go modules, also of those that can be required but not installed, since they replace or exclude others. */
export interface GoPrograms {
  /** Name of each program, and its package with the version of its module. */
  packages: Readonly<Record<string, string>>;
  /** Lines of go.mod. */
  replacing?: readonly string[];
  flags?: readonly string[];
}

/**
 * Builds programs into a folder of the cache, once, and returns it; the Go checksum database vouches for their modules. An
 * interrupted attempt begins again.
 *
 * @throws Error with what go said
 */
export async function goPrograms(name: string, programs: GoPrograms): Promise<string> {
  const { packages, replacing = [], flags = [] } = programs;
  const hash = createHash('sha256').update(JSON.stringify(programs)).digest('hex').slice(0, 12);
  const folder = join(cacheFolder(), `${name}-${hash}`);
  const done = join(folder, '.done');
  if (existsSync(done)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'go.mod'), [`module ${name}`, ...replacing, ''].join('\n'));
  for (const at of Object.values(packages)) await go(folder, 'get', at);
  for (const [program, at] of Object.entries(packages)) {
    process.stderr.write(`building ${program} …\n`);
    await go(folder, 'build', ...flags, '-o', program, at.replace(/@.*/, ''));
  }
  writeFileSync(done, '');
  return folder;
}

/** Runs go in a folder; resolves with its output. */
export async function go(cwd: string, ...args: string[]): Promise<string> {
  const limits = { timeout: BUILT_WITHIN_MS, maxBuffer: 1 << 26 };
  return (await promisify(execFile)('go', args, { cwd, ...limits })).stdout;
}
