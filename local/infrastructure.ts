import { Client } from 'pg';
import {
  needsAgentStandIn,
  needsMailStandIn,
  needsPaymentStandIn,
  standInSettings,
  type PartAddresses,
} from './child-settings';
import { PAYMENTS_STAND_IN_SECRETS } from './payments/own-keys';
import { freePort, LOOPBACK } from './ports';
import { startPostgres } from './postgres/start-postgres';
import { ours } from './process/launch';
import { supervise, type Lines } from './process/supervise';
import type { ReadyFile } from './ready-file';
import type { StartContext } from './start-context';
import { findTemporal } from './temporal/find-temporal';
import { startTemporal } from './temporal/start-temporal';
import { useServer } from './temporal/use-server';
import { together } from './together';

/** Everything that the product stands on, running. */
export interface Infrastructure {
  addresses: PartAddresses;
  temporalWeb: string | null;
  seeded: Pick<ReadyFile, 'keys' | 'account'>;
}

const DATABASE = 'noi';
const PORTS = {
  api: 3000,
  mail: 3100,
  agents: 3200,
  payments: 3300,
  postgres: 54_320,
  temporal: 7233,
  temporalWeb: 8233,
};
const STAND_IN_READY_WITHIN_MS = 20_000;
const STAND_IN_STOP_WITHIN_MS = 3_000;

/** Starts database, Temporal and stand-ins at the same time, and prepares the database as soon as it answers. */
export async function startInfrastructure(context: StartContext, outer?: AbortSignal): Promise<Infrastructure> {
  const { env, scripts, folder } = context;
  const api = await apiAddress(context);
  const [[database, seeded], temporal, mail, agents, payments] = await together<
    [[string, Infrastructure['seeded']], TemporalAddress, string | null, string | null, string | null]
  >(outer, (signal) => [
    startDatabase(context, signal),
    obtainTemporal(context, signal),
    needsMailStandIn(env) ? standIn(context, 'mail', scripts.mail, {}, signal) : none(),
    needsAgentStandIn(env) ? standIn(context, 'agents', scripts.agents, { STATE_FILE: folder.agents }, signal) : none(),
    needsPaymentStandIn(env)
      ? standIn(context, 'payments', scripts.payments, paymentSettings(context, api.url), signal)
      : none(),
  ]);
  const addresses = { database, temporal: temporal.address, api, mail, agents, payments };
  return { addresses, temporalWeb: temporal.web, seeded };
}

interface TemporalAddress {
  address: string;
  web: string | null;
}

const none = () => Promise.resolve(null);

async function apiAddress(context: StartContext): Promise<PartAddresses['api']> {
  const host = context.env.HOST || LOOPBACK;
  const wanted = Number(context.env.PORT || PORTS.api);
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > 65_535)
    throw new Error('PORT must be a number from 1 to 65535');
  const port = await choosePort(context, 'API', wanted);
  return { host, port, url: `http://${LOOPBACK}:${port}` };
}

async function choosePort({ report }: StartContext, name: string, preferred: number): Promise<number> {
  const port = await freePort(preferred);
  if (port !== preferred) report.note(`port ${preferred} is taken: ${name} uses ${port}`);
  return port;
}

async function startDatabase(context: StartContext, signal: AbortSignal): Promise<[string, Infrastructure['seeded']]> {
  const { env, report, preparation, folder } = context;
  const url = env.DATABASE_URL || (await embeddedDatabase(context, signal));
  signal.throwIfAborted();
  const told = ({ applied }: { applied: string[] }) =>
    applied.length > 0 ? `${applied.length} applied` : 'up to date';
  await report.step('migrate', () => preparation.migrate(url), told);
  signal.throwIfAborted();
  return [url, await report.step('seed', () => preparation.seed(url, folder.seed))];
}

async function embeddedDatabase(context: StartContext, signal: AbortSignal): Promise<string> {
  const { report, folder } = context;
  const port = await choosePort(context, 'PostgreSQL', PORTS.postgres);
  const start = () =>
    startPostgres({ dataDir: folder.postgres, port, restart: true, output: report, signal, onReady: context.onReady });
  const postgres = await report.step('PostgreSQL', start, () => `${LOOPBACK}:${port}`);
  context.add({ name: 'postgres', ...postgres });
  const url = new URL(postgres.url);
  await createDatabase(url.href);
  url.pathname = `/${DATABASE}`;
  return url.href;
}

async function createDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function obtainTemporal(context: StartContext, signal: AbortSignal): Promise<TemporalAddress> {
  const { env, report, folder } = context;
  const found = await findTemporal({ env, say: report.note, signal });
  if (found.kind === 'server') {
    const namespace = env.TEMPORAL_NAMESPACE || 'default';
    await report.step(
      'Temporal (TEMPORAL_ADDRESS)',
      () => useServer(found.address, namespace),
      () => found.address,
    );
    return { address: found.address, web: null };
  }
  const server = await choosePort(context, 'Temporal', PORTS.temporal);
  const web = await choosePort(context, 'Temporal Web', PORTS.temporalWeb);
  const start = () =>
    startTemporal({
      dataDir: folder.temporal,
      ports: { server, web },
      program: found.path,
      restart: true,
      output: report,
      signal,
      onReady: context.onReady,
    });
  const temporal = await report.step('Temporal', start, ({ address }) => `${address} (program from ${found.source})`);
  context.add({ name: 'temporal', ...temporal });
  return { address: temporal.address, web: temporal.webUrl };
}

async function standIn(
  context: StartContext,
  name: 'mail' | 'agents' | 'payments',
  script: string,
  own: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string> {
  const { env, report } = context;
  const port = await choosePort(context, `the ${name} stand-in`, PORTS[name]);
  const settings = standInSettings(env, { ...own, HOST: LOOPBACK, PORT: String(port) });
  const duty = {
    name,
    program: ours(script, settings, STAND_IN_STOP_WITHIN_MS),
    ready: (lines: Lines) => lines.find(listening),
    readyWithinMs: STAND_IN_READY_WITHIN_MS,
    restart: true,
    onReady: context.onReady,
  };
  const address = `http://${LOOPBACK}:${port}`;
  context.add(
    await report.step(
      `${name} stand-in`,
      () => supervise(duty, report, signal),
      () => address,
    ),
  );
  return address;
}

function paymentSettings({ env, folder }: StartContext, api: string): NodeJS.ProcessEnv {
  return {
    STATE_FILE: folder.payments,
    WEBHOOK_URL: `${api}/webhooks/stripe`,
    // A contributor can be paid out before anything was sold on this machine.
    OPENING_BALANCE: '1000000',
    WEBHOOK_SECRET_LIVE: PAYMENTS_STAND_IN_SECRETS.live,
    WEBHOOK_SECRET_TEST: PAYMENTS_STAND_IN_SECRETS.test,
    ...(env.PAYMENTS_MIN_SESSION_LIFETIME && { PAYMENTS_MIN_SESSION_LIFETIME: env.PAYMENTS_MIN_SESSION_LIFETIME }),
  };
}

/** A stand-in says `{"listening": url}` when it takes requests. */
function listening(line: string): true | undefined {
  return line.startsWith('{') && line.includes('"listening"') ? true : undefined;
}
