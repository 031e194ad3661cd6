import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SEARCH_ATTRIBUTES } from '../../contracts/search-attributes';
import { freePort, LOOPBACK } from '../ports';
import { foreign } from '../process/launch';
import { endLeftover, readRecorded } from '../process/leftovers';
import { supervise, type Output } from '../process/supervise';
import { silent } from '../report';
import { findTemporal } from './find-temporal';

/** How to start a Temporal dev server of our own. */
export interface TemporalOptions {
  /** Folder that keeps its data over restarts; without one it keeps them in memory. */
  dataDir?: string;
  /** Default: any free ports. */
  ports?: { server?: number; web?: number };
  /** The `temporal` program; default: as {@link findTemporal} finds it. */
  program?: string;
  /** Start it again when it dies. Default false. */
  restart?: boolean;
  output?: Output;
  signal?: AbortSignal;
  /** Called after each start, once the server is ready. */
  onReady?: () => void;
}

/** A Temporal server that runs, on loopback only, with the namespace `default` and our search attributes. */
export interface RunningTemporal {
  /** host:port of the gRPC frontend. */
  address: string;
  webUrl: string;
  /** Process id of the server itself, not of its guard. */
  pid: () => number;
  /** Resolves when no process is left. */
  stop: () => Promise<void>;
  kill: () => void;
}

const STOP_WITHIN_MS = 8_000;
const READY_WITHIN_MS = 60_000;

/** Polls a second of the history queues; the server's default of 20 makes every step wait up to 50 ms. */
const QUEUE_POLLS = 2000;

/**
 * Starts `temporal server start-dev` and resolves when it takes requests. It ends with this process, even if that is killed.
 *
 * @throws Error no server program is to be had, or it did not start; the message ends with its output
 */
export async function startTemporal(options: TemporalOptions = {}): Promise<RunningTemporal> {
  const output = options.output ?? silent;
  const program = options.program ?? (await programOrRefuse(output));
  const folder = options.dataDir ? resolve(options.dataDir) : mkdtempSync(join(tmpdir(), 'noi-temporal-'));
  mkdirSync(folder, { recursive: true });
  const server = options.ports?.server ?? (await freePort());
  const web = options.ports?.web ?? (await freePort());
  const pidFile = join(folder, 'server.pid');
  const args = serverArguments({ server, web }, options.dataDir ? join(folder, 'temporal.db') : null);
  const clear = () => endLeftover(pidFile, 'SIGTERM');

  const running = await supervise(
    {
      name: 'temporal',
      program: foreign(program, args, ownSettingsOnly(), {
        pidFile,
        stopSignal: 'SIGTERM',
        stopWithinMs: STOP_WITHIN_MS,
      }),
      // Printed once the frontend serves and the namespace and search attributes stand.
      ready: (lines) => lines.find((line) => (line.startsWith('Temporal Server:') ? true : undefined)),
      readyWithinMs: READY_WITHIN_MS,
      restart: options.restart ?? false,
      clear,
      ...(options.onReady && { onReady: options.onReady }),
    },
    output,
    options.signal,
  );
  const stop = async () => {
    await running.stop();
    if (!options.dataDir) rmSync(folder, { recursive: true, force: true });
  };
  const pid = () => readRecorded(pidFile)?.pid ?? running.pid();
  const webUrl = `http://${LOOPBACK}:${web}`;
  return { address: `${LOOPBACK}:${server}`, webUrl, pid, stop, kill: running.kill };
}

async function programOrRefuse(output: Output): Promise<string> {
  const { TEMPORAL_ADDRESS: _unused, ...env } = process.env;
  const found = await findTemporal({ env, say: output.note });
  if (found.kind === 'server') throw new Error('A server address is no program to start');
  return found.path;
}

function serverArguments(ports: { server: number; web: number }, database: string | null): string[] {
  const dynamic = {
    'system.enableActivityEagerExecution': true,
    'matching.enableFairness': true,
    'history.transferProcessorMaxPollRPS': QUEUE_POLLS,
    'history.timerProcessorMaxPollRPS': QUEUE_POLLS,
    'history.visibilityProcessorMaxPollRPS': QUEUE_POLLS,
  };
  const kept = database
    ? ['--db-filename', database, '--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL']
    : [];
  const places = { '--ip': LOOPBACK, '--port': ports.server, '--ui-port': ports.web, '--color': 'never' };
  return [
    'server',
    'start-dev',
    '--ui-disable-news-fetch',
    '--disable-config-file',
    '--disable-config-env',
    ...Object.entries(places).flatMap(([name, value]) => [name, String(value)]),
    ...kept,
    ...Object.entries(dynamic).flatMap(([name, value]) => ['--dynamic-config-value', `${name}=${value}`]),
    ...Object.values(SEARCH_ATTRIBUTES).flatMap((name) => ['--search-attribute', `${name}=Keyword`]),
  ];
}

/** The user's own TEMPORAL_* settings are for clients, and must not steer this server. */
function ownSettingsOnly(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR && { TMPDIR }) };
}
