import type { Worker } from '@temporalio/worker';
import type { Logger } from 'pino';
import { activitySettingsOf } from '../activities/settings';
import { BUILD, processIdentity } from '../base/build';
import { createLog, watchOutage } from '../base/log';
import { senderAccess } from '../base/mail-settings';
import { createMetrics } from '../base/observation/metrics';
import { createLiveness } from '../base/observation/server';
import { refuseWherePublic } from '../base/public-deployment';
import { scanLimitsOf } from '../base/run-settings';
import { readSecretFiles } from '../base/secrets';
import { misspelled, readSettings } from '../base/settings';
import { createDossierRenderer } from '../modules/dossiers/dossier-renderer';
import { AGENT_NAME } from '../modules/findings/contract/agents';
import { siteTurns } from '../modules/findings/store/sites';
import { deploymentIdOf } from '../modules/operations/store/deployment';
import { BEAT_INTERVAL_MS, thisProcess } from '../modules/operations/store/workers';
import { readTroubles } from '../modules/operations/troubles';
import { findSandboxPart } from '../modules/runs/store/submissions';
import { observePool, openDatabase, requireWrites } from '../prisma/client';
import { requireConnections } from '../prisma/connection-flaw';
import { openClaimReader, whyNoReader } from '../vendors/agents/claim-reader';
import { openAgents } from '../vendors/agents/open-agents';
import { createCitedPages } from '../vendors/cited-pages/cited-pages';
import { createDomainNames } from '../vendors/domain-names';
import { paced } from '../vendors/mail/mailer';
import { createMailer } from '../vendors/mail/provider';
import { watchCalls } from '../vendors/measured-calls';
import { openPayments } from '../vendors/payments/open-payments';
import { createSandbox } from '../vendors/sandbox';
import { startedErasures, temporalAccess, createTemporalClient } from '../vendors/temporal-client';
import { startTracing } from '../vendors/tracing';
import { createAlertReceiver } from '../vendors/webhooks/alert-receiver';
import { createWebhooks } from '../vendors/webhooks/webhook-sender';
import { isCurrentBuild } from '../vendors/worker-deployments';
import { createWorkflowStarter } from '../vendors/workflow-starter';
import { promoteFirstBuild, watchBuilds } from './builds';
import { connectToTemporal, createWorker, prepareNamespace } from './create-worker';
import { reportStop, runBeat, observeWorker, chooseSdkMetrics } from './observe-worker';
import { reportPlatform, schedulePaymentWork } from './payment-work';
import { runRelay } from './relay';
import { workerSettings } from './settings';
import { runSweep } from './sweep';
import { installTemporalLog } from './temporal-log';

/** Short timeouts and no client retries, because Temporal retries the activity. */
const PAYMENT_PATIENCE = { requestTimeoutMs: 10_000, maxNetworkRetries: 0 };

/** If stopping hangs, the process is ended this long after the grace period for activities. */
const STOP_RESERVE_MS = 2_000;

/** Time that a pass of a loop may take before the loop counts as stalled. */
const PASS_MS = 60_000;

const RELAY_EVERY_MS = 500;
const RECONCILE_EVERY_MS = 86_400_000;
/** Maximum number of agent sessions that one worker follows concurrently. Each takes less than 1 MB. */
const MAX_CONCURRENT_SESSIONS = 2_000;
/** Age at which the data of unconfirmed scans is deleted. */
const KEEP_UNCONFIRMED_MS = 30 * 86_400_000;

/**
 * Creates everything that a wrong setting can break, before connecting to anything. `--check`, which `admin doctor`
 * uses, stops after this.
 * @throws Error naming the setting
 */
function openParts() {
  readSecretFiles();
  const settings = readSettings(workerSettings);
  refuseWherePublic(settings);
  const db = openDatabase(settings.DATABASE_URL, settings.DATABASE_POOL, {
    productEvents: settings.PRODUCT_EVENTS === 'on',
  });
  const metrics = createMetrics({ defaults: settings.METRICS_PORT !== undefined });
  observePool(db, metrics);
  const calls = watchCalls(metrics);
  const { onCall } = calls;
  const deploymentId = deploymentIdOf(db, settings.DEPLOYMENT_ID);
  const mail = senderAccess(settings);
  const noReader = whyNoReader(settings);
  const sender = { baseUrl: settings.RESEND_BASE_URL, from: settings.MAIL_FROM };
  return {
    settings,
    db,
    metrics,
    calls,
    temporal: temporalAccess(settings),
    liveAgents: openAgents(settings, { deploymentId, onCall }),
    citedPages: createCitedPages({
      publicUrl: settings.PUBLIC_URL,
      sampleOrigin: settings.CITED_PAGES_ORIGIN ?? null,
      turns: siteTurns(db),
      onChecked: (status) => metrics.add('noi_evidence_checks_total', { status }),
    }),
    domainNames: createDomainNames({
      publicUrl: settings.PUBLIC_URL,
      sampleOrigin: settings.CITED_PAGES_ORIGIN ?? null,
    }),
    noReader,
    claimReader: noReader ? null : openClaimReader(settings, { onCall }),
    webhooks: createWebhooks(settings),
    alertReceiver: createAlertReceiver(settings),
    mailer: mail && paced(createMailer({ ...sender, apiKey: mail.apiKey, onCall }), settings.MAILS_PER_SECOND),
    tokenSecrets: mail?.tokenSecrets ?? null,
    payments: openPayments(settings, { ...PAYMENT_PATIENCE, deploymentId, onCall }),
  };
}

