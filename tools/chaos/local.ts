import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freeApi, listeningAt, startProxies } from '../../local/cluster/proxy';
import { freePort, LOOPBACK } from '../../local/ports';
import { startPostgres, type RunningPostgres } from '../../local/postgres/start-postgres';
import { ours, ourWorker, type Program } from '../../local/process/launch';
import { built } from '../../local/programs';
import { withSecretFiles } from '../../local/secret-files';
import { startTemporal, type RunningTemporal } from '../../local/temporal/start-temporal';
import { sitesOf } from '../../local/vendors';
import { startInternet, type Sites } from '../../stand-ins/internet/internet';
import { nameOfPort } from '../../stand-ins/internet/names';
import { trust } from '../../stand-ins/internet/trust';
import { ageDatabase, createTemplate, createTestDatabase, type TestDatabase } from '../../test/support/database';
import { startAgents } from '../../test/support/agents';
import type { Lost } from '../../test/support/promises';
import { OwnProcess, STOPS_WITHIN_MS } from '../../test/support/own-process';
import { retryOnOutage } from '../../test/support/eventually';
import { startPostbox } from '../../test/support/mails';
import { startProvider, WEBHOOK_SECRETS } from '../../test/support/shop';
import { portOf, startStallingProxy, type StallingProxy } from '../../test/support/proxies';
import type { Place } from './place';
import { settingsOf, type Addresses } from './settings';

/** The whole product as processes of its own, with vendors in this process, which outlive them as the real ones do. */
export interface LocalPlace extends Place {
  folder: string;
  db: TestDatabase;
  begunTwice: Set<string>;
  lost: Lost[];
  apis: OwnProcess[];
  workers: OwnProcess[];
  /** What the product asks the payment provider, and the events that it sends. */
  calls: StallingProxy;
  events: StallingProxy;
  postgres(): RunningPostgres;
  temporal(): RunningTemporal;
  letTimePass(seconds: number): Promise<void>;
  /** Stops PostgreSQL in order and starts it again; in another folder if one is given, on the same port. */
  restartPostgres(dataDir?: string): Promise<void>;
  /** Kills Temporal and starts it again with its data, after what is done in between with their folder. */
  restartTemporal(between?: (dataDir: string) => void | Promise<void>): Promise<void>;
  /** A worker of another database and another Temporal, not yet started; everything else is the product's. */
  anotherWorker(name: string, of: Pick<Addresses, 'database' | 'temporal'>): OwnProcess;
  /** Sets how many milliseconds the clock of a worker is ahead, or behind, from its next start on. */
  setClock(worker: OwnProcess, ms: number): void;
}

const AGENT_STEP_MS = 25;
/** Covers all payouts, so that contributors need not wait for sales. */
const OPENING_BALANCE = 100_000_000;
const KEPT_SESSIONS = 1_000_000;

/** Starts everything in a folder, on free loopback ports. */
export async function startLocal(folder: string): Promise<LocalPlace> {
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
  const edge = await startProxies(edgePort, internet.authority.issue(), own);
  const events = await startStallingProxy(edgePort);
  const agents = await startAgents({ stepMs: AGENT_STEP_MS, keepFinished: KEPT_SESSIONS });
  // Two of ten agents cite too little to be paid for.
  await agents.variety({ sources: [3, 12], habits: 'varied', sites: 'own' });
  const webhook = { url: `https://${LOOPBACK}:${events.port}/webhooks/stripe`, secrets: WEBHOOK_SECRETS };
  const payments = await startProvider(edgePort, { openingBalance: OPENING_BALANCE, webhook });
  const calls = await startStallingProxy(portOf(payments.provider.url));
  const postbox = await startPostbox();
  sites = sitesOf({ agents: agents.url, payments: `http://${LOOPBACK}:${calls.port}`, mail: postbox.url });
  const addresses: Addresses = {
    database: db.url,
    temporal: temporal.address,
    publicUrl: edge.url,
    alerts: `https://${nameOfPort(portOf(postbox.url))}/alerts`,
  };
  const envOf = (of: Addresses) => ({ ...settingsOf(of), ...internet.settings });
  const env = envOf(addresses);
  const withSecrets = (name: string, given = env) => withSecretFiles(given, join(folder, 'secrets', name));
  const run = (name: string, program: Program) => new OwnProcess(name, program, join(folder, `${name}.log`));
  const apis = own.map((api, i) => {
    const given = { ...withSecrets(`api-${i + 1}`), ...listeningAt(api), CHECK_RESPONSES: 'true' };
    return run(`api-${i + 1}`, ours(built('server/main'), given, STOPS_WITHIN_MS));
  });
  const clockOf = (name: string) => join(folder, `${name}.clock`);
  const workerOf = (name: string, given = env) => {
    writeFileSync(clockOf(name), '0');
    const settings = { ...withSecrets(name, given), CLOCK_FILE: clockOf(name) };
    const program = ourWorker(built('worker/main'), settings, STOPS_WITHIN_MS);
    return run(name, { ...program, args: ['--require', built('tools/chaos/shifted-clock'), ...program.args] });
  };
  const workers = [workerOf('worker-1'), workerOf('worker-2')];
  const processes = [...apis, ...workers];
  const admin = async (...args: string[]) => {
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
    async letTimePass(seconds) {
      await retryOnOutage(() => db.pool.query('SELECT 1'));
      await ageDatabase(postgres.url, new URL(db.url).pathname.slice(1), seconds);
      payments.age(seconds);
      // A mail that is sent again may name an earlier moment.
      for (const mail of postbox.mails.values()) mail.digest = null;
    },
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
    anotherWorker: (name, of) => workerOf(name, envOf({ ...addresses, ...of })),
    setClock: ({ name }, ms) => writeFileSync(clockOf(name), String(ms)),
    async revive() {
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
