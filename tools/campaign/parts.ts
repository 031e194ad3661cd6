import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgres, type RunningPostgres } from '../../local/postgres/start-postgres';
import { startTemporal, type RunningTemporal } from '../../local/temporal/start-temporal';
import { ours, ourWorker, type Program } from '../../local/process/launch';
import { freePort, LOOPBACK } from '../../local/ports';
import { built } from '../../local/programs';
import { AGENTS_STAND_IN_KEY } from '../../stand-ins/agents/stand-in';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { startAgents, type TestAgents } from '../support/agents';
import { OwnProcess, STOPS_WITHIN_MS } from '../support/own-process';
import { startPostbox, type Postbox } from '../support/postbox';
import { createTemplate, createTestDatabase, type TestDatabase } from '../support/database';
import { startProvider, WEBHOOK_SECRETS, type Provider } from '../support/shop';
import { TEST_SEALING_KEY } from '../support/webhooks';

/** The whole product as processes, with providers that outlive them, as the real ones do. */
export interface Parts {
  db: TestDatabase;
  provider: Provider;
  agents: TestAgents;
  postbox: Postbox;
  api: OwnProcess;
  workers: OwnProcess[];
  apiUrl: string;
  postgres: () => RunningPostgres;
  temporal: () => RunningTemporal;
  /** Stops PostgreSQL in order and starts it again. */
  restartPostgres(): Promise<void>;
  /** Kills Temporal and starts it again with the same data. */
  restartTemporal(): Promise<void>;
  /** Runs an operator's command; resolves with its output, rejects if it fails. */
  admin(...args: string[]): Promise<string>;
  close(): Promise<void>;
}

/** Minutes, hours and days of production become seconds. */
const PACE = {
  CHECKOUT_SESSION_LIFETIME: '10s',
  RESERVATION_GRACE: '6s',
  SWEEP_INTERVAL: '3s',
  EVALUATION_DEADLINE: '15s',
  SEARCH_DEADLINE: '25s',
  SESSION_HEARTBEAT_TIMEOUT: '2s',
  STEP_TIMEOUT: '4s',
  SHARE_MATURITY: '4s',
  PAYOUT_REVIEW_THRESHOLD: '250000',
  PAYOUT_REVIEW_MONTHLY: '400000',
};
const AGENT_STEP_MS = 25;
/** Covers all payouts, so that contributors need not wait for sales. */
const OPENING_BALANCE = 100_000_000;
const KEPT_SESSIONS = 1_000_000;

/** Starts everything in a folder, on free loopback ports. */
export async function startParts(folder: string): Promise<Parts> {
  const dataDir = join(folder, 'postgres');
  const temporalDir = join(folder, 'temporal');
  let [postgres, temporal] = await Promise.all([startPostgres({ dataDir }), startTemporal({ dataDir: temporalDir })]);
  process.env.TEST_DATABASE_URL = postgres.url;
  await createTemplate(postgres.url);
  const db = await createTestDatabase();
  const apiPort = await freePort();
  const apiUrl = `http://${LOOPBACK}:${apiPort}`;
  const agents = await startAgents({ stepMs: AGENT_STEP_MS, keepFinished: KEPT_SESSIONS });
  // Two of ten agents cite too little to be paid for.
  await agents.variety({ sources: [3, 12] });
  const { provider, close: closeProvider } = await startProvider(apiPort, { openingBalance: OPENING_BALANCE });
  const postbox = await startPostbox();
  const env = {
    ...environment({ database: db.url, temporal: temporal.address, agents: agents.url, provider: provider.url }),
    ...mailSettings(postbox.url),
  };
  const run = (name: string, program: Program) => new OwnProcess(name, program, join(folder, `${name}.log`));
  const ownEnv = { ...env, PORT: String(apiPort), PUBLIC_URL: apiUrl, CHECK_RESPONSES: 'true' };
  const api = run('api', ours(built('server/main'), ownEnv, STOPS_WITHIN_MS));
  const worker = ourWorker(built('worker/main'), env, STOPS_WITHIN_MS);
  const workers = ['worker-1', 'worker-2'].map((name) => run(name, worker));
  const admin = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [built('admin/main'), ...args], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    });
    return stdout;
  };
  await admin('agents', 'provision');
  await Promise.all([api, ...workers].map((each) => each.start()));
  return {
    db,
    provider,
    agents,
    postbox,
    api,
    workers,
    apiUrl,
    admin,
    postgres: () => postgres,
    temporal: () => temporal,
    async restartPostgres() {
      const { port } = postgres;
      await postgres.stop();
      postgres = await startPostgres({ dataDir, port });
    },
    async restartTemporal() {
      const [server, web] = [temporal.address, temporal.webUrl].map((url) => Number(url.split(':').pop()));
      temporal.kill();
      // Its ports are its own until it is gone, which takes a moment on a busy machine.
      await temporal.stop();
      temporal = await startTemporal({ dataDir: temporalDir, ports: { server: server!, web: web! } });
    },
    async close() {
      await Promise.all([api, ...workers].map((each) => each.kill()));
      await Promise.all([agents.close(), closeProvider(), postbox.close()]);
      await db.close().catch(() => undefined);
      await Promise.all([postgres.stop(), temporal.stop()]);
    },
  };
}

function environment({ database, temporal, agents, provider }: Record<string, string>): NodeJS.ProcessEnv {
  return {
    ...PACE,
    DATABASE_URL: database,
    TEMPORAL_ADDRESS: temporal,
    ANTHROPIC_API_KEY: AGENTS_STAND_IN_KEY,
    ANTHROPIC_BASE_URL: agents,
    CITED_PAGES_ORIGIN: agents,
    AGENT_PROVIDER_NAME: 'local-sample',
    STRIPE_BASE_URL: provider,
    STRIPE_SECRET_KEY_LIVE: PAYMENTS_STAND_IN_KEYS.live,
    STRIPE_SECRET_KEY_TEST: PAYMENTS_STAND_IN_KEYS.test,
    STRIPE_WEBHOOK_SECRETS_LIVE: WEBHOOK_SECRETS.live,
    STRIPE_WEBHOOK_SECRETS_TEST: WEBHOOK_SECRETS.test,
    LIMITS_SCALE: '1000000',
    WEBHOOK_SECRET_KEY: TEST_SEALING_KEY,
    WEBHOOK_ALLOW_PRIVATE: 'true',
  };
}

function mailSettings(postbox: string): NodeJS.ProcessEnv {
  return {
    MAIL: 'on',
    TOKEN_SECRET: 'a secret that only the campaign knows and nobody else',
    RESEND_API_KEY: 're_of_the_campaign',
    RESEND_BASE_URL: postbox,
    MAILS_PER_SECOND: '1000',
    OPERATOR_EMAIL: 'operator@example.com',
    ALERT_WEBHOOK_URL: `${postbox}/alerts`,
    ALERT_WEBHOOK_KEY: 'routing-key-of-the-campaign',
  };
}
