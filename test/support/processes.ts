import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { AGENTS_STAND_IN_KEY } from '../../stand-ins/agents/stand-in';
import { freePort } from '../../local/ports';
import { built } from '../../local/programs';
import { AGENT_NAME } from '../../contracts/agent';
import type { RunStatus } from '../../contracts/runs';
import { openAgents } from '../../providers/agents/open-agents';
import { recordProvisionedAgent } from '../../store/agents/provisioned-agents';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import type { CheckoutSessionCreated } from '../../contracts/orders';
import { controlAgents, type TestAgents } from './agents';
import { call, createCustomer, createEvaluation, IDEA, type Answer, type Customer } from './api';
import { createTestDatabase, type TestDatabase } from './database';
import { eventually } from './eventually';
import { closedAtEnd } from './leftovers';
import { TEST_SEALING_KEY } from './webhooks';
import { CONSENTED, startProvider, WEBHOOK_SECRETS, type Provider } from './shop';

/** A built program in its own process, which can be killed and started again. */
export interface Program {
  start(): Promise<void>;
  /** Kills it (SIGKILL) and waits until it is gone. */
  kill(): Promise<void>;
  /** Stops it (SIGTERM) and returns its exit code. */
  stop(): Promise<number | null>;
  /** Warnings and errors since it was ready that contain `text`; with LOG_LEVEL `trace`, all of its output. */
  logged(text: string): string[];
  /** Its process id while it runs; null once it has ended. */
  pid(): number | null;
}

const STARTS_WITHIN_MS = 60_000;

