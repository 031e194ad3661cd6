import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { pino, type Logger } from 'pino';
import { mailAccess } from '../contracts/mail-settings';
import { readSettings } from '../contracts/settings';
import { openDatabase } from '../prisma/client';
import { AGENT_NAME } from '../contracts/agent';
import { createResearchAgents } from '../providers/agents/create-research-agents';
import { createDossierRenderer } from '../providers/dossier/create-dossier-renderer';
import { createMailer } from '../providers/mail/create-mailer';
import { createWebhooks } from '../providers/webhooks/create-webhooks';
import type { Mailer } from '../providers/mail/mailer';
import { paced } from '../providers/mail/pace';
import { openPayments } from '../providers/payments/open-payments';
import { createWorkflowStarter } from '../providers/workflow-starter';
import { createWorker } from './create-worker';
import { schedulePaymentSweep } from './payment-sweep-schedule';
import { runRelay } from './relay';
import { workerSettings } from './settings';
import { runSweep } from './sweep';

/** Temporal tries again what fails: a call that hangs is given up early, so that it is. */
const PAYMENT_PATIENCE = { requestTimeoutMs: 10_000, maxNetworkRetries: 0 };

/** A stop that takes longer than this is ended by force. */
const FORCED_EXIT_MS = 10_000;

async function main(): Promise<void> {
  const settings = readSettings(workerSettings);
  const log = pino({ level: settings.LOG_LEVEL, base: { process: 'worker' } });
  installTemporalLog(log);
  const stopping = new AbortController();
  stopOnSignal(log, () => stopping.abort());

  const db = openDatabase(settings.DATABASE_URL, settings.DATABASE_POOL);
  const agents = createResearchAgents({ apiKey: settings.ANTHROPIC_API_KEY, baseUrl: settings.ANTHROPIC_BASE_URL });
  const dossiers = createDossierRenderer();
  const mail = mailAccess(settings);

  const payments = openPayments(settings, PAYMENT_PATIENCE);

  const connection = await connect(settings.TEMPORAL_ADDRESS, log, stopping.signal);
  const worker = await createWorker(
    connection,
    {
      db,
      agents,
      dossiers,
      webhooks: createWebhooks(settings),
      mailer: mail && paced(mailerOf(settings, mail.apiKey), settings.MAILS_PER_SECOND),
      tokenSecret: mail?.tokenSecret ?? '',
      linkLifetimesMs: { sign_in: settings.SIGN_IN_LINK_LIFETIME, password_reset: settings.RESET_LINK_LIFETIME },
      scanConfirmationMs: settings.SCAN_CONFIRMATION_LIFETIME,
      supportAddress: settings.SUPPORT_ADDRESS,
      payments,
      operatorEmail: settings.OPERATOR_EMAIL ?? null,
      agentName: AGENT_NAME,
      providerName: settings.AGENT_PROVIDER_NAME,
      publicUrl: settings.PUBLIC_URL,
      runBudgetMicros: settings.RUN_BUDGET * 1_000_000,
      candidateBudgetMicros: settings.SEARCH_CANDIDATE_BUDGET * 1_000_000,
      scanBudgetMicros: settings.SCAN_BUDGET * 1_000_000,
      stopping: stopping.signal,
    },
    {
      namespace: settings.TEMPORAL_NAMESPACE,
      taskQueue: settings.TASK_QUEUE,
      maxConcurrentSessions: settings.MAX_CONCURRENT_SESSIONS,
      shutdownGraceMs: settings.SHUTDOWN_GRACE,
    },
  );

  const client = new Client({
    connection: Connection.lazy({ address: settings.TEMPORAL_ADDRESS }),
    namespace: settings.TEMPORAL_NAMESPACE,
  });
  const start = createWorkflowStarter(client, settings.TASK_QUEUE);
  const { signal } = stopping;
  const sweeping = { taskQueue: settings.TASK_QUEUE, intervalMs: settings.SWEEP_INTERVAL, log, signal };
  const background = [
    runRelay(db, start, { intervalMs: settings.RELAY_INTERVAL, log, signal }),
    ...(payments ? [schedulePaymentSweep(client, sweeping)] : []),
    runSweep(db, agents, {
      agentName: AGENT_NAME,
      intervalMs: settings.SWEEP_INTERVAL,
      keepUnconfirmedMs: settings.SCAN_DATA_RETENTION,
      log,
      signal,
    }),
  ];
  // The supervisor waits for this line, whatever the level of the others.
  log.child({}, { level: 'info' }).info({ ready: true, taskQueue: settings.TASK_QUEUE }, 'worker is ready');

  await worker.runUntil(aborted(signal));
  await Promise.all(background);
  await Promise.all([client.connection.close(), connection.close(), db.close(), dossiers.close()]);
  log.info('worker has stopped');
}

function mailerOf(settings: { RESEND_BASE_URL: string | undefined; MAIL_FROM: string }, apiKey: string): Mailer {
  return createMailer({ apiKey, baseUrl: settings.RESEND_BASE_URL, from: settings.MAIL_FROM });
}

/** Connects to Temporal, however long the server takes to be there: the SDK's own connect does not retry. */
async function connect(address: string, log: Logger, signal: AbortSignal): Promise<NativeConnection> {
  for (;;) {
    try {
      return await NativeConnection.connect({ address });
    } catch (error) {
      if (signal.aborted) process.exit(0);
      log.warn({ err: error, address }, 'Temporal cannot be reached; trying again in 2 s');
      await sleep(2_000, undefined, { signal }).catch(() => process.exit(0));
    }
  }
}

function installTemporalLog(log: Logger): void {
  const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message, meta }) =>
      log[levels[level]]({ ...meta, ...(meta?.error && { err: meta.error as Error, error: undefined }) }, message),
    ),
    // The process stops by its own handlers below, in its own order.
    shutdownSignals: [],
  });
}

function stopOnSignal(log: Logger, stop: () => void): void {
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      log.info({ signal: name }, 'stopping');
      stop();
      setTimeout(() => process.exit(1), FORCED_EXIT_MS).unref();
    });
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
