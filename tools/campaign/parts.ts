import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProxies } from '../../local/cluster/proxy';
import { withSecretFiles } from '../../local/secret-files';
import { sitesOf } from '../../local/vendors';
import { startInternet, type Sites } from '../../stand-ins/internet/internet';
import { nameOfPort } from '../../stand-ins/internet/names';
import { trust } from '../../stand-ins/internet/trust';
import { startPostgres, type RunningPostgres } from '../../local/postgres/start-postgres';
import { startTemporal, type RunningTemporal } from '../../local/temporal/start-temporal';
import { ours, ourWorker, type Program } from '../../local/process/launch';
import { freePort, LOOPBACK } from '../../local/ports';
import { built } from '../../local/programs';
import { startAgents, type TestAgents } from '../../test/support/agents';
import { OwnProcess, STOPS_WITHIN_MS } from '../../test/support/own-process';
import { startPostbox, type Postbox } from '../../test/support/postbox';
import { createTemplate, createTestDatabase, type TestDatabase } from '../../test/support/database';
import { startProvider, WEBHOOK_SECRETS, type Provider } from '../../test/support/shop';
import type { Lost } from '../../test/support/notice-invariants';
import { portOf, startStallingProxy, type StallingProxy } from '../../test/support/silence';
import { settingsOf, type Addresses } from './settings';

/** The whole product as processes, with providers that outlive them, as the real ones do. */
export interface Parts {
  folder: string;
  db: TestDatabase;
  provider: Provider;
  /** Lets whole seconds pass at the payment provider at once. */
  ageProvider(seconds: number): void;
  agents: TestAgents;
  postbox: Postbox;
  /** Runs and scans that a copy of the database began as well. */
  begunTwice: Set<string>;
  /** When the database was told what it does not know any more. */
  lost: Lost[];
  /** API processes, behind which there is one address. */
  apis: OwnProcess[];
  workers: OwnProcess[];
  /** Address of the API as callers reach it: https, behind two proxies. */
  apiUrl: string;
  /** What the product asks the payment provider, and the events that it sends. */
  calls: StallingProxy;
  events: StallingProxy;
  postgres: () => RunningPostgres;
  temporal: () => RunningTemporal;
  /** Stops PostgreSQL in order and starts it again; in another folder if one is given, on the same port. */
  restartPostgres(dataDir?: string): Promise<void>;
  /** Kills Temporal and starts it again with its data, after what is done in between with their folder. */
  restartTemporal(between?: (dataDir: string) => void | Promise<void>): Promise<void>;
  /** A worker of another database and another Temporal, not yet started; everything else is the product's. */
  anotherWorker(name: string, of: Pick<Addresses, 'database' | 'temporal'>): OwnProcess;
  /** Sets how many milliseconds the clock of a worker is ahead, or behind, from its next start on. */
  setClock(worker: OwnProcess, ms: number): void;
  /** Runs an operator's command; resolves with its output, rejects if it fails. */
  admin(...args: string[]): Promise<string>;
  close(): Promise<void>;
}

const AGENT_STEP_MS = 25;
/** Covers all payouts, so that contributors need not wait for sales. */
const OPENING_BALANCE = 100_000_000;
const KEPT_SESSIONS = 1_000_000;
const APIS = ['api-1', 'api-2'];
const WORKERS = ['worker-1', 'worker-2'];

