import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freeApi, listeningAt, startProxy } from '../../local/cluster/proxy';
import { withSecretFiles } from '../../local/files';
import { sitesOf } from '../../local/parts';
import { freePort, LOOPBACK } from '../../local/ports';
import { startPostgres } from '../../local/postgres/start-postgres';
import { ours, ourWorker, built, type Program } from '../../local/process/launch';
import { startTemporal } from '../../local/temporal/start-temporal';
import { AGENTS_STAND_IN_KEY } from '../../stand-ins/agents/stand-in';
import { startInternet, nameOfPort, type Sites } from '../../stand-ins/internet/internet';
import { trust } from '../../stand-ins/internet/trust';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/answer';
import { startAgents } from '../../test/support/agents';
import { ageDatabase, createTemplate, createTestDatabase } from '../../test/support/database';
import { retryOnOutage } from '../../test/support/eventually';
import { startPostbox } from '../../test/support/mails';
import { OwnProcess } from '../../test/support/own-process';
import type { Lost } from '../../test/support/promises';
import { portOf, startStallingProxy } from '../../test/support/proxies';
import { startProvider, WEBHOOK_SECRETS } from '../../test/support/shop';
import { TEST_SEALING_KEY } from '../../test/support/webhooks';

/** The whole product as processes. The vendors run in this process and outlive the product, as real ones do. */
export type LocalPlace = Awaited<ReturnType<typeof startLocal>>;

/**
 * Shortens the minutes, hours and days of production to seconds, and lifts per-service limits. Step timeouts stay long
 * enough for a shared machine, because an abandoned step must not finish later.
 */
const HURRIED = {
  CHECKOUT_SESSION_LIFETIME: '10s',
  ANONYMOUS_CHECKOUT_LIFETIME: '7s',
  RESERVATION_GRACE: '6s',
  SWEEP_INTERVAL: '3s',
  EVALUATION_DEADLINE: '25s',
  SEARCH_DEADLINE: '40s',
  SESSION_HEARTBEAT_TIMEOUT: '2s',
  STEP_TIMEOUT: '8s',
  SHARE_MATURITY: '4s',
  PAYOUT_REVIEW_THRESHOLD: '250000',
  PAYOUT_REVIEW_MONTHLY: '400000',
  LIMITS_SCALE: '1000000',
  ANONYMOUS_HOLD_SHARE: '0.5',
  MAILS_PER_SECOND: '1000',
};

interface Addresses {
  database: string;
  temporal: string;
  publicUrl: string;
  alerts: string;
}

/** Production settings for every process: https, proxies, and the vendors' default URLs. */
function settingsOf({ database, temporal, publicUrl, alerts }: Addresses): NodeJS.ProcessEnv {
  return {
    ...HURRIED,
    NODE_ENV: 'production',
    PUBLIC_URL: publicUrl,
    // Two hops: the front proxy, and a proxy before it that sets the client's IP address.
    TRUSTED_HOPS: '2',
    DATABASE_URL: database,
    TEMPORAL_ADDRESS: temporal,
    ANTHROPIC_API_KEY: AGENTS_STAND_IN_KEY,
    AGENT_PROVIDER_NAME: 'local-sample',
    STRIPE_SECRET_KEY_LIVE: PAYMENTS_STAND_IN_KEYS.live,
    STRIPE_SECRET_KEY_TEST: PAYMENTS_STAND_IN_KEYS.test,
    STRIPE_WEBHOOK_SECRETS_LIVE: WEBHOOK_SECRETS.live,
    STRIPE_WEBHOOK_SECRETS_TEST: WEBHOOK_SECRETS.test,
    CHECKOUT_AUTOMATIC_TAX: 'true',
    CHECKOUT_INVOICES: 'true',
    WEBHOOK_SECRET_KEY: TEST_SEALING_KEY,
    MAIL: 'on',
    TOKEN_SECRET: 'a secret that only this story knows and nobody else',
    RESEND_API_KEY: 're_of_a_story',
    RESEND_WEBHOOK_SECRET: 'whsec_c3Rvcnk=',
    MAIL_FROM: 'hello@noi.localhost',
    SUPPORT_ADDRESS: 'support@noi.localhost',
    OPERATOR_EMAIL: 'operator@example.com',
    ALERT_WEBHOOK_URL: alerts,
    ALERT_WEBHOOK_KEY: 'routing-key-of-a-story',
  };
}

const STOPS_WITHIN_MS = 15_000;
const AGENT_STEP_MS = 25;
/** This balance covers all payouts, so contributors do not have to wait for sales. */
const OPENING_BALANCE = 100_000_000;
const KEPT_SESSIONS = 1_000_000;

