import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statfsSync, mkdirSync, readdirSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadyFile } from '../../local/files';
import { startPostgres } from '../../local/postgres/start-postgres';
import { identify, endLeftover } from '../../local/process/identity';
import { built } from '../../local/process/launch';
import { startTemporal } from '../../local/temporal/start-temporal';
import { createTemplate } from './database';
import { eventually } from './eventually';
import { buildPrograms, searchableFolder } from './programs';

const SHARED_MEMORY = '/dev/shm';
/** Far more space than the databases and folders of one test run need. */
const ENOUGH_BYTES = 4e9;

/**
 * Finds a system folder that is in memory, has four gigabytes free and allows executables; null if there is none. A
 * test run creates and drops hundreds of databases with a thousand files each. On a disk file system, that takes much
 * more CPU time than the tests' queries.
 */
export function memoryFolder(): string | null {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const options = mounts.map((line) => line.split(' ')).findLast(([, place]) => place === SHARED_MEMORY)?.[3];
    if (options === undefined || /(^|,)(noexec|ro)(,|$)/.test(options)) return null;
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize >= ENOUGH_BYTES ? SHARED_MEMORY : null;
  } catch {
    return null;
  }
}

/** Test passwords are not secret, and the default of 4,096 hashing rounds takes a third of a connection's cost. */
const SETTINGS = { scram_iterations: '1' };

/** Servers started for a test run; {@link stop} stops them. */
export interface RealParts {
  databaseUrl: string;
  temporalAddress: string;
  stop: () => Promise<void>;
}

/**
 * Starts one PostgreSQL server and one Temporal dev server in a separate folder for a whole run of tests or benchmarks.
 * Also removes leftovers of killed runs. If TEST_DATABASE_URL and TEST_TEMPORAL_ADDRESS are set, uses those servers
 * instead. PostgreSQL runs without fsync for tests; benchmarks set `durable` to turn fsync on.
 */
export async function startRealParts({ durable = false, env = process.env } = {}): Promise<RealParts> {
  buildPrograms();
  const parent = join(tmpdir(), 'noi-tests');
  await clearLeftovers(parent);
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  // The folder's name contains this process's id. Once the process is gone, the folder is a leftover.
  const folder = searchableFolder(join(parent, `${process.pid}-`));
  const [postgres, temporal] = await Promise.all([
    env.TEST_DATABASE_URL ? null : startPostgres({ dataDir: join(folder, 'postgres'), durable, settings: SETTINGS }),
    env.TEST_TEMPORAL_ADDRESS ? null : startTemporal({ dataDir: join(folder, 'temporal') }),
  ]);
  return {
    databaseUrl: postgres?.url ?? env.TEST_DATABASE_URL!,
    temporalAddress: temporal?.address ?? env.TEST_TEMPORAL_ADDRESS!,
    async stop() {
      await Promise.all([postgres?.stop(), temporal?.stop()]);
      for (const path of [folder, postgres?.dataDir ?? folder]) rmSync(path, { recursive: true, force: true });
    },
  };
}

async function clearLeftovers(parent: string): Promise<void> {
  for (const name of readFolder(parent)) {
    if (identify(Number.parseInt(name, 10)) !== null) continue;
    const folder = join(parent, name);
    await endLeftover(join(folder, 'postgres', 'server.pid'), 'SIGINT');
    await endLeftover(join(folder, 'temporal', 'server.pid'), 'SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

function readFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/**
 * Runs `work` with a PostgreSQL server and a Temporal server, and stops both afterwards. Databases, stacks and shops
 * find these servers through TEST_DATABASE_URL and TEST_TEMPORAL_ADDRESS, as in a test.
 */
export async function onRealParts<T>(work: () => Promise<T>, options: { durable?: boolean } = {}): Promise<T> {
  const parts = await startRealParts(options);
  process.env.TEST_DATABASE_URL = parts.databaseUrl;
  process.env.TEST_TEMPORAL_ADDRESS = parts.temporalAddress;
  try {
    await createTemplate(parts.databaseUrl);
    return await work();
  } finally {
    await parts.stop();
  }
}

/** Starts the local setup in this folder with these settings and waits until it is ready. */
export async function startLocalProduct(
  folder: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<{ ready: ReadyFile; stop(): Promise<void> }> {
  const env = { ...process.env, LOCAL_DIR: folder, LIMITS_SCALE: '100000', ...settings };
  const child = spawn(process.execPath, [built('local/main')], { env, stdio: 'ignore' });
  const file = join(folder, 'ready.json');
  await eventually('the product is ready', () => existsSync(file) || child.exitCode !== null, 600_000);
  if (child.exitCode !== null) throw new Error('The product did not start.');
  const stop = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  return { ready: JSON.parse(readFileSync(file, 'utf8')) as ReadyFile, stop };
}

/** Runs `play` with the local setup in a temporary folder; afterwards stops the setup and deletes the folder. */
export async function withLocalProduct(
  name: string,
  settings: NodeJS.ProcessEnv,
  play: (ready: ReadyFile, folder: string) => Promise<void>,
): Promise<void> {
  const folder = searchableFolder(join(tmpdir(), `noi-${name}-`));
  const { ready, stop } = await startLocalProduct(join(folder, 'product'), settings);
  try {
    await play(ready, folder);
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
