import { databaseUrl, readSettings } from '../base/settings';
import { needsAgentStandIn, needsMailStandIn, needsPaymentStandIn, type PartAddresses } from './child-settings';
import type { ReadyFile } from './files';
import { habitsOf, paymentStandInSettings, startStandIn, type StandInPlan, type StartContext } from './parts';
import { freePort, LOOPBACK } from './ports';
import { createDatabase, ownDatabase, type DatabaseRoles } from './postgres/roles';
import { startPostgres } from './postgres/start-postgres';
import { together } from './report';
import { findTemporal } from './temporal/find-temporal';
import { startTemporal, useServer } from './temporal/start-temporal';

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
  collector: 3400,
  // Below the ephemeral ports, so that no outgoing connection takes the port during a restart.
  postgres: 25_432,
  temporal: 7233,
  temporalWeb: 8233,
  apiMetrics: 9464,
  workerMetrics: 9465,
};

/** Starts the database, Temporal and the stand-ins concurrently. Migrates and seeds the database once it is ready. */
export async function startInfrastructure(context: StartContext, outer?: AbortSignal): Promise<Infrastructure> {
  const { env, scripts, folder } = context;
  const api = await apiAddress(context);
  // Does not report a changed metrics port, unlike other ports, because nobody memorizes these.
  const metrics = { api: await freePort(PORTS.apiMetrics), worker: await freePort(PORTS.workerMetrics) };
  const pages = { api: `http://${LOOPBACK}:${metrics.api}`, worker: `http://${LOOPBACK}:${metrics.worker}` };
  const start = async (
    name: StandInPlan['name'],
    isNeeded: boolean,
    settings: NodeJS.ProcessEnv,
    signal: AbortSignal,
  ) => {
    if (!isNeeded) return null;
    const port = await choosePort(context, `the ${name} stand-in`, PORTS[name]);
    return startStandIn(context, { name, script: scripts[name], settings, port }, signal);
  };
  const payment = paymentStandInSettings(env, folder.payments, api.url);
  const traced = context.observe && !env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const [[{ application, owner }, seeded], temporal, mail, agents, payments, collector] = await together<
    [[DatabaseRoles, Infrastructure['seeded']], TemporalAddress, Address, Address, Address, Address]
  >(outer, (signal) => [
    startDatabase(context, signal),
    obtainTemporal(context, signal),
    start('mail', needsMailStandIn(env), {}, signal),
    start('agents', needsAgentStandIn(env), { STATE_FILE: folder.agents, ...habitsOf(env) }, signal),
    start('payments', needsPaymentStandIn(env), payment, signal),
    start('collector', traced, { METRICS: JSON.stringify(pages) }, signal),
  ]);
  const standIns = { mail, agents, payments, collector };
  const addresses = {
    database: application,
    databaseOwner: owner,
    temporal: temporal.address,
    api,
    metrics,
    ...standIns,
  };
  return { addresses, temporalWeb: temporal.web, seeded };
}

interface TemporalAddress {
  address: string;
  web: string | null;
}

type Address = string | null;

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

async function startDatabase(
  context: StartContext,
  signal: AbortSignal,
): Promise<[DatabaseRoles, Infrastructure['seeded']]> {
  const { env, report, preparation, folder } = context;
  const roles = env.DATABASE_URL ? configuredRoles(env) : await embeddedDatabase(context, signal);
  const appRole = roles.owner === roles.application ? null : decodeURIComponent(new URL(roles.application).username);
  signal.throwIfAborted();
  const summary = ({ applied }: { applied: string[] }) =>
    applied.length > 0 ? `${applied.length} applied` : 'up to date';
  await report.step('migrate', () => preparation.migrate(roles.owner, appRole), summary);
  signal.throwIfAborted();
  return [roles, await report.step('seed', () => preparation.seed(roles.application, folder.seed))];
}

// A user's own database may use one role for everything.
function configuredRoles(env: NodeJS.ProcessEnv): DatabaseRoles {
  const { DATABASE_URL: application } = readSettings({ DATABASE_URL: databaseUrl() }, env);
  if (!env.MIGRATION_DATABASE_URL) return { application, owner: application };
  const { MIGRATION_DATABASE_URL: owner } = readSettings({ MIGRATION_DATABASE_URL: databaseUrl() }, env);
  return { application, owner };
}

async function embeddedDatabase(context: StartContext, signal: AbortSignal): Promise<DatabaseRoles> {
  const { report, folder } = context;
  const port = await choosePort(context, 'PostgreSQL', PORTS.postgres);
  const start = () =>
    startPostgres({ dataDir: folder.postgres, port, restart: true, output: report, signal, onReady: context.onReady });
  const postgres = await report.step('PostgreSQL', start, () => `${LOOPBACK}:${port}`);
  context.add({ name: 'postgres', ...postgres });
  return ownDatabase(await createDatabase(postgres.url, DATABASE));
}

async function obtainTemporal(context: StartContext, signal: AbortSignal): Promise<TemporalAddress> {
  const { env, report, folder } = context;
  const found = await findTemporal({ env, say: report.note, signal });
  if (found.kind === 'server') {
    await report.step(
      'Temporal (TEMPORAL_ADDRESS)',
      () => useServer(env),
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
