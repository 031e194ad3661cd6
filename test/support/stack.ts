import { randomBytes } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, type Worker } from '@temporalio/worker';
import { pino } from 'pino';
import type { ApiSettings } from '../../api/deps';
import { createDelivery } from '../../api/deliver';
import { AGENT_NAME } from '../../contracts/agent';
import type { RunStatus, SearchCreate } from '../../contracts/runs';
import type { LinkPurpose } from '../../contracts/sign-in';
import type { Mail, Mailer } from '../../providers/mail/mailer';
import type { Payments } from '../../providers/payments/payments';
import { createResearchAgents } from '../../providers/agents/create-research-agents';
import { createDossierRenderer } from '../../providers/dossier/create-dossier-renderer';
import { createWorkflowStarter, type WorkflowStarter } from '../../providers/workflow-starter';
import { grantEntitlements } from '../../store/entitlements';
import { recordProvisionedAgent } from '../../store/provisioned-agents';
import { bundleWorkflows } from '../../worker/bundle';
import { createWorker } from '../../worker/create-worker';
import { startAgents, type TestAgents } from './agents';
import {
  call,
  createCustomer,
  createEvaluation,
  createSearch,
  IDEA,
  SEARCH,
  startApi,
  TEST_TOKEN_SECRET,
  type Customer,
  type TestApi,
} from './api';
import { createTestDatabase, type TestDatabase } from './database';
import { eventually } from './eventually';
import { testWebhooks } from './webhooks';

/** The whole product in this process on real parts: database, Temporal, HTTP, agents' protocol. */
export interface Stack {
  db: TestDatabase;
  api: TestApi;
  agents: TestAgents;
  temporal: Client;
  customer: Customer;
  /** Mails that were sent. */
  mails: Mail[];
  taskQueue: string;
  /** Creates an Idea Check and returns its id. */
  create(idea?: string): Promise<string>;
  /** Creates a Custom Search and returns its id. */
  search(body?: Partial<SearchCreate>): Promise<string>;
  status(runId: string): Promise<RunStatus>;
  /** The status once the run has finished. */
  finished(runId: string): Promise<RunStatus>;
  cancel(runId: string): Promise<number>;
  /** Brings a message to Temporal, as the relay would. */
  start: WorkflowStarter;
  close(): Promise<void>;
}

/** What a test may change. */
export interface StackOptions {
  settings?: Partial<ApiSettings>;
  payments?: Payments;
  /** Where the API listens. */
  port?: number;
  runBudgetMicros?: number;
  candidateBudgetMicros?: number;
  stepMs?: number;
  /** Activities that the worker runs at once. */
  maxConcurrentSessions?: number;
  linkLifetimesMs?: Partial<Record<LinkPurpose, number>>;
  /** Replaces how a mail is sent. */
  send?: Mailer['send'];
  /** Without a worker, runs stay queued. */
  worker?: false;
}

const FINISHED = ['completed', 'failed', 'canceled', 'expired'];
let quiet = false;

/** Starts all parts with a task queue of their own, so that tests do not meet. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  if (!quiet) Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  quiet = true;
  const taskQueue = `test-${randomBytes(6).toString('hex')}`;
  const address = process.env.TEST_TEMPORAL_ADDRESS!;
  const db = await createTestDatabase();
  const agents = await startAgents({ stepMs: options.stepMs ?? 5 });
  const connection = await Connection.connect({ address });
  const temporal = new Client({ connection });
  const start = createWorkflowStarter(temporal, taskQueue);
  const delivery = createDelivery(db, start, pino({ level: 'silent' }));
  const api = await startApi(db, {
    deliver: (message) => delivery.deliver(message),
    ...(options.payments && { payments: options.payments }),
    ...(options.port && { port: options.port }),
    settings: { heartbeatTimeoutMs: 2_000, ...options.settings },
  });
  const mails: Mail[] = [];
  const worker = options.worker === false ? null : await startWorker(db, agents, mails, taskQueue, options);
  const customer = await createCustomer(db, { credits: 50 });
  await grantEntitlements(db, customer.accountId, 'custom_search', 50);
  let created = 0;
  const status = async (runId: string) =>
    (await call<RunStatus>(api, 'GET', `/v1/runs/${runId}`, { key: customer.apiKey })).body;

  return {
    db,
    api,
    agents,
    temporal,
    customer,
    mails,
    taskQueue,
    status,
    start,
    create: async (idea = IDEA) => (await createEvaluation(api, customer, `stack-${created++}`, { idea })).body.runId,
    search: async (body) =>
      (await createSearch(api, customer, `stack-${created++}`, { ...SEARCH, ...body })).body.runId,
    finished: (runId) =>
      eventually(
        `run ${runId} is finished`,
        async () => {
          const run = await status(runId);
          return FINISHED.includes(run.status) && run;
        },
        40_000,
      ),
    cancel: async (runId) => (await call(api, 'POST', `/v1/runs/${runId}/cancel`, { key: customer.apiKey })).status,
    close: async () => {
      await delivery.close();
      await worker?.stop();
      await api.close();
      await agents.close();
      await connection.close();
      await db.close();
    },
  };
}

/** A worker in this process, on the real code of `worker/`. */
export async function startWorker(
  db: TestDatabase,
  agents: TestAgents,
  mails: Mail[],
  taskQueue: string,
  options: StackOptions = {},
): Promise<{ worker: Worker; stop(): Promise<void> }> {
  const connection = await NativeConnection.connect({ address: process.env.TEST_TEMPORAL_ADDRESS! });
  const client = createResearchAgents({
    apiKey: agents.key,
    baseUrl: agents.url,
    requestTimeoutMs: 2_000,
    reconnect: { firstDelayMs: 20, maxDelayMs: 200 },
  });
  await recordProvisionedAgent(db, AGENT_NAME, await client.provision());
  const dossiers = createDossierRenderer();
  const stopping = new AbortController();
  const worker = await createWorker(
    connection,
    {
      db,
      agents: client,
      dossiers,
      mailer: { send: options.send ?? ((mail) => Promise.resolve(void mails.push(mail))) },
      webhooks: testWebhooks(),
      payments: options.payments ?? null,
      operatorEmail: 'operator@example.com',
      agentName: AGENT_NAME,
      providerName: 'local-sample',
      publicUrl: 'http://127.0.0.1:8080',
      runBudgetMicros: options.runBudgetMicros ?? 10_000_000,
      candidateBudgetMicros: options.candidateBudgetMicros ?? 5_000_000,
      tokenSecret: TEST_TOKEN_SECRET,
      linkLifetimesMs: { sign_in: 900_000, password_reset: 1_800_000, ...options.linkLifetimesMs },
      scanConfirmationMs: 259_200_000,
      supportAddress: 'support@example.com',
      scanBudgetMicros: 1_000_000,
      stopping: stopping.signal,
    },
    {
      namespace: 'default',
      taskQueue,
      maxConcurrentSessions: options.maxConcurrentSessions ?? 100,
      shutdownGraceMs: 2_000,
    },
    { code: await bundleWorkflows() },
  );
  const running = worker.run();
  return {
    worker,
    stop: async () => {
      stopping.abort();
      worker.shutdown();
      await running;
      await connection.close();
      await dossiers.close();
    },
  };
}
