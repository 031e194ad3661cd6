import { rmSync } from 'node:fs';
import { childSettings, type ChildSettings } from './child-settings';
import { writeOperatorFile, readReadyFile, writePrivateJson, type ReadyFile } from './files';
import { empty, keptSecrets, type LocalFolder } from './folder';
import { startInfrastructure, type Infrastructure } from './infrastructure';
import { startApi, startWorker, type ChildScripts, type Part, type Preparation, type StartContext } from './parts';
import { LOOPBACK } from './ports';
import { takeLock } from './process/identity';
import { built, ours } from './process/launch';
import { runToEnd } from './process/supervise';
import { together, type Report } from './report';

export interface StartOptions {
  folder: LocalFolder;
  env: NodeJS.ProcessEnv;
  fresh?: boolean;
  observe?: boolean;
  report: Report;
  preparation: Preparation;
  scripts?: ChildScripts;
  signal?: AbortSignal;
}

export const BUILT_SCRIPTS: ChildScripts = {
  mail: built('stand-ins/mail/main'),
  agents: built('stand-ins/agents/main'),
  payments: built('stand-ins/payments/main'),
  collector: built('stand-ins/collector/main'),
  api: built('server/main'),
  worker: built('worker/main'),
};

/** Starts all parts and writes ready.json. @throws Error if another supervisor runs or a part does not start */
export async function startLocal(options: StartOptions) {
  const { folder, fresh } = options;
  const parts: Part[] = [];
  const running = await whileLocked(folder, [folder.ready, folder.operator], parts, () => {
    if (fresh) empty(folder);
    return startParts(options, parts);
  });
  const restartProduct = async () => {
    for (const part of parts) if (part.name === 'api' || part.name === 'worker') await part.restart?.();
  };
  return { ready: running.started, restartProduct, stop: running.stop, kill: running.kill };
}

/** Starts parts in a locked folder. `stop`, like a failed start, stops them in reverse order and removes `files`. */
export async function whileLocked<T>(
  folder: LocalFolder,
  files: readonly string[],
  parts: Part[],
  begin: () => Promise<T>,
): Promise<{ started: T; stop: () => Promise<void>; kill: () => void }> {
  const lock = takeLock(folder.lock);
  if (!lock.taken) throw new Error(inUse(folder, lock.holder.pid));
  const disappear = () => files.forEach((file) => rmSync(file, { force: true }));
  const stop = async () => {
    disappear();
    for (const part of [...parts].reverse()) await part.stop();
    lock.release();
  };
  try {
    disappear();
    return { started: await begin(), stop, kill: () => parts.forEach((part) => part.kill()) };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(options: StartOptions, parts: Part[]): Promise<ReadyFile> {
  const { env, folder, report } = options;
  const scripts = options.scripts ?? BUILT_SCRIPTS;
  let ready: ReadyFile | null = null;
  const context: StartContext = {
    env,
    folder,
    report,
    scripts,
    preparation: options.preparation,
    observe: options.observe ?? false,
    add: (part) => parts.push(part),
    onReady: () => {
      if (ready) writePrivateJson(folder.ready, Object.assign(ready, { pids: processIds(parts) }));
    },
  };
  const infrastructure = await startInfrastructure(context, options.signal);
  const settings = childSettings(env, infrastructure.addresses, keptSecrets(folder), folder.ready);
  await startProduct(context, infrastructure, settings, options.signal);
  writeOperatorFile(folder.operator, settings.worker);
  ready = readyFile(infrastructure, parts);
  writePrivateJson(folder.ready, ready);
  return ready;
}

async function startProduct(
  context: StartContext,
  { addresses }: Infrastructure,
  settings: ChildSettings,
  outer?: AbortSignal,
): Promise<void> {
  const { preparation, report } = context;
  await together(outer, (signal) => [
    startApi(context, settings.api, addresses.api.url, signal),
    report
      .step('provision agents', () => preparation.provisionAgents(settings.worker, report, signal))
      .then(() => startWorker(context, settings.worker, signal)),
  ]);
}

function readyFile({ addresses, temporalWeb, seeded }: Infrastructure, parts: Part[]): ReadyFile {
  return {
    api: addresses.api.url,
    temporal: addresses.temporal,
    temporalWeb,
    database: addresses.database,
    databaseOwner: addresses.databaseOwner,
    mail: addresses.mail,
    agents: addresses.agents,
    payments: addresses.payments,
    traces: addresses.collector ?? null,
    metrics: {
      api: `http://${LOOPBACK}:${addresses.metrics.api}`,
      worker: `http://${LOOPBACK}:${addresses.metrics.worker}`,
    },
    ...seeded,
    pids: processIds(parts),
  };
}

function processIds(parts: Part[]): Record<string, number> {
  return { supervisor: process.pid, ...Object.fromEntries(parts.map((part) => [part.name, part.pid()])) };
}

function inUse(folder: LocalFolder, pid: number): string {
  const running = readReadyFile(folder.ready);
  const where = running ? `: the API answers at ${running.api}` : '';
  return `Process ${pid} is already running the product in ${folder.root}${where}. Stop it first, or set LOCAL_DIR to another folder.`;
}

const STOP_WITHIN_MS = 5_000;

/**
 * Migrations, seed and agent provisioning of the built product. The paths are in variables, because the compiler drops
 * the import of `built` when it rewrites the extensions in `import(built(…))`.
 */
export const builtPreparation: Preparation = {
  async migrate(databaseUrl, appRole) {
    const path = built('prisma/migrate');
    const { migrate } = (await import(path)) as Pick<Preparation, 'migrate'>;
    return migrate(databaseUrl, appRole);
  },
  async seed(databaseUrl, keepFile) {
    const path = built('local/seed');
    const { seed } = (await import(path)) as Pick<Preparation, 'seed'>;
    return seed(databaseUrl, keepFile);
  },
  provisionAgents(env, report, signal) {
    const program = ours(built('admin/main'), env, STOP_WITHIN_MS, ['agents', 'provision']);
    return runToEnd('agents', program, report, signal);
  },
};
