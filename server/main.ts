import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino, type Logger } from 'pino';
import { processIdentity } from '../base/build';
import { createLog, watchOutage } from '../base/log';
import { createCollector, createMetrics } from '../base/observation/metrics';
import { checkHealth, observe } from '../base/observation/server';
import { missingOf } from '../base/payment-settings';
import { readSecretFiles } from '../base/secrets';
import { misspelled, readSettings } from '../base/settings';
import type { ApiDeps } from '../http/deps';
import { createKeyring } from '../http/keyring';
import { createLastGood } from '../http/last-good';
import { createLimiters } from '../http/limits/limiters';
import { createDownloads, createLiveStreams } from '../http/limits/concurrency';
import { createProbes, PROBE_CONNECTIONS } from '../http/service-status';
import { apiSettings, rateLimitStore, settingsOf } from '../http/settings';
import { createUsageRecorder } from '../http/usage-recorder';
import { createDossierRenderer } from '../modules/dossiers/dossier-renderer';
import { WATCH_LIMITS } from '../modules/operations/conditions';
import { deploymentIdOf } from '../modules/operations/store/deployment';
import { readFigures } from '../modules/operations/store/figures';
import { readWatchFigures } from '../modules/operations/store/watch-figures';
import { beat, recordStop, thisProcess } from '../modules/operations/store/workers';
import { readTroubles } from '../modules/operations/troubles';
import { createLicensedDossiers } from '../modules/opportunities/use-cases/bought-dossier';
import { createDelivery } from '../modules/outbox/use-cases/deliver';
import { createRunCache, listenForRunChanges } from '../modules/runs/store/changes';
import { createDossierPdfs } from '../modules/runs/use-cases/documents';
import { observePool, openDatabase, REQUEST_TIMEOUTS, requireWrites } from '../prisma/client';
import { requireConnections } from '../prisma/connection-flaw';
import { createMailer } from '../vendors/mail/provider';
import { watchCalls, type OnCall } from '../vendors/measured-calls';
import { openPayments } from '../vendors/payments/open-payments';
import { temporalAccess, createTemporalClient } from '../vendors/temporal-client';
import { startTracing } from '../vendors/tracing';
import { createAlertReceiver } from '../vendors/webhooks/alert-receiver';
import { createWebhooks } from '../vendors/webhooks/webhook-sender';
import { createWorkflowStarter } from '../vendors/workflow-starter';
import { createApp } from './app';
import { warmUp } from './ask-itself';
import { createBoundedServer, SERVER_BOUNDS } from './bounded-server';
import { runWatch, type WatchOptions } from './watch';

const LOG_DESTINATION = { sync: false, minLength: 8_192, periodicFlush: 1_000 };
const PING_DEADLINE_MS = 1_400;
/**
 * Fails fast, because the buyer expects a response within 5 s. The client retries only if a keep-alive connection was
 * closed. After other failures, repeating the request with its Idempotency-Key resumes the order.
 */
const PAYMENT_PATIENCE = { requestTimeoutMs: 3_500, maxNetworkRetries: 0 };
/** Cache for polled runs, enough for about 10,000 runs. */
const RUN_CACHE_BYTES = 32 * 1_024 * 1_024;
/** If stopping hangs, the process is ended this long after the drain delay and the grace period for open requests. */
const STOP_RESERVE_MS = 2_000;

/**
 * Creates everything that a wrong setting can break, before connecting to anything. `--check`, which `admin doctor`
 * uses, stops after this.
 * @throws Error naming the setting
 */
function openParts() {
  readSecretFiles();
  const settings = readSettings(apiSettings);
  const db = openDatabase(settings.DATABASE_URL, settings.DATABASE_POOL, {
    timeouts: REQUEST_TIMEOUTS,
    productEvents: settings.PRODUCT_EVENTS === 'on',
  });
  const metrics = createMetrics({ defaults: settings.METRICS_PORT !== undefined });
  observePool(db, metrics);
  const calls = watchCalls(metrics);
  return {
    settings,
    own: settingsOf(settings),
    db,
    metrics,
    calls,
    temporal: temporalAccess(settings),
    webhooks: createWebhooks(settings),
    alertReceiver: createAlertReceiver(settings),
    mailbox: operatorMailbox(settings, calls.onCall),
    payments: openPayments(settings, {
      ...PAYMENT_PATIENCE,
      deploymentId: deploymentIdOf(db, settings.DEPLOYMENT_ID),
      onCall: calls.onCall,
    }),
  };
}

/** The operators' mailbox, if this process can send email. */
function operatorMailbox(
  settings: ReturnType<typeof readSettings<typeof apiSettings>>,
  onCall: OnCall,
): WatchOptions['mailbox'] {
  const { OPERATOR_EMAIL: to, RESEND_API_KEY: apiKey, RESEND_BASE_URL: baseUrl, MAIL_FROM: from } = settings;
  return to && apiKey && settings.MAIL !== 'off'
    ? { to, mailer: createMailer({ apiKey, baseUrl, from, onCall }) }
    : null;
}

