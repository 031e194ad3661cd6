import { randomBytes } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, type Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { activitySettings, activitySettingsOf, type ActivitySettings } from '../../activities/settings';
import type { Secrets } from '../../base/secrets';
import { readSettings } from '../../base/settings';
import type { ApiSettings } from '../../http/settings';
import { createDossierRenderer } from '../../modules/dossiers/dossier-renderer';
import { grantEntitlements } from '../../modules/entitlements/store/grant';
import { AGENT_NAME } from '../../modules/findings/contract/agents';
import { recordProvisionedAgent } from '../../modules/findings/store/agents';
import type { Payments } from '../../modules/orders/payment-provider';
import { createDelivery } from '../../modules/outbox/use-cases/deliver';
import type { RunStatus, SearchCreate } from '../../modules/run-kinds/contract';
import { findSandboxPart } from '../../modules/runs/store/submissions';
import { keepHistories } from '../../tools/replay/histories';
import { openClaimReader } from '../../vendors/agents/claim-reader';
import { openAgents } from '../../vendors/agents/open-agents';
import { createCitedPages } from '../../vendors/cited-pages/cited-pages';
import { createDomainNames } from '../../vendors/domain-names';
import type { Mail, Mailer } from '../../vendors/mail/mailer';
import { createSandbox } from '../../vendors/sandbox';
import type { Tracing } from '../../vendors/tracing';
import { createAlertReceiver } from '../../vendors/webhooks/alert-receiver';
import { createWorkflowStarter } from '../../vendors/workflow-starter';
import { createWorker } from '../../worker/create-worker';
import { installTemporalLog } from '../../worker/temporal-log';
import { startAgents, type TestAgents } from './agents';
import {
  call,
  createCustomer,
  createEvaluation,
  createSearch,
  IDEA,
  SEARCH,
  startApi,
  TEST_TOKEN_SECRETS,
  type Customer,
} from './api';
import { createTestDatabase, type TestDatabase } from './database';
import { ON_BUSY_MACHINES, eventually } from './eventually';
import { closedAtEnd } from './leftovers';
import { testWebhooks } from './webhooks';

/** The whole product in this process, with a real database, Temporal server, HTTP and agent protocol. */
export type Stack = Awaited<ReturnType<typeof startStack>>;

export interface StackOptions {
  /** Existing database to use; a new one by default. */
  db?: TestDatabase;
  agents?: TestAgents;
  settings?: Partial<ApiSettings>;
  payments?: Payments;
  /** How long to wait for a response from the agents, in milliseconds; 2,000 by default. */
  agentTimeoutMs?: number;
  /** Model that judges claims at the agent stand-in, charged at its list price; none by default. */
  claimReader?: string;
  port?: number;
  activities?: Partial<ActivitySettings>;
  stepMs?: number;
  maxConcurrentSessions?: number;
  /** Secrets with which the worker signs links. Does not change the API's secrets. */
  tokenSecrets?: Secrets;
  send?: Mailer['send'];
  /** Second channel for alerts; none by default. */
  alerts?: { ALERT_WEBHOOK_URL: string; ALERT_WEBHOOK_KEY: string | undefined };
  tracing?: Tracing | null;
  /** If true, webhook endpoints are notified of product events. */
  productEvents?: true;
  /** If false, no worker runs, so runs stay queued. */
  worker?: false;
  /** The worker's build id and workflow code, if they differ from the defaults. */
  build?: { id?: string; code?: string };
}

const TEST_SETTINGS = {
  OPERATOR_EMAIL: 'operator@example.com',
  SUPPORT_ADDRESS: 'support@example.com',
  AGENT_PROVIDER_NAME: 'local-sample',
  // Shares mature at once here; other tests cover how they mature.
  SHARE_MATURITY: '0s',
};
const FINISHED = ['completed', 'failed', 'canceled', 'expired'];
const ignore = () => undefined;
let workerLog: ReturnType<typeof collectLog> | null = null;

// Collects the log of this process's workers, and prints its errors.
function collectLog() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => {
    const entry = JSON.parse(line) as Record<string, unknown>;
    lines.push(entry);
    if (Number(entry.level) >= 50) process.stderr.write(line);
  };
  return { lines, log: pino({ level: 'info' }, { write }) };
}

/**
 * Collects the log of Temporal's SDK for {@link workerLines}. Call this before starting the first worker, because a
 * process can install the SDK's logger only once.
 */
export function collectWorkerLog(): void {
  if (workerLog === null) installTemporalLog((workerLog = collectLog()).log, { failed: ignore, answered: ignore });
}

/** Parsed log lines of this process's workers that match `fields`. */
export function workerLines(fields: Record<string, unknown>): Record<string, unknown>[] {
  const wanted = Object.entries(fields);
  return workerLog!.lines.filter((line) => wanted.every(([name, value]) => line[name] === value));
}

/** Reads runs as a customer does. */
export function runsOf(api: { url: string }, { apiKey: key }: Customer) {
  const read = async (runId: string, headers: Record<string, string> = {}) =>
    (await call<RunStatus>(api, 'GET', `/v1/runs/${runId}`, { key, headers })).body;
  return {
    status: (runId: string) => read(runId),
    /** Waits until the run has finished; returns its status. */
    finished: (runId: string, withinMs = 120_000): Promise<RunStatus> =>
      eventually(
        `run ${runId} is finished`,
        async () => {
          const run = await read(runId, { prefer: 'wait=10' });
          return FINISHED.includes(run.status) && run;
        },
        withinMs,
      ),
  };
}

