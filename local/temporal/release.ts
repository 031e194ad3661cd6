import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Release of the Temporal CLI, which carries server and Web, that this project is tested with; go.mod pins the same one. */
export const TEMPORAL_CLI_VERSION = '1.8.2';

/** Older servers lack fairness and eager activities as the start flags switch them on. */
const OLDEST_SERVER = '1.31.0';

const EXECUTABLE = process.platform === 'win32' ? 'temporal.exe' : 'temporal';

/** What `temporal --version` tells. */
export interface TemporalVersion {
  cli: string;
  server: string;
}

/** Reads the output of `temporal --version`; null where it is something else. */
export function parseVersion(text: string): TemporalVersion | null {
  const match = /temporal version (\S+) \(Server ([\d.]+)/.exec(text);
  return match ? { cli: match[1]!, server: match[2]! } : null;
}

/** Whether the server inside is new enough for us. */
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
 * @throws Error it cannot be run, or is not the Temporal CLI
 */
export async function versionOf(path: string): Promise<TemporalVersion> {
  const { stdout } = await run(path, ['--version'], { timeout: 20_000, env: { PATH: process.env.PATH } });
  const version = parseVersion(stdout);
  if (!version) throw new Error(`${path} is not the Temporal CLI: it says "${stdout.trim().slice(0, 80)}"`);
  return version;
}

/** Where the server is kept for all checkouts of this user; XDG_CACHE_HOME moves it. */
export function cachedTemporal(env: NodeJS.ProcessEnv): string {
  const cache = env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'newsletter-opportunity-intelligence', `temporal-${TEMPORAL_CLI_VERSION}`, EXECUTABLE);
}
