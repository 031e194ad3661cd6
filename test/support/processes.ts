import { randomBytes } from 'node:crypto';
import { freePort } from '../../local/ports';
import { ours, built } from '../../local/process/launch';
import { AGENT_NAME } from '../../modules/findings/contract/agents';
import { recordProvisionedAgent } from '../../modules/findings/store/agents';
import { AGENTS_STAND_IN_KEY } from '../../stand-ins/agents/stand-in';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/answer';
import { openAgents } from '../../vendors/agents/open-agents';
import { controlAgents } from './agents';
import { createCustomer, createEvaluation, IDEA, type Customer } from './api';
import { createTestDatabase } from './database';
import { closedAtEnd } from './leftovers';
import { OwnProcess } from './own-process';
import { createCheckout, startProvider, WEBHOOK_SECRETS } from './shop';
import { runsOf } from './stack';
import { TEST_SEALING_KEY } from './webhooks';

const STOPS_WITHIN_MS = 60_000;

/** A built program, which is ready once it prints a line containing `readySign`. */
export const program = (script: string, env: NodeJS.ProcessEnv, readySign?: string): OwnProcess =>
  new OwnProcess(script, ours(built(script), env, STOPS_WITHIN_MS), readySign === undefined ? {} : { readySign });

/** The API, the worker and the agent stand-in as processes, with a database for this test. */
export type Processes = Awaited<ReturnType<typeof prepareProcesses>>;

/** Addresses of services to use instead of the test run's. */
export interface ProcessOptions {
  apiTemporal?: string;
  workerTemporal?: string;
  stepMs?: number;
  /** Port of the API; defaults to any free port. */
  apiPort?: number;
  env?: NodeJS.ProcessEnv;
}

/** Starts the prepared API and worker. */
export async function running<Prepared extends Processes>(prepared: Promise<Prepared>): Promise<Prepared> {
  const product = await prepared;
  await Promise.all([product.api.start(), product.worker.start()]);
  return product;
}

/** Prepares the processes and starts the agent stand-in. The test starts the API and the worker. */
export async function prepareProcesses(options: ProcessOptions = {}) {
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
    DATABASE_URL: db.url,
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
  const ports = { PORT: String(apiPort), METRICS_PORT: apiMetrics };
  const apiAt = (host: string) =>
    program('server/main', { ...ports, ...common, ...apiEnv, HOST: host, METRICS_HOST: host });
  const api = apiAt('127.0.0.1');
  const others: OwnProcess[] = [];
  const worker = program('worker/main', {
    METRICS_PORT: workerMetrics,
    ...common,
    TEMPORAL_ADDRESS: options.workerTemporal ?? temporal,
  });
  await recordProvisionedAgent(db, AGENT_NAME, await openAgents(agents.settings).provision());
  const customer = await createCustomer(db, { credits: 100 });
  return {
    db,
    agents,
    api: Object.assign(api, { url }),
    /** Prepares another API with the same settings and ports on `host`. The test starts it. */
    anotherApi(host: string) {
      const other = apiAt(host);
      others.push(other);
      return Object.assign(other, { url: `http://${host}:${apiPort}`, metrics: `http://${host}:${apiMetrics}` });
    },
    worker,
    metrics: { api: `http://127.0.0.1:${apiMetrics}`, worker: `http://127.0.0.1:${workerMetrics}` },
    customer,
    ...runsOf({ url }, customer),
    create: (idempotencyKey: string, idea = IDEA) => createEvaluation({ url }, customer, idempotencyKey, { idea }),
    close: closedAtEnd(async () => {
      await Promise.all([...[api, ...others, worker].map((part) => part.kill()), agents.close()]);
      await db.close();
    }),
  };
}

/** The API and worker as processes, with a payment provider that keeps running when they stop. */
export type ShopProcesses = Awaited<ReturnType<typeof prepareShop>>;

/** Lifetimes of checkouts and holds, and the interval between sweeps. */
export interface ShopPace {
  lifetime: string;
  grace: string;
  sweep: string;
}

/** Prepares a shop's processes. The test starts the API and the worker. */
export async function prepareShop(pace: ShopPace, options: ProcessOptions = {}) {
  const apiPort = await freePort();
  const { provider, close } = await startProvider(apiPort);
  const product = await prepareProcesses({
    ...options,
    apiPort,
    env: {
      STRIPE_BASE_URL: provider.url,
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
    checkout: (body: object, buyer: Customer, key: string) => createCheckout(product.api, buyer, key, body),
    close: closedAtEnd(async () => {
      await product.close();
      await close();
    }),
  };
}
