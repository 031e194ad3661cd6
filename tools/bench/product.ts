import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { built } from '../../local/programs';
import { WORKER_START } from '../../platform/worker-start';
import { AGENTS_STAND_IN_KEY } from '../../stand-ins/agents/stand-in';
import type { PageEffect } from '../../stand-ins/web/web';
import { startServer, type ServerProcess } from './process';
import { profilingOptions } from './profile/profiles';

/** Agent stand-in in its own process. */
export interface Agents extends ServerProcess {
  /** Sets the milliseconds between two steps of a session. */
  pace(stepMs: number): Promise<void>;
  /** Working milliseconds of each run's agent, by run. */
  activeMs(): Promise<Map<string, number>>;
  /** Pages that the worker asked for so far. */
  visits(): Promise<string[]>;
  /** Makes a page of the sample web do something else than be there. */
  page(url: string, effect: PageEffect): Promise<void>;
}

/** Sources of a sample when the results of docs/decisions/speed.md were taken: each is a page that the worker reads. */
const MEASURED_VARIETY = { seed: 0, sources: [6, 6], habits: 'usual' };

/** Starts the agent stand-in, whose samples are of one size. */
export async function startAgents(): Promise<Agents> {
  const server = await startServer('stand-ins/agents/main.js', {}, '/_control/faults');
  const set = async (path: string, body: object) => {
    const { ok, status } = await fetch(`${server.url}/_control/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!ok) throw new Error(`The agent stand-in answered ${status} to /_control/${path}`);
  };
  await set('variety', MEASURED_VARIETY);
  return {
    ...server,
    pace: (stepMs) => set('pace', { stepMs }),
    page: (url, effect) => set('pages', { url, effect }),
    visits: async () => (await (await fetch(`${server.url}/_control/visits`)).json()) as string[],
    async activeMs() {
      const response = await fetch(`${server.url}/_control/sessions`);
      const sessions = (await response.json()) as { metadata: { reference: string }; activeMs: number }[];
      return new Map(sessions.map(({ metadata, activeMs }) => [metadata.reference, activeMs]));
    },
  };
}

/** Worker process that polls. */
export interface WorkerProcess {
  pid: number;
  stop(): Promise<void>;
}

/** Starts a built worker program and waits until it logs that it is ready. */
export async function startWorker(module: string, env: NodeJS.ProcessEnv): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [...WORKER_START.options, ...profilingOptions(module), built(module)], {
    env: { ...WORKER_START.env, ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await Promise.race([
    new Promise<void>((resolve) => {
      // Must be drained, or the worker would block on its own log.
      child.stdout.on('data', (lines: Buffer) => lines.includes('"ready":true') && resolve());
    }),
    exited.then(() => Promise.reject(new Error(`${module} did not start`))),
  ]);
  return {
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Settings of the real worker, with the agent provisioned in this database. */
export async function prepareWorker(
  databaseUrl: string,
  agents: Agents,
  taskQueue: string,
): Promise<NodeJS.ProcessEnv> {
  const env = {
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS,
    TASK_QUEUE: taskQueue,
    ANTHROPIC_API_KEY: AGENTS_STAND_IN_KEY,
    ANTHROPIC_BASE_URL: agents.url,
    CITED_PAGES_ORIGIN: agents.url,
  };
  await promisify(execFile)(process.execPath, [built('admin/main'), 'agents', 'provision'], {
    env: { ...process.env, ...env },
  });
  return env;
}