/** Starts everything in a folder, on free loopback ports. */
export async function startParts(folder: string): Promise<Parts> {
  const temporalDir = join(folder, 'temporal');
  let [postgres, temporal] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres') }),
    startTemporal({ dataDir: temporalDir }),
  ]);
  process.env.TEST_DATABASE_URL = postgres.url;
  await createTemplate(postgres.url);
  const db = await createTestDatabase();
  const ports = await Promise.all(APIS.map(() => freePort()));
  const urls = ports.map((port) => `http://${LOOPBACK}:${port}`);
  let sites: Sites | null = null;
  const internet = await startInternet(join(folder, 'internet'), () => sites!);
  trust(internet.authority.pem);
  const edgePort = await freePort();
  const edge = await startProxies(edgePort, internet.authority.issue(), urls);
  const events = await startStallingProxy(edgePort);
  const agents = await startAgents({ stepMs: AGENT_STEP_MS, keepFinished: KEPT_SESSIONS });
  // Two of ten agents cite too little to be paid for.
  await agents.variety({ sources: [3, 12], habits: 'varied', sites: 'own' });
  const webhook = { url: `https://${LOOPBACK}:${events.port}/webhooks/stripe`, secrets: WEBHOOK_SECRETS };
  const {
    provider,
    age,
    close: closeProvider,
  } = await startProvider(edgePort, {
    openingBalance: OPENING_BALANCE,
    webhook,
  });
  const calls = await startStallingProxy(portOf(provider.url));
  const postbox = await startPostbox();
  sites = sitesOf({ agents: agents.url, payments: `http://${LOOPBACK}:${calls.port}`, mail: postbox.url });
  const addresses: Addresses = {
    database: db.url,
    temporal: temporal.address,
    publicUrl: edge.url,
    alerts: `https://${nameOfPort(portOf(postbox.url))}/alerts`,
  };
  const env = { ...settingsOf(addresses), ...internet.settings };
  const secretsOf = (name: string) => join(folder, 'secrets', name);
  const run = (name: string, program: Program) => new OwnProcess(name, program, join(folder, `${name}.log`));
  const apis = APIS.map((name, i) =>
    run(
      name,
      ours(
        built('server/main'),
        { ...withSecretFiles(env, secretsOf(name)), PORT: String(ports[i]), CHECK_RESPONSES: 'true' },
        STOPS_WITHIN_MS,
      ),
    ),
  );
  const clockOf = (name: string) => join(folder, `${name}.clock`);
  const workerOf = (name: string, settings: NodeJS.ProcessEnv) => {
    writeFileSync(clockOf(name), '0');
    const given = { ...withSecretFiles(settings, secretsOf(name)), CLOCK_FILE: clockOf(name) };
    const program = ourWorker(built('worker/main'), given, STOPS_WITHIN_MS);
    return run(name, { ...program, args: ['--require', built('tools/campaign/shifted-clock'), ...program.args] });
  };
  const workers = WORKERS.map((name) => workerOf(name, env));
  const admin = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [built('admin/main'), ...args], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    });
    return stdout;
  };
  await admin('agents', 'provision');
  await Promise.all([...apis, ...workers].map((each) => each.start()));
  return {
    folder,
    db,
    provider,
    ageProvider: age,
    agents,
    postbox,
    begunTwice: new Set(),
    lost: [],
    apis,
    workers,
    apiUrl: edge.url,
    calls,
    events,
    admin,
    postgres: () => postgres,
    temporal: () => temporal,
    async restartPostgres(dataDir = postgres.dataDir) {
      const { port } = postgres;
      await postgres.stop();
      postgres = await startPostgres({ dataDir, port });
    },
    async restartTemporal(between = () => undefined) {
      const [server, web] = [temporal.address, temporal.webUrl].map((url) => Number(url.split(':').pop()));
      temporal.kill();
      // Its ports are its own until it is gone, which takes a moment on a busy machine.
      await temporal.stop();
      await between(temporalDir);
      temporal = await startTemporal({ dataDir: temporalDir, ports: { server: server!, web: web! } });
    },
    anotherWorker: (name, of) => workerOf(name, { ...settingsOf({ ...addresses, ...of }), ...internet.settings }),
    setClock: ({ name }, ms) => writeFileSync(clockOf(name), String(ms)),
    async close() {
      await Promise.all([...apis, ...workers].map((each) => each.kill()));
      await Promise.all([agents.close(), closeProvider(), postbox.close(), calls.close(), events.close()]);
      await Promise.all([edge.close(), internet.close()]);
      await db.close().catch(() => undefined);
      await Promise.all([postgres.stop(), temporal.stop()]);
    },
  };
}
