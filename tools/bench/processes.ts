import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { freePort, LOOPBACK } from '../../local/ports';
import { built } from '../../local/programs';
import { WORKER_START } from '../../platform/worker-start';
import { AGENTS_STAND_IN_KEY } from '../../stand-ins/agents/stand-in';
import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { eventually } from '../../test/support/eventually';

/** Measured process; `url` is empty where it serves nothing. */
export interface Measured {
  url: string;
  stop(): Promise<void>;
}

function start(module: string, env: NodeJS.ProcessEnv, options: readonly string[] = []) {
  const child = spawn(process.execPath, [...options, built(module)], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  return { child, stop };
}

/** Starts a server on a free port and waits until GET `readyPath` answers 200. */
export async function startServer(module: string, env: NodeJS.ProcessEnv, readyPath: string): Promise<Measured> {
  const PORT = String(await freePort());
  const url = `http://${LOOPBACK}:${PORT}`;
  const { child, stop } = start(module, { HOST: LOOPBACK, PORT, PUBLIC_URL: url, ...env });
  // A process whose output nobody reads would block on it.
  child.stdout.resume();
  await eventually(`${module} answers`, async () => {
    if (child.exitCode !== null) throw new Error(`${module} did not start`);
    return fetch(url + readyPath).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return { url, stop };
}

/** Starts a worker and waits until it logs that it is ready. */
export async function startWorker(module: string, env: NodeJS.ProcessEnv): Promise<Measured> {
  const { child, stop } = start(module, { ...WORKER_START.env, ...env }, WORKER_START.options);
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(`${module} did not start`)));
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (lines: Buffer) => lines.includes('"ready":true') && resolve());
  });
  await Promise.race([ready, failed]);
  failed.catch(() => undefined);
  return { url: '', stop };
}

/** Agents that answer at once, each with six sources, which the figures of docs/decisions/speed.md were measured with. */
export async function startAgents(): Promise<Measured> {
  const agents = await startServer('stand-ins/agents/main', {}, '/_control/faults');
  const variety = { seed: 0, sources: [6, 6], habits: 'usual' };
  for (const [path, body] of Object.entries({ variety, pace: { stepMs: 0 } }))
    await fetch(`${agents.url}/_control/${path}`, { method: 'POST', body: JSON.stringify(body) });
  return agents;
}

/** Starts the product's worker on a database, with an agent that it provisions there. */
export async function startProductWorker(database: string, agents: Measured, taskQueue: string): Promise<Measured> {
  const env = {
    DATABASE_URL: database,
    TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS,
    TASK_QUEUE: taskQueue,
    ANTHROPIC_API_KEY: AGENTS_STAND_IN_KEY,
    ANTHROPIC_BASE_URL: agents.url,
    CITED_PAGES_ORIGIN: agents.url,
  };
  const provision = [built('admin/main'), 'agents', 'provision'];
  await promisify(execFile)(process.execPath, provision, { env: { ...process.env, ...env } });
  return startWorker('worker/main', env);
}

/** The API and its floor on a new database, for `work`; Temporal is unreachable, so that nothing is delivered. */
export async function besideFloor(
  env: NodeJS.ProcessEnv,
  work: (db: TestDatabase, api: string, bare: string) => Promise<string[]>,
): Promise<string[]> {
  const db = await createTestDatabase();
  const shared = { DATABASE_URL: db.url, DATABASE_POOL: '20', ...env };
  const apiEnv = { ...shared, LIMITS_SCALE: '1000000', TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const api = await startServer('server/main', apiEnv, '/health');
  const bare = await startServer('tools/bench/bare/server', shared, '/ready');
  try {
    return await work(db, api.url, bare.url);
  } finally {
    await Promise.all([api.stop(), bare.stop()]);
    await db.close();
  }
}
