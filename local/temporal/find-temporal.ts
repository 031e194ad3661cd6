import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { takeLock } from '../lock';
import { until } from '../process/deadline';
import { buildTemporal } from './build';
import { downloadTemporal } from './download';
import { cachedTemporal, isSufficient, TEMPORAL_CLI_VERSION, versionOf } from './release';

/** A Temporal that can be used: a server that somebody else runs, or a program to start one. */
export type FoundTemporal =
  | { kind: 'server'; address: string }
  | { kind: 'program'; path: string; source: 'setting' | 'PATH' | 'cache' | 'download' | 'build' };

/** How to look for Temporal. */
export interface FindOptions {
  env?: NodeJS.ProcessEnv;
  /** Told about what takes long and why something was passed over. */
  say?: (text: string) => void;
  signal?: AbortSignal;
}

const BUILD_BY_OTHERS_WITHIN_MS = 20 * 60_000;

/**
 * Finds a Temporal server: TEMPORAL_ADDRESS, TEMPORAL_CLI_PATH, `temporal` on PATH if it is new enough, this user's cache, the
 * official download, and last a build of the pinned Go module. The two last fill the cache; two starts at the same time do it once.
 *
 * @throws Error a setting is wrong, or there is no way to get one; the message tells every way
 */
export async function findTemporal(options: FindOptions = {}): Promise<FoundTemporal> {
  const env = options.env ?? process.env;
  const say = options.say ?? (() => undefined);
  if (env.TEMPORAL_ADDRESS) return { kind: 'server', address: env.TEMPORAL_ADDRESS };
  if (env.TEMPORAL_CLI_PATH) return { kind: 'program', path: await named(env.TEMPORAL_CLI_PATH), source: 'setting' };
  const onPath = await searchPath(env, say);
  if (onPath) return { kind: 'program', path: onPath, source: 'PATH' };
  const cached = cachedTemporal(env);
  if (existsSync(cached)) return { kind: 'program', path: cached, source: 'cache' };
  return { kind: 'program', path: cached, source: await fillCache(cached, env, say, options.signal) };
}

async function named(path: string): Promise<string> {
  const version = await versionOf(path).catch((cause: unknown) => {
    throw new Error(`TEMPORAL_CLI_PATH: ${(cause as Error).message}`, { cause });
  });
  if (!isSufficient(version))
    throw new Error(`TEMPORAL_CLI_PATH: server ${version.server} is too old; 1.31 or newer is needed`);
  return path;
}

async function searchPath(env: NodeJS.ProcessEnv, say: (text: string) => void): Promise<string | null> {
  const name = process.platform === 'win32' ? 'temporal.exe' : 'temporal';
  const path = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const found = path.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (!found) return null;
  try {
    const version = await versionOf(found);
    if (isSufficient(version)) return found;
    say(`${found} is passed over: its server ${version.server} is older than 1.31`);
  } catch (error) {
    say(`${found} is passed over: ${(error as Error).message}`);
  }
  return null;
}

async function fillCache(
  target: string,
  env: NodeJS.ProcessEnv,
  say: (text: string) => void,
  signal?: AbortSignal,
): Promise<'cache' | 'download' | 'build'> {
  mkdirSync(dirname(target), { recursive: true });
  const lock = await lockOrResult(target, say, signal);
  if (lock === 'filled') return 'cache';
  try {
    const refusals: string[] = [];
    try {
      say(`downloading the Temporal server ${TEMPORAL_CLI_VERSION}`);
      await downloadTemporal(target, signal);
      return 'download';
    } catch (error) {
      signal?.throwIfAborted();
      refusals.push(`download: ${(error as Error).message}`);
      say(`no download (${(error as Error).message}); building it from source, which takes some minutes once`);
    }
    try {
      await buildTemporal(target, say, env, signal);
      return 'build';
    } catch (error) {
      signal?.throwIfAborted();
      refusals.push(`build: ${(error as Error).message}`);
    }
    throw new Error(waysToGetOne(refusals));
  } finally {
    lock.release();
  }
}

async function lockOrResult(target: string, say: (text: string) => void, signal?: AbortSignal) {
  let told = false;
  const attempt = () => {
    if (existsSync(target)) return 'filled' as const;
    const lock = takeLock(`${target}.lock`);
    if (lock.taken) return lock;
    if (!told) say(`process ${lock.holder.pid} is getting the Temporal server already; waiting for it`);
    told = true;
    return null;
  };
  return until('Temporal server from another process', BUILD_BY_OTHERS_WITHIN_MS, attempt, signal);
}

function waysToGetOne(refusals: string[]): string {
  return [
    'No Temporal server could be had. Any one of these helps:',
    '  - TEMPORAL_ADDRESS=host:7233 names a server that runs already',
    `  - install the Temporal CLI (${TEMPORAL_CLI_VERSION} or newer) so that "temporal" is on PATH, or name it by TEMPORAL_CLI_PATH`,
    '  - internet access for the official download (temporal.download)',
    '  - Go 1.26.4 or newer with access to a Go module proxy, to build it from local/temporal-server',
    'Tried:',
    ...refusals.map((text) => `  ${text}`),
  ].join('\n');
}
