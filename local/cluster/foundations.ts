import { chownSync, copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';
import { isLoopbackName } from '../../base/public-deployment';
import { writeEnvFile, type ReadyFile } from '../files';
import { habitsOf, paymentStandInSettings, startStandIn, type StandIns } from '../parts';
import { freePort } from '../ports';
import { postgresAccount } from '../postgres/cluster';
import { postgresFolder, startPostgres } from '../postgres/start-postgres';
import { built, ours } from '../process/launch';
import { runToEnd } from '../process/supervise';
import { together } from '../report';
import { serverPrograms } from '../temporal/build';
import { findTemporal } from '../temporal/find-temporal';
import { composeService, setUpDatabases, type ComposeValues } from './compose';
import { superuserFile, holdable, type ClusterContext } from './context';
import { startClusterTemporal } from './temporal';

export interface Foundations {
  standIns: StandIns;
  databaseOwner: string;
  seeded: Pick<ReadyFile, 'keys' | 'account'>;
}

/** Loopback ports, and the URL at which providers reach the API. */
export interface FoundationPlan {
  postgres: number;
  temporal: number;
  publicUrl: string;
}

const MIGRATION_STOPS_WITHIN_MS = 5_000;

/** Starts PostgreSQL, Temporal and the stand-ins; migrates and seeds the database. */
export async function startFoundations(context: ClusterContext, plan: FoundationPlan): Promise<Foundations> {
  const { env, report, signal: outer } = context;
  const build = { env, say: report.note, signal: outer };
  const cli = await findTemporal({ ...build, env: withoutServer(env) });
  if (cli.kind === 'server') throw new Error('Unset TEMPORAL_ADDRESS: the cluster starts its own Temporal server');
  const programs = { ...(await serverPrograms(build)), cli: cli.path };
  await startDatabase(context, plan.postgres);
  const ports = { server: plan.temporal, database: plan.postgres };
  const [seeded, , standIns] = await together<[Omit<Foundations, 'standIns'>, void, StandIns]>(outer, (signal) => [
    migrateAndSeed(context, signal),
    startClusterTemporal(context, programs, ports, signal),
    startStandIns(context, plan.publicUrl, signal),
  ]);
  return { ...seeded, standIns };
}

async function startDatabase(context: ClusterContext, port: number): Promise<void> {
  const { report, signal, data, values, onReady, folder, internet } = context;
  const dataDir = postgresFolder(join(data, 'postgres'));
  mkdirSync(dataDir, { recursive: true });
  // PostgreSQL runs a copy of this script, because its system account may not be able to read the checkout.
  const archiving = join(dataDir, 'archive-log.sh');
  copyFileSync(join(PACKAGE_ROOT, 'deploy/archive-log.sh'), archiving);
  const backups = values.variables.BACKUP_FOLDER;
  if (backups) giveArchive(join(backups, 'log'));
  const addresses = { ...values.addresses, '/deploy/archive-log.sh': archiving };
  const { flags: settings } = composeService('postgres', { ...values, addresses });
  const plan = { dataDir, port, settings, restart: true, output: report, signal, onReady };
  let url = '';
  context.add(
    await holdable(() =>
      report.step('PostgreSQL', async () => {
        const postgres = await startPostgres(plan);
        ({ url } = postgres);
        return { name: 'postgres', ...postgres };
      }),
    ),
  );
  writeEnvFile(superuserFile(folder), {
    ...superuserSettings(url, join(dataDir, 'cluster'), values),
    ...internet.settings,
  });
  await setUpDatabases(url, values);
}

function giveArchive(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const account = postgresAccount();
  if (account) chownSync(folder, account.uid, account.gid);
}

/** Settings with which `psql` and the scripts in deploy/ connect as superuser and restore the server. */
function superuserSettings(url: string, cluster: string, values: ComposeValues): NodeJS.ProcessEnv {
  const { hostname, port, username, password } = new URL(url);
  return {
    ...composeService('databases', values).environment,
    ...composeService('migrate', values).environment,
    OWN_DATABASE: join(PACKAGE_ROOT, 'prisma/own-database.sql'),
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: password,
    PGDATA: cluster,
    BACKUP_FOLDER: values.variables.BACKUP_FOLDER,
  };
}

async function migrateAndSeed(
  { report, preparation, data, values }: ClusterContext,
  signal: AbortSignal,
): Promise<Omit<Foundations, 'standIns'>> {
  const settings = composeService('migrate', values).environment;
  const program = ours(built('prisma/migrate'), { PATH: process.env.PATH, ...settings }, MIGRATION_STOPS_WITHIN_MS);
  await report.step('migrate', () => runToEnd('migrate', program, report, signal));
  const { DATABASE_URL } = composeService('api', values).environment;
  const seeded = await report.step('seed', () => preparation.seed(DATABASE_URL!, join(data, 'seed.json')));
  return { seeded, databaseOwner: settings.MIGRATION_DATABASE_URL! };
}

async function startStandIns(context: ClusterContext, publicUrl: string, signal: AbortSignal): Promise<StandIns> {
  const { env, scripts, data, internet } = context;
  const start = async (name: keyof StandIns, settings: NodeJS.ProcessEnv) =>
    startStandIn(context, { name, script: scripts[name], settings, port: await freePort() }, signal);
  const [agents, payments, mail] = await Promise.all([
    // Keeps all sessions, because the chaos test reads them at its end.
    start('agents', {
      STATE_FILE: join(data, 'agents.json'),
      ...habitsOf(env),
      SITES: 'own',
      KEEP_FINISHED: '100000',
    }),
    // The payment stand-in must trust the certificate of the webhook URL.
    start('payments', {
      ...paymentStandInSettings(env, join(data, 'payments.json'), publicUrl),
      ...internet.settings,
    }),
    // The user may run another local mail receiver. The chaos test does, to count mail.
    isHere(env.RESEND_BASE_URL) ? env.RESEND_BASE_URL : start('mail', {}),
  ]);
  return { agents, payments, mail };
}

const withoutServer = ({ TEMPORAL_ADDRESS: _address, ...env }: NodeJS.ProcessEnv) => env;

const isHere = (url: string | undefined): url is string => url !== undefined && isLoopbackName(new URL(url).hostname);