export async function startLocal(folder: string) {
  const temporalDir = join(folder, 'temporal');
  let [postgres, temporal] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres') }),
    startTemporal({ dataDir: temporalDir }),
  ]);
  process.env.TEST_DATABASE_URL = postgres.url;
  await createTemplate(postgres.url);
  const db = await createTestDatabase();
  const own = await Promise.all(['api-1', 'api-2'].map(() => freeApi()));
  let sites: Sites | null = null;
  const internet = await startInternet(join(folder, 'internet'), () => sites!);
  trust(internet.authority.pem);
  const edgePort = await freePort();
  const edge = await startProxy(edgePort, internet.authority.issue(), own);
  const events = await startStallingProxy(edgePort);
  const agents = await startAgents({ stepMs: AGENT_STEP_MS, keepFinished: KEPT_SESSIONS });
  // Two of ten sessions cite too few sources, so their runs are not charged.
  await agents.variety({ sources: [3, 12], habits: 'varied', sites: 'own' });
  const webhook = { url: `https://${LOOPBACK}:${events.port}/webhooks/stripe`, secrets: WEBHOOK_SECRETS };
  const payments = await startProvider(edgePort, { openingBalance: OPENING_BALANCE, webhook });
  const calls = await startStallingProxy(portOf(payments.provider.url));
  const postbox = await startPostbox();
  sites = sitesOf({ agents: agents.url, payments: `http://${LOOPBACK}:${calls.port}`, mail: postbox.url });
  const addresses = {
    database: db.url,
    temporal: temporal.address,
    publicUrl: edge.url,
    alerts: `https://${nameOfPort(portOf(postbox.url))}/alerts`,
  };
  const env = { ...settingsOf(addresses), ...internet.settings };
  const withSecrets = (name: string) => withSecretFiles(env, join(folder, 'secrets', name));
  const run = (name: string, program: Program) =>
    new OwnProcess(name, program, { logFile: join(folder, `${name}.log`) });
  const apis = own.map((api, i) => {
    const given = { ...withSecrets(`api-${i + 1}`), ...listeningAt(api), CHECK_RESPONSES: 'true' };
    return run(`api-${i + 1}`, ours(built('server/main'), given, STOPS_WITHIN_MS));
  });
  const workerOf = (name: string) => run(name, ourWorker(built('worker/main'), withSecrets(name), STOPS_WITHIN_MS));
  const workers = [workerOf('worker-1'), workerOf('worker-2')];
  const processes = [...apis, ...workers];
  const admin = async (...args: string[]): Promise<string> => {
    const given = { PATH: process.env.PATH, HOME: process.env.HOME, ...env };
    return (await promisify(execFile)(process.execPath, [built('admin/main'), ...args], { env: given })).stdout;
  };
  await admin('agents', 'provision');
  await Promise.all(processes.map((each) => each.start()));
  return {
    folder,
    db,
    provider: payments.provider,
    agents,
    postbox,
    /** Periods whose writes the database lost. */
    lost: [] as Lost[],
    apis,
    workers,
    apiUrl: edge.url,
    /** Proxy for calls from the product to the payment provider. `events` is the proxy for the provider's webhooks. */
    calls,
    events,
    admin,
    postgres: () => postgres,
    temporal: () => temporal,
    /** Moves the clocks of the database and the payment provider forward by whole seconds. */
    async letTimePass(seconds: number): Promise<void> {
      await retryOnOutage(() => db.pool.query('SELECT 1'));
      await ageDatabase(postgres.url, new URL(db.url).pathname.slice(1), seconds);
      payments.age(seconds);
      // Accept changed content, because a retried email may now mention an earlier time.
      for (const mail of postbox.mails.values()) mail.digest = null;
    },
    async restartPostgres(): Promise<void> {
      const { dataDir, port } = postgres;
      await postgres.stop();
      postgres = await startPostgres({ dataDir, port });
    },
    /** Kills Temporal, runs `between` with its data folder, and starts it again. */
    async restartTemporal(between: (dataDir: string) => void | Promise<void> = () => undefined): Promise<void> {
      const [server, web] = [temporal.address, temporal.webUrl].map((url) => Number(url.split(':').pop()));
      temporal.kill();
      // Temporal's ports stay in use until it exits, which can take a moment on a busy machine.
      await temporal.stop();
      await between(temporalDir);
      temporal = await startTemporal({ dataDir: temporalDir, ports: { server: server!, web: web! } });
    },
    async revive(): Promise<void> {
      for (const each of processes) if (!each.running()) await each.start();
    },
    crashes: () => processes.flatMap((each) => each.crashes),
    async close() {
      await Promise.all(processes.map((each) => each.kill()));
      await Promise.all([agents, payments, postbox, calls, events].map((each) => each.close()));
      await Promise.all([edge.close(), internet.close()]);
      await db.close().catch(() => undefined);
      await Promise.all([postgres.stop(), temporal.stop()]);
    },
  };
}
