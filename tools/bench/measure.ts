import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { promisify } from 'node:util';
import { WORKER_START } from '../../base/process-settings';
import { freePort, LOOPBACK } from '../../local/ports';
import { built } from '../../local/process/launch';
import { AGENTS_STAND_IN_KEY } from '../../stand-ins/agents/stand-in';
import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { eventually } from '../../test/support/eventually';

export interface Post {
  url: string;
  headers: Record<string, string>;
  body: object;
}

const ROUNDS = 5;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}

type Bound = readonly ['>=' | '<=', number];

/** Compares the median ratio of the product to its floor with `bound`. After warm-up, the two sides alternate. */
export async function compare(
  name: string,
  [direction, bound]: Bound,
  sides: { ours: () => Promise<number>; floor: () => Promise<number>; unit: string; warmUps?: number },
): Promise<string> {
  const [ours, floor]: number[][] = [[], []];
  const warmUps = sides.warmUps ?? 1;
  for (let round = -warmUps; round < ROUNDS; round++) {
    // Alternate the order, so that neither side always gets the warmer machine.
    const early = round % 2 === 0 ? await sides.ours() : null;
    const least = await sides.floor();
    const figure = early ?? (await sides.ours());
    if (round < 0) continue;
    ours!.push(figure);
    floor!.push(least);
  }
  const ratio = median(ours!.map((figure, round) => figure / floor![round]!));
  const isMet = direction === '>=' ? ratio >= bound : ratio <= bound;
  const figures = [ours!, floor!].map((side) => `${median(side).toFixed(2)} ${sides.unit}`).join(' / ');
  return `${name.padEnd(50)} ${ratio.toFixed(2)} ${direction} ${bound} ${isMet ? 'met' : 'MISSED'} (${figures})`;
}

// `fetch` costs several times more than the servers we measure. A plain request over a kept-alive connection does not.
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Runs `connections` closed loops of POST requests. Resolves with the median response time in milliseconds. */
export async function closedLoop(count: number, connections: number, next: () => Post): Promise<number> {
  const times: number[] = [];
  let left = count;
  const loop = async () => {
    while (left-- > 0) times.push(await timedPost(next()));
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return median(times);
}

function timedPost({ url, headers, body }: Post): Promise<number> {
  const bytes = Buffer.from(JSON.stringify(body));
  const length = { 'content-type': 'application/json', 'content-length': bytes.length };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: 'POST', headers: { ...length, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        if (response.statusCode! < 300) resolve(performance.now() - began);
        else reject(new Error(`${url} answered ${response.statusCode}: ${text}`));
      });
    });
    sent.on('error', reject).end(bytes);
  });
}

/** A measured process; `url` is empty if it serves nothing. */
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

/** Starts a server on a free port and waits until GET `readyPath` returns 200. */
export async function startServer(module: string, env: NodeJS.ProcessEnv, readyPath: string): Promise<Measured> {
  const PORT = String(await freePort());
  const url = `http://${LOOPBACK}:${PORT}`;
  const { child, stop } = start(module, { HOST: LOOPBACK, PORT, PUBLIC_URL: url, ...env });
  // Read the output, because the process would block on a full pipe.
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

/** Starts agents that respond immediately with six sources each, the setup measured in docs/decisions/speed.md. */
export async function startAgents(): Promise<Measured> {
  const agents = await startServer('stand-ins/agents/main', {}, '/_control/faults');
  const variety = { seed: 0, sources: [6, 6], habits: 'usual' };
  for (const [path, body] of Object.entries({ variety, pace: { stepMs: 0 } }))
    await fetch(`${agents.url}/_control/${path}`, { method: 'POST', body: JSON.stringify(body) });
  return agents;
}

/** Starts the product's worker on a database and provisions its agent there. */
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

/** Starts the API and its floor on a new database. Temporal is unreachable, so nothing is delivered. */
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
