import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import type { Part } from '../parts';
import { freePort, LOOPBACK } from '../ports';
import { endLeftover, readRecorded } from '../process/identity';
import { until, foreign, type Program } from '../process/launch';
import { runToEnd, supervise } from '../process/supervise';
import type { ServerPrograms } from '../temporal/build';
import { composeService, type ComposeValues } from './compose';
import { holdable, type ClusterContext } from './context';

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 30_000;

const OWN_PORTS = [
  ...['MATCHING_GRPC_PORT', 'HISTORY_GRPC_PORT', 'WORKER_GRPC_PORT', 'FRONTEND_HTTP_PORT'],
  ...['FRONTEND', 'MATCHING', 'HISTORY', 'WORKER'].map((service) => `${service}_MEMBERSHIP_PORT`),
];
/** The server stores its ports in a column that holds at most 32,767. */
const SMALL_PORT = 17_234;

type Programs = ServerPrograms & { cli: string };

interface Ports {
  server: number;
  database: number;
}

/** Starts the production server as docker-compose.yml does. @throws Error with the last output if a step fails */
export async function startClusterTemporal(
  context: ClusterContext,
  programs: Programs,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  const { report, values, data, add } = context;
  const folder = join(data, 'temporal');
  mkdirSync(folder, { recursive: true });
  const schemas = schemaProgram(values, programs, ports);
  await report.step('Temporal schemas', () => runToEnd('schemas', schemas, report, signal));
  const env = await serverEnvironment(values, ports);
  const start = () => startServer(context, programs.server, env, ports, signal);
  add(await holdable(() => report.step('Temporal server', start)));
  const namespace = namespaceProgram(values, programs, folder);
  await report.step('Temporal namespace', () => runToEnd('namespace', namespace, report, signal));
}

async function startServer(
  { data, report, onReady }: ClusterContext,
  server: string,
  env: NodeJS.ProcessEnv,
  ports: Ports,
  signal: AbortSignal,
): Promise<Part> {
  const cwd = join(data, 'temporal');
  const pidFile = join(cwd, 'server.pid');
  const guard = { pidFile, stopSignal: 'SIGTERM' as const, stopWithinMs: STOP_WITHIN_MS, cwd };
  const running = await supervise(
    {
      name: 'temporal',
      program: foreign(server, ['start'], env, guard),
      ready: (_lines, gone) => until('Temporal frontend', READY_WITHIN_MS, () => accepts(ports.server), gone),
      readyWithinMs: READY_WITHIN_MS,
      restart: true,
      cleanUp: () => endLeftover(pidFile, 'SIGTERM'),
      onReady,
    },
    report,
    signal,
  );
  return { ...running, pid: () => readRecorded(pidFile)?.pid ?? running.pid() };
}

/** Environment from the Compose file, but with separate loopback ports, because all services share one host here. */
async function serverEnvironment(values: ComposeValues, { server, database }: Ports): Promise<NodeJS.ProcessEnv> {
  const ports: Record<string, string> = {};
  for (const name of OWN_PORTS) ports[name] = String(await freePort(SMALL_PORT));
  return {
    PATH: process.env.PATH,
    ...composeService('temporal', values).environment,
    ...ports,
    POSTGRES_SEEDS: LOOPBACK,
    DB_PORT: String(database),
    FRONTEND_GRPC_PORT: String(server),
    BIND_ON_IP: LOOPBACK,
    LOG_LEVEL: 'warn',
  };
}

function schemaProgram(values: ComposeValues, programs: Programs, { database }: Ports): Program {
  const { script, environment } = composeService('temporal-schema', values);
  const here = { SQL_HOST: LOOPBACK, SQL_PORT: String(database) };
  return shell(script!, { ...environment, ...here }, programs.sqlTool);
}

function namespaceProgram(values: ComposeValues, programs: Programs, folder: string): Program {
  const { script, environment } = composeService('temporal-namespace', values);
  // Uses a separate HOME, so that the user's Temporal CLI profiles do not apply.
  return shell(script!, { ...environment, HOME: folder }, programs.cli);
}

function shell(script: string, env: NodeJS.ProcessEnv, program: string): Program {
  const PATH = `${dirname(program)}:${process.env.PATH}`;
  return { command: 'sh', args: [script], env: { ...env, PATH }, stopWithinMs: 1_000 };
}

function accepts(port: number): Promise<true | null> {
  return new Promise((resolve) => {
    const socket = connect(port, LOOPBACK);
    const answer = (result: true | null) => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(null));
  });
}
