import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startInternet } from '../../stand-ins/internet/internet';
import { writeEnvFile, writeOperatorFile, writePrivateJson } from '../files';
import type { LocalFolder } from '../folder';
import { sitesOf, type Part, type StandIns } from '../parts';
import { freePort, LOOPBACK } from '../ports';
import { postgresFolder } from '../postgres/start-postgres';
import { whileLocked } from '../start';
import {
  startControl,
  clusterFileOf,
  workerSettingsFile,
  holdable,
  type ClusterContext,
  type ClusterOptions,
  type ClusterFile,
} from './context';
import { startFoundations } from './foundations';
import { settingsOf, startProduct, composeVariables, productSettings, type ProductProcess } from './product';
import { freeApi, startProxy } from './proxy';

const PROXY_PORT = 4000;
const TEMPORAL_PORT = 17_233;

/**
 * Starts the services of docker-compose.yml as processes, with empty data and stand-ins, and writes cluster.json.
 * @throws Error if another supervisor uses the folder or a part does not start
 */
export async function startCluster(options: ClusterOptions) {
  const parts: Part[] = [];
  const path = clusterFileOf(options.folder);
  const files = [path, options.folder.operator];
  const { started, ...running } = await whileLocked(options.folder, files, parts, () =>
    startParts(options, path, parts),
  );
  return { file: started, path, ...running };
}

async function startParts(options: ClusterOptions, path: string, parts: Part[]): Promise<ClusterFile> {
  const { env, folder } = options;
  const [proxyPort, postgres] = [await freePort(PROXY_PORT), await freePort()];
  const temporal = await freePort(TEMPORAL_PORT);
  const publicUrl = `https://${LOOPBACK}:${proxyPort}`;
  const here = {
    'postgres:5432': `${LOOPBACK}:${postgres}`,
    'temporal:7233': `${LOOPBACK}:${temporal}`,
    '/watched/postgres': folder.root,
  };
  let describe: (() => ClusterFile) | null = null;
  let standIns: StandIns | null = null;
  const data = emptyDataFolder(folder);
  const internet = await startInternet(data, () => sitesOf(standIns!));
  parts.push({ name: 'internet', pid: () => process.pid, stop: internet.close, kill: () => undefined });
  const context: ClusterContext = {
    ...options,
    data,
    internet,
    values: { variables: composeVariables(env, publicUrl), addresses: here },
    add: (part) => parts.push(part),
    onReady: () => {
      if (describe) writePrivateJson(path, describe());
    },
  };
  const foundations = await startFoundations(context, { postgres, temporal, publicUrl });
  standIns = foundations.standIns;
  const apis = [await freeApi(), await freeApi()];
  parts.push(
    await holdable(async () => {
      const proxy = await startProxy(proxyPort, internet.authority.issue(), apis);
      return { name: 'proxy', pid: () => process.pid, stop: proxy.close, kill: () => undefined };
    }),
  );
  const product = await startProduct(context, apis);
  const worker = productSettings('worker', env, context.values, internet.settings);
  // Adds the stand-ins' URLs, because the vendors' host names lead to stand-ins only inside the stand-in internet.
  writeOperatorFile(folder.operator, { ...worker, ...addressesOf(foundations.standIns) });
  // Omits the image's metrics port, because processes on one machine cannot share it.
  const { METRICS_PORT: _port, ...further } = settingsOf(context, 'worker');
  writeEnvFile(workerSettingsFile(folder), further);
  const control = await startControl(parts);
  parts.push({ name: 'control', pid: () => process.pid, stop: control.close, kill: () => undefined });
  const now = (part: ProductProcess) => ({ pid: part.pid(), metrics: part.metrics });
  describe = () => ({
    proxy: publicUrl,
    internet: { authority: internet.authorityFile, settings: internet.settings },
    api: product.filter(({ url }) => url !== null).map((api) => ({ url: api.url!, ...now(api) })),
    workers: product.filter(({ url }) => url === null).map(now),
    temporal: here['temporal:7233'],
    database: worker.DATABASE_URL!,
    databaseOwner: foundations.databaseOwner,
    ...foundations.standIns,
    ...foundations.seeded,
    control: control.url,
    pids: { supervisor: process.pid, ...Object.fromEntries(parts.map((part) => [part.name, part.pid()])) },
  });
  writePrivateJson(path, describe());
  return describe();
}

const addressesOf = ({ agents, payments, mail }: StandIns) => ({
  ANTHROPIC_BASE_URL: agents,
  STRIPE_BASE_URL: payments,
  RESEND_BASE_URL: mail,
});

function emptyDataFolder({ root }: LocalFolder): string {
  const data = join(root, 'cluster');
  for (const folder of [data, postgresFolder(join(data, 'postgres'))]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  return data;
}
