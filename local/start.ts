import { rmSync } from 'node:fs';
import { childSettings, type ChildSettings } from './child-settings';
import { empty, type LocalFolder } from './folder';
import { takeLock } from './lock';
import { startInfrastructure, type Infrastructure } from './infrastructure';
import { together } from './together';
import { LOOPBACK } from './ports';
import { startApi, startWorker } from './product';
import { built } from './programs';
import { keptSecrets } from './kept-secrets';
import { writeOperatorFile } from './operator-file';
import { readReadyFile, writePrivateJson, type ReadyFile } from './ready-file';
import type { Report } from './report';
import type { ChildScripts, Part, Preparation, StartContext } from './start-context';

/** Options of the embedded default. */
export interface StartOptions {
  folder: LocalFolder;
  env: NodeJS.ProcessEnv;
  /** Start with empty data. */
  fresh?: boolean;
  /** Show traces and metrics. */
  observe?: boolean;
  report: Report;
  preparation: Preparation;
  scripts?: ChildScripts;
  /** Aborting cancels the start; parts that were started are stopped. */
  signal?: AbortSignal;
}

/** Running embedded default. */
export interface RunningLocal {
  ready: ReadyFile;
  /** Restarts API and worker from the current build. */
  restartProduct: () => Promise<void>;
  /** Stops everything in reverse order and removes ready.json; resolves when no process is left. */
  stop: () => Promise<void>;
  /** Kills every child at once, for a second Ctrl-C. */
  kill: () => void;
}

/** Built scripts of the product and its stand-ins. */
export const BUILT_SCRIPTS: ChildScripts = {
  mail: built('stand-ins/mail/main'),
  agents: built('stand-ins/agents/main'),
  payments: built('stand-ins/payments/main'),
  collector: built('stand-ins/collector/main'),
  api: built('server/main'),
  worker: built('worker/main'),
};

/**
 * Starts all parts, concurrently where they are independent, and writes ready.json when all are ready.
 *
 * @throws Error if another supervisor uses the folder or a part does not start; parts started so far are stopped
 */
export async function startLocal(options: StartOptions): Promise<RunningLocal> {
  const { folder } = options;
  const lock = takeLock(folder.lock);
  if (!lock.taken) throw new Error(inUse(folder, lock.holder.pid));
  const parts: Part[] = [];
  const disappear = () => [folder.ready, folder.operator].forEach((file) => rmSync(file, { force: true }));
  const halt = async () => {
    disappear();
    for (const part of [...parts].reverse()) await part.stop();
    lock.release();
  };
  try {
    disappear();
    if (options.fresh) empty(folder);
    const ready = await startParts(options, parts);
    const restartProduct = async () => {
      for (const part of parts) if (part.name === 'api' || part.name === 'worker') await part.restart?.();
    };
    return { ready, restartProduct, stop: halt, kill: () => parts.forEach((part) => part.kill()) };
  } catch (error) {
    await halt();
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
  const where = running ? `: the API answers at ${running.api}` : ' and is still starting';
  return `Process ${pid} already runs the embedded default in ${folder.root}${where}. Stop it first, or set LOCAL_DIR to another folder.`;
}
