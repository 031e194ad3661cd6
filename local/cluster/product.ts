import { join } from 'node:path';
import { startApi, startWorker } from '../product';
import type { Part } from '../start-context';
import { together } from '../together';
import type { ClusterContext } from './context';
import { holdable } from './holdable';
import { withSecretFiles } from '../secret-files';
import { freeApi, listeningAt, type ProxiedApi } from './proxy';
import { productSettings } from './settings';

const WORKERS = 3;

/** API or worker of the cluster. */
export interface ProductProcess {
  /** Address of an API; null for a worker. */
  url: string | null;
  /** Address of its metrics and health. */
  metrics: string;
  pid: () => number;
}

/** Provisions the agents, and starts an API at each address and three workers. */
export async function startProduct(context: ClusterContext, apis: readonly ProxiedApi[]): Promise<ProductProcess[]> {
  const { report, preparation, signal: outer } = context;
  const worker = settingsOf(context, 'worker');
  await report.step('provision agents', () => preparation.provisionAgents(worker, report, outer));
  const workers = Array.from({ length: WORKERS }, () => null);
  return together<ProductProcess[]>(outer, (signal) =>
    [...apis, ...workers].map((api, index) => start(context, api, index, signal)),
  );
}

async function start(
  context: ClusterContext,
  api: ProxiedApi | null,
  index: number,
  signal: AbortSignal,
): Promise<ProductProcess> {
  const at = api ?? (await freeApi());
  const env = { ...settingsOf(context, api ? 'api' : 'worker'), ...listeningAt(at) };
  const part = await holdable(async () => {
    let added: Part | null = null;
    const own = { ...context, add: (one: Part) => void (added = one) };
    if (api) await startApi(own, env, api.url, signal, `api-${index + 1}`);
    else await startWorker(own, env, signal, `worker-${index - 1}`);
    return added!;
  });
  context.add(part);
  return { url: api?.url ?? null, metrics: at.metrics, pid: () => part.pid() };
}

/** Environment of a process, with its secrets in files. */
export function settingsOf({ env, values, internet, data }: ClusterContext, service: 'api' | 'worker') {
  return withSecretFiles(productSettings(service, env, values, internet.settings), join(data, 'secrets', service));
}
