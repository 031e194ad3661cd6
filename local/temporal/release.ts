import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../cache-folder';

const run = promisify(execFile);

/** Release of the Temporal CLI (server and Web) that this project is tested with; go.mod pins the same one. */
export const TEMPORAL_CLI_VERSION = '1.8.2';

/** Release of the server inside that CLI, and of the production server that the same module builds. */
export const TEMPORAL_SERVER_VERSION = '1.31.2';

/** Older servers lack the fairness and eager activities that the start flags enable. */
const OLDEST_SERVER = '1.31.0';

const EXECUTABLE = process.platform === 'win32' ? 'temporal.exe' : 'temporal';

/** Versions reported by `temporal --version`. */
export interface TemporalVersion {
  cli: string;
  server: string;
}

/** Parses the output of `temporal --version`; null for anything else. */
export function parseVersion(text: string): TemporalVersion | null {
  const match = /temporal version (\S+) \(Server ([\d.]+)/.exec(text);
  return match ? { cli: match[1]!, server: match[2]! } : null;
}

/** True if the included server is new enough. */
export function isSufficient(version: TemporalVersion): boolean {
  const [have, need] = [version.server, OLDEST_SERVER].map((text) => text.split('.').map(Number));
  for (let i = 0; i < need!.length; i++) {
    const difference = (have![i] ?? 0) - need![i]!;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/**
 * Version of the program at this path.
 *
 * @throws Error if it cannot be run or is not the Temporal CLI
 */
export async function versionOf(path: string): Promise<TemporalVersion> {
  const { stdout } = await run(path, ['--version'], { timeout: 20_000, env: { PATH: process.env.PATH } });
  const version = parseVersion(stdout);
  if (!version) throw new Error(`${path} is not the Temporal CLI: it says "${stdout.trim().slice(0, 80)}"`);
  return version;
}

/** Path of the cached server, shared by all checkouts of this user; XDG_CACHE_HOME moves it. */
export function cachedTemporal(env: NodeJS.ProcessEnv): string {
  return join(cacheFolder(env), `temporal-${TEMPORAL_CLI_VERSION}`, EXECUTABLE);
}

/** Path of a cached program of the production server, next to the CLI's. */
export function cachedServerProgram(env: NodeJS.ProcessEnv, name: 'temporal-server' | 'temporal-sql-tool'): string {
  return join(cacheFolder(env), `temporal-server-${TEMPORAL_SERVER_VERSION}`, name);
}
