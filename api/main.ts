import { createServer, type Server } from 'node:http';
import { Client, Connection } from '@temporalio/client';
import { pino, type Logger } from 'pino';
import { mailAccess } from '../contracts/mail-settings';
import { readSettings } from '../contracts/settings';
import { openDatabase } from '../prisma/client';
import { createWebhooks } from '../providers/webhooks/create-webhooks';
import { checkoutOrigin, openPayments } from '../providers/payments/open-payments';
import { createWorkflowStarter } from '../providers/workflow-starter';
import { createApp } from './app';
import { createDelivery } from './deliver';
import { createKeyring } from './keyring';
import { createLimiters } from './limits/limiters';
import { listenForRunChanges } from './run-changes';
import { apiSettings } from './settings';
import { createUsageRecorder } from './usage-recorder';

const LOG_DESTINATION = { sync: false, minLength: 8_192, periodicFlush: 1_000 };
const PING_DEADLINE_MS = 1_500;
/** A buyer waits for this: less patience than a worker has. */
const PAYMENT_PATIENCE = { requestTimeoutMs: 10_000, maxNetworkRetries: 1 };
/** A stop that takes longer than this is ended by force: a delivery or a connection may hang. */
const FORCED_EXIT_MS = 10_000;

async function main(): Promise<void> {
  const settings = readSettings(apiSettings);
  // A request does not wait for its log line: lines are written together, at the latest after a second.
  const log = pino({ level: settings.LOG_LEVEL, base: { process: 'api' } }, pino.destination(LOG_DESTINATION));
  const db = openDatabase(settings.DATABASE_URL, settings.DATABASE_POOL);
  const client = new Client({
    connection: Connection.lazy({ address: settings.TEMPORAL_ADDRESS }),
    namespace: settings.TEMPORAL_NAMESPACE,
  });
  const delivery = createDelivery(db, createWorkflowStarter(client, settings.TASK_QUEUE), log);
  const changes = listenForRunChanges(settings.DATABASE_URL, log);
  const usage = createUsageRecorder(db, log);
  const store =
    settings.RATE_LIMIT_STORE === 'postgres'
      ? { type: 'postgres' as const, pool: db.pool }
      : { type: 'memory' as const };

  const app = createApp({
    db,
    log,
    keyring: createKeyring(db, settings.KEY_CACHE_TTL),
    limiters: createLimiters(settings.LIMITS_SCALE, store),
    changes,
    usage,
    webhooks: createWebhooks(settings),
    payments: openPayments(settings, PAYMENT_PATIENCE),
    deliver: (message) => delivery.deliver(message),
    pingTemporal: async () => {
      await client.withDeadline(Date.now() + PING_DEADLINE_MS, () => client.workflowService.getSystemInfo({}));
    },
    settings: {
      publicUrl: settings.PUBLIC_URL.replace(/\/$/, ''),
      checkResponses: settings.CHECK_RESPONSES,
      trustProxy: settings.TRUST_PROXY,
      checkoutLifetimeMs: settings.CHECKOUT_SESSION_LIFETIME,
      reservationGraceMs: settings.RESERVATION_GRACE,
      checkoutOrigin: checkoutOrigin(settings),
      payoutReviewThreshold: settings.PAYOUT_REVIEW_THRESHOLD,
      runQueueExpiryMs: settings.RUN_QUEUE_EXPIRY,
      evaluationDeadlineMs: settings.EVALUATION_DEADLINE,
      searchDeadlineMs: settings.SEARCH_DEADLINE,
      searchParallelism: settings.SEARCH_PARALLELISM,
      maxRepairs: settings.RUN_MAX_REPAIRS,
      heartbeatTimeoutMs: settings.SESSION_HEARTBEAT_TIMEOUT,
      stepTimeoutMs: settings.STEP_TIMEOUT,
      mail: mailAccess(settings),
      mailWebhookSecret: settings.RESEND_WEBHOOK_SECRET ?? null,
      scanConfirmationMs: settings.SCAN_CONFIRMATION_LIFETIME,
      scanDeadlineMs: settings.SCAN_DEADLINE,
      sessionLifetimeMs: settings.SESSION_LIFETIME,
    },
  });

  const server = createServer(app.callback());
  server.listen(settings.PORT, settings.HOST, () => {
    log.info({ ready: true, address: `http://${settings.HOST}:${settings.PORT}` }, 'API is listening');
    log.flush();
  });
  server.on('error', (error) => {
    log.fatal({ err: error }, 'the API cannot listen');
    process.exit(1);
  });

  await stopRequested(log);
  // Waiting requests are answered as they stand, so that none holds up the stop.
  await changes.close();
  await closed(server, settings.SHUTDOWN_GRACE);
  await delivery.close();
  await usage.close();
  await Promise.all([db.close(), client.connection.close()]);
  log.info('API has stopped');
  log.flush();
}

function stopRequested(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.once(name, () => {
        log.info({ signal: name }, 'stopping');
        setTimeout(() => process.exit(1), FORCED_EXIT_MS).unref();
        resolve();
      });
    }
  });
}

/** Stops accepting, lets open requests finish for `graceMs`, then drops them. */
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