/** A program that is ready once it prints a line containing `readySign`. */
export function program(script: string, env: NodeJS.ProcessEnv, readySign: string): Program {
  let child: ChildProcess | null = null;
  let lines: string[] = [];
  const ended = async (signal: NodeJS.Signals) => {
    const current = child;
    child = null;
    if (!current || current.exitCode !== null) return current?.exitCode ?? null;
    const exited = once(current, 'exit');
    current.kill(signal);
    return ((await exited) as [number | null])[0];
  };
  return {
    async start() {
      const started = spawn(process.execPath, [built(script)], {
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      let output = '';
      for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
      await eventually(
        `${script} is ready`,
        () => {
          if (started.exitCode !== null) throw new Error(`${script} ended:\n${output.slice(-2_000)}`);
          return output.includes(readySign);
        },
        STARTS_WITHIN_MS,
      );
      // From here on only warnings and errors are kept, or everything if requested.
      lines = [];
      for (const stream of [started.stdout, started.stderr]) {
        stream.removeAllListeners('data');
        createInterface(stream).on('line', (line) => {
          if (env.LOG_LEVEL === 'trace' || /"level":[456]0/.test(line)) lines.push(line);
        });
      }
    },
    logged: (text) => lines.filter((line) => line.includes(text)),
    kill: async () => void (await ended('SIGKILL')),
    stop: () => ended('SIGTERM'),
    pid: () => (child && child.exitCode === null && child.signalCode === null ? child.pid! : null),
  };
}

/** API, worker and agent stand-in as processes, with their own database. */
export interface Processes {
  db: TestDatabase;
  agents: TestAgents;
  api: Program & { url: string };
  /** A further API of the same settings, which the test starts; with the address of its metrics. */
  anotherApi(): Promise<Program & { url: string; metrics: string }>;
  worker: Program;
  /** Addresses of their pages for operators. */
  metrics: { api: string; worker: string };
  customer: Customer;
  create(idempotencyKey: string, idea?: string): Promise<Answer<{ runId: string; code: string }>>;
  status(runId: string): Promise<RunStatus>;
  finished(runId: string, withinMs?: number): Promise<RunStatus>;
  close(): Promise<void>;
}

/** Addresses of parts that replace those of the test run. */
export interface ProcessOptions {
  apiTemporal?: string;
  workerTemporal?: string;
  databaseUrl?: string;
  /** Maps the database's address to the one that the worker uses. */
  workerDatabase?(url: string): string;
  stepMs?: number;
  /** Port of the API; defaults to any free port. */
  apiPort?: number;
  /** Further settings of API and worker. */
  env?: NodeJS.ProcessEnv;
}

/** Starts API and worker of what was prepared. */
export async function running<Prepared extends Processes>(prepared: Promise<Prepared>): Promise<Prepared> {
  const product = await prepared;
  await Promise.all([product.api.start(), product.worker.start()]);
  return product;
}

/** Prepares the processes and starts the stand-in; the test starts API and worker. */
export async function prepareProcesses(options: ProcessOptions = {}): Promise<Processes> {
  const db = await createTestDatabase();
  const [agentsPort, apiPort] = [await freePort(), options.apiPort ?? (await freePort())];
  const [apiMetrics, workerMetrics] = [String(await freePort()), String(await freePort())];
  const agentsUrl = `http://127.0.0.1:${agentsPort}`;
  const agentsProgram = program('stand-ins/agents/main', { PORT: String(agentsPort) }, '"listening"');
  await agentsProgram.start();
  const agents = controlAgents(agentsUrl, async () => void (await agentsProgram.stop()));
  await agents.pace(options.stepMs ?? 20);
  const temporal = process.env.TEST_TEMPORAL_ADDRESS!;
  const common = {
    DATABASE_URL: options.databaseUrl ?? db.url,
    TASK_QUEUE: `test-${randomBytes(6).toString('hex')}`,
    ANTHROPIC_API_KEY: AGENTS_STAND_IN_KEY,
    ANTHROPIC_BASE_URL: agentsUrl,
    CITED_PAGES_ORIGIN: agentsUrl,
    AGENT_PROVIDER_NAME: 'local-sample',
    SESSION_HEARTBEAT_TIMEOUT: '2s',
    STEP_TIMEOUT: '4s',
    LIMITS_SCALE: '1000',
    DRAIN_DELAY: '0s',
    WEBHOOK_SECRET_KEY: TEST_SEALING_KEY,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ...options.env,
  };
  const url = `http://127.0.0.1:${apiPort}`;
  const apiEnv = { PUBLIC_URL: url, CHECK_RESPONSES: 'true', TEMPORAL_ADDRESS: options.apiTemporal ?? temporal };
  const apiAt = (port: number, metrics: string) =>
    program('server/main', { METRICS_PORT: metrics, ...common, ...apiEnv, PORT: String(port) }, '"ready"');
  const api = apiAt(apiPort, apiMetrics);
  const others: Program[] = [];
  const worker = program(
    'worker/main',
    {
      METRICS_PORT: workerMetrics,
      ...common,
      DATABASE_URL: options.workerDatabase?.(common.DATABASE_URL) ?? common.DATABASE_URL,
      TEMPORAL_ADDRESS: options.workerTemporal ?? temporal,
    },
    '"ready"',
  );
  await recordProvisionedAgent(db, AGENT_NAME, await openAgents(agents.settings).provision());
  const customer = await createCustomer(db, { credits: 100 });
  const status = async (runId: string) =>
    (await call<RunStatus>({ url }, 'GET', `/v1/runs/${runId}`, { key: customer.apiKey })).body;

  return {
    db,
    agents,
    api: { ...api, url },
    async anotherApi() {
      const [port, metrics] = [await freePort(), await freePort()];
      const other = apiAt(port, String(metrics));
      others.push(other);
      return { ...other, url: `http://127.0.0.1:${port}`, metrics: `http://127.0.0.1:${metrics}` };
    },
    worker,
    metrics: { api: `http://127.0.0.1:${apiMetrics}`, worker: `http://127.0.0.1:${workerMetrics}` },
    customer,
    status,
    create: (idempotencyKey, idea = IDEA) => createEvaluation({ url }, customer, idempotencyKey, { idea }),
    finished: (runId, withinMs = 50_000) =>
      eventually(
        `run ${runId} is finished`,
        async () => {
          const run = await status(runId);
          return ['completed', 'failed', 'canceled', 'expired'].includes(run.status) && run;
        },
        withinMs,
      ),
    close: closedAtEnd(async () => {
      await Promise.all([...[api, ...others, worker].map((part) => part.kill()), agents.close()]);
      await db.close();
    }),
  };
}

/** API and worker as processes, with a payment provider that outlives them. */
export interface ShopProcesses extends Processes {
  provider: Provider;
  checkout(body: object, buyer: Customer, key: string): Promise<Answer<CheckoutSessionCreated & { code: string }>>;
}

/** Lifetimes of checkouts and holds, and the interval of sweeps. */
export interface ShopPace {
  lifetime: string;
  grace: string;
  sweep: string;
}

/** Prepares the processes of a shop; the test starts API and worker. */
export async function prepareShop(
  pace: ShopPace,
  options: ProcessOptions & { providerAddress?(url: string): Promise<string> } = {},
): Promise<ShopProcesses> {
  const apiPort = await freePort();
  const { provider, close } = await startProvider(apiPort);
  const product = await prepareProcesses({
    ...options,
    apiPort,
    env: {
      STRIPE_BASE_URL: (await options.providerAddress?.(provider.url)) ?? provider.url,
      STRIPE_SECRET_KEY_LIVE: PAYMENTS_STAND_IN_KEYS.live,
      STRIPE_SECRET_KEY_TEST: PAYMENTS_STAND_IN_KEYS.test,
      STRIPE_WEBHOOK_SECRETS_LIVE: WEBHOOK_SECRETS.live,
      STRIPE_WEBHOOK_SECRETS_TEST: WEBHOOK_SECRETS.test,
      CHECKOUT_SESSION_LIFETIME: pace.lifetime,
      RESERVATION_GRACE: pace.grace,
      SWEEP_INTERVAL: pace.sweep,
      ...options.env,
    },
  });
  return {
    ...product,
    provider,
    checkout: (body, buyer, key) =>
      call(product.api, 'POST', '/v1/checkout-sessions', {
        key: buyer.apiKey,
        body: { ...CONSENTED, ...body },
        headers: { 'idempotency-key': key },
      }),
    close: closedAtEnd(async () => {
      await product.close();
      await close();
    }),
  };
}