/** Starts all parts with a new task queue, so that tests do not interfere with each other. */
export async function startStack(options: StackOptions = {}) {
  collectWorkerLog();
  const taskQueue = `test-${randomBytes(6).toString('hex')}`;
  const address = process.env.TEST_TEMPORAL_ADDRESS!;
  const db = { ...(options.db ?? (await createTestDatabase())), productEvents: options.productEvents ?? false };
  const agents = options.agents ?? (await startAgents({ stepMs: options.stepMs ?? 5 }));
  const connection = await Connection.connect({ address });
  const interceptors = { workflow: options.tracing?.clientInterceptors ?? [] };
  const temporal = new Client({ connection, interceptors });
  const start = createWorkflowStarter(temporal, taskQueue);
  const delivery = createDelivery(db, start, pino({ level: 'silent' }));
  const api = await startApi(db, {
    deliver: (message) => delivery.deliver(message),
    ...(options.payments && { payments: options.payments }),
    ...(options.port && { port: options.port }),
    traced: Boolean(options.tracing),
    settings: { heartbeatTimeoutMs: 2_000, ...options.settings },
  });
  const mails: Mail[] = [];
  const worker = options.worker === false ? null : await startWorker(db, agents, mails, taskQueue, options);
  const customer = await createCustomer(db, { credits: 50 });
  await grantEntitlements(db, customer.accountId, 'custom_search', 50);
  let created = 0;
  let halted: Promise<void> | null = null;
  const halt = () => (halted ??= Promise.all([delivery.close(), worker?.stop()]).then(() => undefined));
  return {
    db,
    api,
    agents,
    temporal,
    customer,
    mails,
    taskQueue,
    ...runsOf(api, customer),
    /** Delivers a message to Temporal, as the relay would. */
    start,
    /** Creates an Idea Check and returns its id. */
    create: async (idea = IDEA) => (await createEvaluation(api, customer, `stack-${created++}`, { idea })).body.runId,
    search: async (body?: Partial<SearchCreate>) =>
      (await createSearch(api, customer, `stack-${created++}`, { ...SEARCH, ...body })).body.runId,
    cancel: async (runId: string) =>
      (await call(api, 'POST', `/v1/runs/${runId}/cancel`, { key: customer.apiKey })).status,
    /** Stops the worker and the relay, so that the API's messages wait in the outbox. */
    halt,
    close: closedAtEnd(async () => {
      const folder = process.env.RECORD_HISTORIES;
      if (folder) await keepHistories(temporal, taskQueue, folder);
      await halt();
      await api.close();
      await agents.close();
      await connection.close();
      await db.close();
    }),
  };
}

/** Starts a worker in this process with the real code in `worker/`. */
export async function startWorker(
  db: TestDatabase,
  agents: TestAgents,
  mails: Mail[],
  taskQueue: string,
  options: StackOptions = {},
): Promise<{ worker: Worker; stop(): Promise<void> }> {
  const connection = await NativeConnection.connect({ address: process.env.TEST_TEMPORAL_ADDRESS! });
  const client = openAgents(agents.settings, {
    requestTimeoutMs: options.agentTimeoutMs ?? 2_000,
    reconnect: { firstDelayMs: 20, maxDelayMs: 200 },
    ...(options.tracing && { onCall: ignore }),
  });
  await recordProvisionedAgent(db, AGENT_NAME, await client.provision());
  const { sandbox, agents: both } = createSandbox(client, (assignmentId) => findSandboxPart(db, assignmentId));
  const dossiers = createDossierRenderer();
  const citedPages = createCitedPages({
    publicUrl: 'http://127.0.0.1:1',
    sampleOrigin: agents.url,
    ...ON_BUSY_MACHINES,
  });
  const stopping = new AbortController();
  const settings = activitySettingsOf(readSettings(activitySettings, TEST_SETTINGS), 'stand-in');
  const worker = await createWorker(
    connection,
    {
      db,
      agents: both,
      sandbox,
      dossiers,
      citedPages,
      domainNames: createDomainNames({ publicUrl: 'http://127.0.0.1:1', sampleOrigin: agents.url }),
      claimReader: options.claimReader
        ? openClaimReader({ ...agents.settings, CLAIM_CHECK: 'on', CLAIM_CHECK_MODEL: options.claimReader })
        : null,
      mailer: { send: options.send ?? ((mail) => Promise.resolve(void mails.push(mail))) },
      webhooks: testWebhooks(),
      alertReceiver: options.alerts ? createAlertReceiver({ ...options.alerts, WEBHOOK_ALLOW_PRIVATE: true }) : null,
      payments: options.payments ?? null,
      agentName: AGENT_NAME,
      tokenSecrets: options.tokenSecrets ?? TEST_TOKEN_SECRETS,
      ...settings,
      ...options.activities,
      stopping: stopping.signal,
    },
    {
      namespace: 'default',
      taskQueue,
      maxConcurrentSessions: options.maxConcurrentSessions ?? 100,
      shutdownGraceMs: 2_000,
      buildId: options.build?.id ?? null,
      tracing: options.tracing ?? null,
    },
    options.build?.code ? { code: options.build.code } : null,
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
      await citedPages.close();
    },
  };
}
