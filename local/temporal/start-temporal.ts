import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SEARCH_ATTRIBUTE_TYPES, SEARCH_ATTRIBUTES } from '../../base/search-attributes';
import { forThisMachine } from '../../stand-ins/base/http';
import { registerSearchAttributes } from '../../vendors/search-attributes';
import { temporalAccess } from '../../vendors/temporal-client';
import { freePort, LOOPBACK } from '../ports';
import { endLeftover, readRecorded } from '../process/identity';
import { foreign } from '../process/launch';
import { supervise, type Output } from '../process/supervise';
import { silent } from '../report';
import { findTemporal } from './find-temporal';

export interface TemporalOptions {
  /** Folder for data that survives restarts; without it, data is in memory. */
  dataDir?: string;
  ports?: { server?: number; web?: number };
  program?: string;
  restart?: boolean;
  output?: Output;
  signal?: AbortSignal;
  onReady?: () => void;
}

const STOP_WITHIN_MS = 8_000;
const READY_WITHIN_MS = 60_000;

/** Polls of the history queues per second. The server's default of 20 delays each step by up to 50 ms. */
const QUEUE_POLLS = 2000;

/** Delay before a build counts as drained. The server's default, several minutes, suits large clusters. */
const DRAINED_AFTER = '1s';

/**
 * Starts `temporal server start-dev`, which stops when this process ends, even if this process is killed.
 * @throws Error with its output if it does not start
 */
export async function startTemporal(options: TemporalOptions = {}) {
  const output = options.output ?? silent;
  const program = options.program ?? (await programOrRefuse(output));
  const folder = options.dataDir ? resolve(options.dataDir) : mkdtempSync(join(tmpdir(), 'noi-temporal-'));
  mkdirSync(folder, { recursive: true });
  // Protects the folder, because histories contain customers' ideas and the server's files are world-readable.
  chmodSync(folder, 0o700);
  const server = options.ports?.server ?? (await freePort());
  const web = options.ports?.web ?? (await freePort());
  const pidFile = join(folder, 'server.pid');
  const database = options.dataDir ? join(folder, 'temporal.db') : null;
  const ui = { host: webHost(), port: await freePort() };
  const args = serverArguments({ server, ui }, database);
  const cleanUp = () => endLeftover(pidFile, 'SIGTERM');

  const running = await supervise(
    {
      name: 'temporal',
      program: foreign(program, args, serverEnvironment(), {
        pidFile,
        stopSignal: 'SIGTERM',
        stopWithinMs: STOP_WITHIN_MS,
      }),
      // The server prints this once the frontend serves and the namespace and search attributes exist.
      ready: (lines) => lines.find((line) => (line.startsWith('Temporal Server:') ? true : undefined)),
      readyWithinMs: READY_WITHIN_MS,
      restart: options.restart ?? false,
      cleanUp,
      ...(options.onReady && { onReady: options.onReady }),
    },
    output,
    options.signal,
  );
  // Keeps the files private even in a copy. Later files, such as the WAL, inherit the mode of the database file.
  for (const name of database ? readdirSync(folder) : []) chmodSync(join(folder, name), 0o600);
  const closeWeb = await startWebProxy(web, ui);
  const stop = async () => {
    closeWeb();
    await running.stop();
    if (!options.dataDir) rmSync(folder, { recursive: true, force: true });
  };
  const pid = () => readRecorded(pidFile)?.pid ?? running.pid();
  const webUrl = `http://${LOOPBACK}:${web}`;
  return { address: `${LOOPBACK}:${server}`, webUrl, pid, stop, kill: running.kill };
}

async function programOrRefuse(output: Output): Promise<string> {
  const { TEMPORAL_ADDRESS: _address, TEMPORAL_CONFIG_FILE: _file, TEMPORAL_PROFILE: _profile, ...env } = process.env;
  const found = await findTemporal({ env, say: output.note });
  if (found.kind === 'server') throw new Error('Unset TEMPORAL_ADDRESS: this starts its own Temporal server');
  return found.path;
}

/** On Linux, all of 127.0.0.0/8 is loopback. A random address keeps other sites' pages from finding Temporal Web. */
function webHost(): string {
  if (process.platform !== 'linux') return LOOPBACK;
  return `127.${[...randomBytes(3)].map((byte) => 1 + (byte % 254)).join('.')}`;
}

function serverArguments({ server, ui }: { server: number; ui: WebTarget }, database: string | null): string[] {
  const dynamic = {
    'system.enableActivityEagerExecution': true,
    'matching.enableFairness': true,
    'history.transferProcessorMaxPollRPS': QUEUE_POLLS,
    'history.timerProcessorMaxPollRPS': QUEUE_POLLS,
    'history.visibilityProcessorMaxPollRPS': QUEUE_POLLS,
    'matching.wv.VersionDrainageStatusVisibilityGracePeriod': DRAINED_AFTER,
    'matching.wv.VersionDrainageStatusRefreshInterval': DRAINED_AFTER,
  };
  const kept = database
    ? ['--db-filename', database, '--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL']
    : [];
  const web = { '--ui-ip': ui.host, '--ui-port': ui.port };
  const places = { '--ip': LOOPBACK, '--port': server, ...web, '--color': 'never' };
  return [
    'server',
    'start-dev',
    '--ui-disable-news-fetch',
    '--disable-config-file',
    '--disable-config-env',
    ...Object.entries(places).flatMap(([name, value]) => [name, String(value)]),
    ...kept,
    ...Object.entries(dynamic).flatMap(([name, value]) => [
      '--dynamic-config-value',
      `${name}=${JSON.stringify(value)}`,
    ]),
    ...Object.values(SEARCH_ATTRIBUTES).flatMap(({ name, type }) => [
      '--search-attribute',
      `${name}=${SEARCH_ATTRIBUTE_TYPES[type]}`,
    ]),
  ];
}

/** Minimal environment, because the user's TEMPORAL_* settings are for clients and must not configure this server. */
function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR && { TMPDIR }) };
}

export interface WebTarget {
  host: string;
  port: number;
}

/** Forwards only local requests to Temporal Web, which has no authentication and accepts any Host header. */
async function startWebProxy(port: number, target: WebTarget): Promise<() => void> {
  const server = createServer(
    forThisMachine((incoming, outgoing) => {
      const { method, url: path, headers } = incoming;
      const passed = request({ ...target, method, path, headers, agent: false });
      passed.once('response', (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      });
      passed.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
      outgoing.once('close', () => passed.destroy());
      incoming.pipe(passed);
    }),
  );
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  server.unref();
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

const CONNECT_WITHIN_MS = 10_000;

/** Adds missing search attributes to an external server. @throws Error if it refuses or does not answer within 10 s */
export async function useServer(env: NodeJS.ProcessEnv): Promise<void> {
  const { connection: options, namespace } = temporalAccess(env);
  // Loaded lazily, because the module takes a third of a second to load and the embedded server does not need it.
  const { Connection } = await import('@temporalio/client');
  const connection = await Connection.connect({ ...options, connectTimeout: CONNECT_WITHIN_MS }).catch(
    (cause: unknown) => {
      throw new Error(`TEMPORAL_ADDRESS: no Temporal server answers at ${options.address}`, { cause });
    },
  );
  try {
    await registerSearchAttributes(connection, namespace);
  } finally {
    await connection.close();
  }
}
