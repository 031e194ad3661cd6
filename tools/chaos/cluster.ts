import { execFile } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '../../prisma/client';
import { readClusterFile, type ClusterFile } from '../../local/cluster/file';
import { startCluster, type RunningCluster } from '../../local/cluster/start';
import { localFolder } from '../../local/folder';
import { builtPreparation } from '../../local/preparation';
import { identify } from '../../local/process/identity';
import { stopOnSignal } from '../../local/process/stop-on-signal';
import { built } from '../../local/programs';
import { report } from '../../local/report';
import { BUILT_SCRIPTS } from '../../local/start';
import { nameOfPort } from '../../stand-ins/internet/names';
import { trust } from '../../stand-ins/internet/trust';
import { controlAgents } from '../../test/support/agents';
import { eventually } from '../../test/support/eventually';
import { startPostbox } from '../../test/support/mails';
import { controlProvider } from '../../test/support/shop';
import { portOf } from '../../test/support/proxies';
import type { Place } from './place';
import { HURRIED } from './settings';
import { breaks, type Breakage } from './story/world';

/** The parts of docker-compose.yml on this machine; a process that ends is replaced. */
export interface ClusterPlace extends Place {
  /** cluster.json as it is now. */
  file(): ClusterFile;
}

/** Longer than the 12 s that are promised: the machine may have other work. */
const REPLACED_WITHIN_MS = 90_000;
const PARTS = ['api', 'worker', 'postgres', 'temporal'] as const;

/** Starts a cluster below `LOCAL_DIR` of `env`; what its processes print is in cluster.log there, the rest is said. */
export async function startBareCluster(env: NodeJS.ProcessEnv, say: (text: string) => void): Promise<RunningCluster> {
  const folder = localFolder(env);
  const abort = new AbortController();
  const log = createWriteStream(join(folder.root, 'cluster.log'));
  const running = stopOnSignal(abort, say);
  const cluster = await startCluster({
    folder,
    env,
    report: { ...report(log, false), note: say },
    preparation: builtPreparation,
    scripts: BUILT_SCRIPTS,
    signal: abort.signal,
  });
  await running.started(cluster);
  return cluster;
}

/** Starts the cluster in a folder, in a hurry, with a postbox for its mails and alerts. */
export async function startClusterPlace(folder: string, say: (text: string) => void): Promise<ClusterPlace> {
  const postbox = await startPostbox();
  const env = {
    ...process.env,
    ...HURRIED,
    LOCAL_DIR: folder,
    PAYMENTS_MIN_SESSION_LIFETIME: '1s',
    RESEND_BASE_URL: postbox.url,
    ALERT_WEBHOOK_URL: `https://${nameOfPort(portOf(postbox.url))}/alerts`,
    ALERT_WEBHOOK_KEY: 'routing-key-of-a-story',
  };
  const cluster = await startBareCluster(env, say);
  const { proxy, internet, database, payments, agents } = cluster.file;
  trust(readFileSync(internet.authority, 'utf8'));
  const db = openDatabase(database, 10);
  const settings = { PATH: process.env.PATH, HOME: process.env.HOME, LOCAL_DIR: folder, ...internet.settings };
  return {
    db,
    provider: controlProvider(payments),
    agents: controlAgents(agents, () => Promise.resolve()),
    postbox,
    apiUrl: proxy,
    file: () => readClusterFile(cluster.path)!,
    admin: async (...args) =>
      (await promisify(execFile)(process.execPath, [built('admin/main'), ...args], { env: settings })).stdout,
    revive: () => Promise.resolve(),
    crashes: () => [],
    async close() {
      await db.close();
      await cluster.stop();
      await postbox.close();
    },
  };
}

/** Ends of one process, gently or not, which the cluster has to replace. */
export function endsOf(place: ClusterPlace): Record<string, Breakage> {
  const endings = PARTS.flatMap((part): [string, Breakage][] => [
    // SIGINT is the fast shutdown of PostgreSQL: at SIGTERM it waits until everybody has left.
    [
      `stop ${part}`,
      (world, dice) => end(dice.oneOf(namesOf(part)), part === 'postgres' ? 'SIGINT' : 'SIGTERM', world),
    ],
    [`kill ${part}`, (world, dice) => end(dice.oneOf(namesOf(part)), 'SIGKILL', world)],
  ]);
  const namesOf = (part: string) =>
    Object.keys(place.file().pids).filter((name) => name === part || name.startsWith(`${part}-`));
  const end = async (name: string, signal: NodeJS.Signals, world: Parameters<Breakage>[0]) => {
    const pid = place.file().pids[name]!;
    const identity = identify(pid);
    process.kill(pid, signal);
    const isReplaced = () => identify(pid) !== identity && place.file().pids[name] !== pid;
    await eventually(`another process in place of ${name}`, isReplaced, REPLACED_WITHIN_MS).catch((error: Error) =>
      breaks(world, error.message),
    );
  };
  return Object.fromEntries(endings);
}
