import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { freePort, LOOPBACK } from '../ports';
import { endLeftover, readRecorded } from '../process/identity';
import { foreign, until, type SystemAccount } from '../process/launch';
import { supervise, type Output } from '../process/supervise';
import { silent } from '../report';
import { postgresBinaries, prepareCluster, canReach, postgresAccount, sharedFolder } from './cluster';

export interface PostgresOptions {
  dataDir: string;
  port?: number;
  /** True by default. False is faster, but a power failure can lose data, so it is only for tests. */
  durable?: boolean;
  /** Additional server settings by name, which override ours. */
  settings?: Record<string, string>;
  restart?: boolean;
  output?: Output;
  signal?: AbortSignal;
  onReady?: () => void;
}

/** A running PostgreSQL, which listens only on loopback TCP. */
export interface RunningPostgres {
  url: string;
  port: number;
  /** Folder of the cluster: the requested one, or a substitute that PostgreSQL's account can reach. */
  dataDir: string;
  /** Process id of the server, not of its guard. */
  pid: () => number;
  /** Fast shutdown (clients are disconnected); resolves when no process is left. */
  stop: () => Promise<void>;
  kill: () => void;
}

const STOP_WITHIN_MS = 10_000;
const READY_WITHIN_MS = 60_000;

/** Starts the embedded PostgreSQL, which stops with this process. @throws Error with its log if it does not start */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const output = options.output ?? silent;
  const durable = options.durable ?? true;
  const account = postgresAccount();
  const dataDir = postgresFolder(options.dataDir, account);
  if (dataDir !== resolve(options.dataDir)) {
    output.note(
      `The account "postgres" cannot reach ${resolve(options.dataDir)}. The database is in ${dataDir} instead.`,
    );
  }
  const binaries = postgresBinaries(account);
  const pidFile = join(dataDir, 'server.pid');
  await endLeftover(pidFile, 'SIGINT');
  const { cluster, password } = prepareCluster({ dataDir, account, binaries, durable });

  const port = options.port ?? (await freePort());
  const url = `postgresql://postgres:${password}@${LOOPBACK}:${port}/postgres`;
  const guard = { pidFile, stopSignal: 'SIGINT' as const, stopWithinMs: STOP_WITHIN_MS, cwd: dataDir };
  const running = await supervise(
    {
      name: 'postgres',
      program: foreign(
        binaries.postgres,
        serverArguments(cluster, port, durable, options.settings),
        serverEnvironment(),
        {
          ...guard,
          ...(account && { account }),
        },
      ),
      ready: (_lines, gone) => until('answer of PostgreSQL', READY_WITHIN_MS, () => canQuery(url), gone),
      readyWithinMs: READY_WITHIN_MS,
      restart: options.restart ?? false,
      cleanUp: () => endLeftover(pidFile, 'SIGINT'),
      ...(options.onReady && { onReady: options.onReady }),
    },
    output,
    options.signal,
  );
  const pid = () => readRecorded(pidFile)?.pid ?? running.pid();
  return { url, port, dataDir, pid, stop: running.stop, kill: running.kill };
}

/** `wanted`, or a stable folder outside the checkout if PostgreSQL's account cannot reach it. */
export function postgresFolder(wanted: string, account: SystemAccount | null = postgresAccount()): string {
  const folder = resolve(wanted);
  if (account === null || canReach(folder, account)) return folder;
  return join(sharedFolder(), createHash('sha256').update(folder).digest('hex').slice(0, 12));
}

function serverArguments(cluster: string, port: number, durable: boolean, own: Record<string, string> = {}): string[] {
  const settings = {
    listen_addresses: LOOPBACK,
    // No socket file, because it would need a writable folder with a short path.
    unix_socket_directories: '',
    max_connections: 300,
    timezone: 'UTC',
    log_checkpoints: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...own,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', cluster, '-p', String(port), ...flags];
}

/** Minimal environment, because the user's PGDATA, PGPORT and LC_* must not reach the server. */
function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C' };
}

async function canQuery(url: string): Promise<true | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch (error) {
    // 28P01 (invalid password) means that another PostgreSQL uses the port, so waiting does not help.
    if ((error as { code?: string }).code === '28P01') throw error;
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
