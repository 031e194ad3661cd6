import { childSettings, type ChildSettings } from './child-settings';
import { empty, type LocalFolder } from './folder';
import { takeLock } from './lock';
import { startInfrastructure, type Infrastructure } from './infrastructure';
import { together } from './together';
import { startApi, startWorker } from './product';
import { built } from './programs';
import { keptSecrets } from './kept-secrets';
import { readReadyFile, removeReadyFile, writeReadyFile, type ReadyFile } from './ready-file';
import type { Report } from './report';
import type { ChildScripts, Part, Preparation, StartContext } from './start-context';

/** How to start the embedded default. */
export interface StartOptions {
  folder: LocalFolder;
  env: NodeJS.ProcessEnv;
  /** Begin with empty data. */
  fresh?: boolean;
  report: Report;
  preparation: Preparation;
  scripts?: ChildScripts;
  /** Aborting ends a start that is under way; what was started is stopped. */
  signal?: AbortSignal;
}

/** The embedded default, running. */
export interface RunningLocal {
  ready: ReadyFile;
  /** Stops everything in reverse order and removes ready.json; resolves when no process is left. */
  stop: () => Promise<void>;
  /** Kills every child at once, for a second Ctrl-C. */
  kill: () => void;
}

/** The scripts of the product and its stand-ins, as built. */
export const BUILT_SCRIPTS: ChildScripts = {
  mail: built('local/mail/main'),
  agents: built('local/agents/main'),
  payments: built('local/payments/main'),
  api: built('api/main'),
  worker: built('worker/main'),
};

/**
 * Starts every part in the folder, in parallel where one does not need the other, and writes ready.json when all are ready.
 *
 * @throws Error the folder is in use by another supervisor, or a part did not start; everything started so far is stopped then
 */
export async function startLocal(options: StartOptions): Promise<RunningLocal> {
  const { folder } = options;
  const lock = takeLock(folder.lock);
  if (!lock.taken) throw new Error(inUse(folder, lock.holder.pid));
  const parts: Part[] = [];
  const halt = async () => {
    removeReadyFile(folder.ready);
    for (const part of [...parts].reverse()) await part.stop();
    lock.release();
  };
  try {
    removeReadyFile(folder.ready);
    if (options.fresh) empty(folder);
    const ready = await startParts(options, parts);
    return { ready, stop: halt, kill: () => parts.forEach((part) => part.kill()) };
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
    add: (part) => parts.push(part),
    onReady: () => {
      if (ready) writeReadyFile(folder.ready, Object.assign(ready, { pids: processIds(parts) }));
    },
  };
  const infrastructure = await startInfrastructure(context, options.signal);
  const settings = childSettings(env, infrastructure.addresses, keptSecrets(folder));
  await startProduct(context, infrastructure, settings, options.signal);
  ready = readyFile(infrastructure, parts);
  writeReadyFile(folder.ready, ready);
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
    mail: addresses.mail,
    agents: addresses.agents,
    payments: addresses.payments,
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