async function main(): Promise<void> {
  const { settings, own, db, metrics, calls, temporal, webhooks, alertReceiver, mailbox, payments } = openParts();
  const warnings = misspelled(Object.keys(apiSettings));
  if (process.argv.includes('--check')) return console.error(warnings.join('\n'));
  // Buffers log lines for up to a second, so that requests do not wait for writes.
  const log = createLog(settings.LOG_LEVEL, 'api', pino.destination(LOG_DESTINATION));
  for (const warning of warnings) log.warn(warning);
  const watching = new AbortController();
  void requireConnections(settings.DATABASE_URL, log, watching.signal);
  // Must come before all code that can be traced.
  const tracing = await startTracing(settings, 'api', log);
  const client = createTemporalClient(temporal, processIdentity('api'), { tracing });
  const delivery = createDelivery(db, createWorkflowStarter(client, settings.TASK_QUEUE), log);
  const changes = listenForRunChanges(settings.DATABASE_URL, log);
  const usage = createUsageRecorder(db, log);
  const dossiers = createDossierRenderer();
  const store =
    rateLimitStore(settings) === 'postgres'
      ? { type: 'postgres' as const, pool: db.pool }
      : { type: 'memory' as const };

  const probed = openDatabase(settings.DATABASE_URL, PROBE_CONNECTIONS, { timeouts: REQUEST_TIMEOUTS });
  let [listening, stopping] = [false, false];
  const watched = {
    db,
    pingTemporal: async () => {
      await client.withDeadline(Date.now() + PING_DEADLINE_MS, () => client.workflowService.getSystemInfo({}));
    },
    isStopping: () => stopping,
    settings: own,
  };
  const deps: ApiDeps = {
    ...watched,
    ...createProbes({ ...watched, db: probed }),
    lastGood: createLastGood(),
    log,
    metrics,
    keyring: createKeyring(db, settings.KEY_CACHE_TTL),
    limiters: createLimiters(settings.LIMITS_SCALE, store),
    changes,
    runs: createRunCache(db, changes, RUN_CACHE_BYTES),
    streams: createLiveStreams(),
    downloads: createDownloads(),
    usage,
    webhooks,
    payments,
    deliver: (message) => delivery.deliver(message),
    dossierPdf: createDossierPdfs(db, dossiers),
    licensedDossier: createLicensedDossiers(dossiers),
    traced: tracing !== null,
  };

  const missing = missingOf(deps.settings.seller);
  if (missing.length > 0) log.warn({ missing }, 'the legal pages cannot name the seller: set these settings');

  const observation = await observe(settings, {
    metrics: [
      metrics.page,
      createCollector(() => requireWrites(db).then(() => readFigures(db)), watchOutage(log, 'metrics database')).page,
    ],
    // Needs no checks: a process that responds is alive.
    live: () => checkHealth([]),
    ready: () => (listening ? deps.readiness() : checkHealth([{ name: 'listening', run: () => false }])),
  });
  const answer = createApp(deps).callback();
  const server = createBoundedServer(SERVER_BOUNDS, deps, (request, response) => {
    // Makes callers leave their keep-alive connections before we close them.
    if (stopping) response.setHeader('Connection', 'close');
    void answer(request, response);
  });
  await warmUp(answer);
  server.listen(settings.PORT, settings.HOST, () => {
    const address = `http://${settings.HOST}:${settings.PORT}`;
    listening = true;
    log.info({ ready: true, address, metrics: observation?.url }, 'API is listening');
    log.flush();
  });
  server.on('error', (error) => {
    log.fatal({ err: error }, 'the API cannot listen');
    process.exit(1);
  });

  const self = thisProcess('api');
  const watch = runWatch(
    {
      db,
      async figures() {
        const troubles = await readTroubles({ ...self, ...calls, metrics, disks: settings.WATCHED_DISKS });
        await beat(db, self, { troubles });
        return readWatchFigures(db);
      },
      limits: WATCH_LIMITS,
      mailbox,
      receiver: alertReceiver,
      publicUrl: deps.settings.publicUrl,
      log,
    },
    watching.signal,
  );

  const { DRAIN_DELAY: drainMs, SHUTDOWN_GRACE: graceMs } = settings;
  await stopRequested(log, drainMs + graceMs + STOP_RESERVE_MS);
  stopping = true;
  // Gives load balancers time to notice that this process is not ready and to send requests elsewhere.
  await sleep(drainMs);
  // Ends long polls, so that they do not delay the shutdown.
  await changes.close();
  watching.abort();
  await Promise.all([closed(server, graceMs), watch]);
  await recordStop(db, self.identity).catch(() => undefined);
  await delivery.close();
  await usage.close();
  await Promise.all([
    db.close(),
    probed.close(),
    client.connection.close(),
    dossiers.close(),
    observation?.close(),
    tracing?.stop(),
  ]);
  log.info('API has stopped');
  log.flush();
}

function stopRequested(log: Logger, forcedAfterMs: number): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.once(name, () => {
        log.info({ signal: name }, 'stopping');
        setTimeout(() => process.exit(1), forcedAfterMs).unref();
        resolve();
      });
    }
  });
}

/** Stops accepting connections, gives open requests `graceMs` to finish, and then drops them. */
function closed(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const dropped = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(dropped);
      resolve();
    });
    server.closeIdleConnections();
  });
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