async function main(): Promise<void> {
  const { settings, db, metrics, calls, temporal, liveAgents, citedPages, noReader, payments, ...opened } = openParts();
  const warnings = misspelled(Object.keys(workerSettings));
  if (process.argv.includes('--check')) return console.error(warnings.join('\n'));
  const log = createLog(settings.LOG_LEVEL, 'worker');
  for (const warning of warnings) log.warn(warning);
  const database = watchOutage(log, 'PostgreSQL', () => requireWrites(db));
  const sdk = settings.METRICS_PORT === undefined ? null : await chooseSdkMetrics();
  installTemporalLog(log, database, sdk?.address ?? null);
  const stopping = new AbortController();
  stopOnSignal(log, settings.SHUTDOWN_GRACE + STOP_RESERVE_MS, () => stopping.abort());
  void requireConnections(settings.DATABASE_URL, log, stopping.signal);
  const { sandbox, agents } = createSandbox(liveAgents, (assignmentId) => findSandboxPart(db, assignmentId));
  const dossiers = createDossierRenderer();
  if (noReader) log.info(noReader);

  const tracing = await startTracing(settings, 'worker', log);
  const client = createTemporalClient(temporal, processIdentity('worker'), { tracing });
  const liveness = createLiveness();
  let worker: Worker | null = null;
  const observation = await observeWorker(settings, {
    log,
    db,
    client,
    metrics,
    sdk,
    liveness,
    worker: () => worker,
    stopping: stopping.signal,
  });
  const connection = await connectToTemporal(temporal.connection, log, stopping.signal);
  const buildId = settings.WORKER_VERSIONING === 'on' ? BUILD.buildId : null;
  await prepareNamespace(connection, temporal.namespace, log);
  worker = await createWorker(
    connection,
    {
      db,
      agents,
      sandbox,
      dossiers,
      citedPages: settings.EVIDENCE_CHECK === 'on' ? citedPages : null,
      payments,
      ...opened,
      agentName: AGENT_NAME,
      ...activitySettingsOf(settings, agents.provider),
      stopping: stopping.signal,
    },
    {
      namespace: temporal.namespace,
      taskQueue: settings.TASK_QUEUE,
      maxConcurrentSessions: MAX_CONCURRENT_SESSIONS,
      shutdownGraceMs: settings.SHUTDOWN_GRACE,
      buildId,
      tracing,
    },
  );

  const start = createWorkflowStarter(client, settings.TASK_QUEUE);
  const { signal } = stopping;
  const { TASK_QUEUE: taskQueue, SWEEP_INTERVAL: sweepEveryMs } = settings;
  const reconcileEveryMs = RECONCILE_EVERY_MS;
  const self = thisProcess('worker');
  // Keeps reporting until the worker's work has ended, because a worker that is stopping must not look dead.
  const reporting = new AbortController();
  const beating = runBeat(db, self, {
    database,
    signal: reporting.signal,
    watch: liveness.watch('beat', BEAT_INTERVAL_MS + PASS_MS),
    troubles: () => readTroubles({ ...self, ...calls, metrics, liveness }),
  });
  const background = [
    promoteFirstBuild(client, { taskQueue, buildId, log, signal }),
    ...(buildId === null ? [] : [watchBuilds(db, client, { taskQueue, intervalMs: sweepEveryMs, log, signal })]),
    runRelay(db, start, {
      intervalMs: RELAY_EVERY_MS,
      log,
      signal,
      watch: liveness.watch('relay', RELAY_EVERY_MS + PASS_MS),
    }),
    ...(payments ? [schedulePaymentWork(client, { taskQueue, sweepEveryMs, reconcileEveryMs, log, signal })] : []),
    ...(payments ? [reportPlatform(payments, { log, signal })] : []),
    runSweep(db, agents, {
      agentName: AGENT_NAME,
      intervalMs: settings.SWEEP_INTERVAL,
      keepUnconfirmedMs: KEEP_UNCONFIRMED_MS,
      scans: scanLimitsOf(settings),
      database,
      log,
      signal,
      watch: liveness.watch('sweep', settings.SWEEP_INTERVAL + PASS_MS),
      startedErasures: () => startedErasures(client),
      isCurrent: () => isCurrentBuild(client, taskQueue, buildId),
    }),
  ];
  // Written at any log level, because the supervisor waits for this line.
  const ready = { ready: true, taskQueue, metrics: observation?.url };
  log.child({}, { level: 'info' }).info(ready, 'worker is ready');

  await worker.runUntil(aborted(signal));
  await Promise.all(background);
  reporting.abort();
  await beating;
  await reportStop(db, self);
  await Promise.all([client.connection.close(), connection.close(), db.close(), dossiers.close(), tracing?.stop()]);
  await observation?.close();
  log.info('worker has stopped');
}

function stopOnSignal(log: Logger, forcedAfterMs: number, stop: () => void): void {
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      log.info({ signal: name }, 'stopping');
      stop();
      setTimeout(() => process.exit(1), forcedAfterMs).unref();
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
