/**
 * `npm run proof -- drill`: starts the cluster, brings troubles about, and does what the pages of docs/ print for the bare
 * cluster, as it is printed: the first look has to show the trouble, and the cure to end it. Exits 1 where a page does not
 * do what it says.
 */
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster, type RunningCluster } from '../../local/cluster/start';
import { localFolder } from '../../local/folder';
import { builtPreparation } from '../../local/preparation';
import { stopOnSignal } from '../../local/process/stop-on-signal';
import { report as reportTo } from '../../local/report';
import { BUILT_SCRIPTS } from '../../local/start';
import { searchableFolder } from '../support/searchable-folder';
import { NIGHTS, type Night } from './nights';
import { commandsOf } from './page';
import { openScene, type Scene } from './scene';
import { openShell } from './shell';
import { eventually } from '../support/eventually';

/** Workers count as silent after 45 s, pollers as gone after 130 s. */
const SEEN_WITHIN_MS = 240_000;

const say = (text: string) => void process.stdout.write(`${text}\n`);
const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(0)} s`;

async function main(): Promise<void> {
  const root = searchableFolder(join(tmpdir(), 'noi-drill-'));
  const env = { ...process.env, LOCAL_DIR: join(root, 'cluster') };
  mkdirSync(env.LOCAL_DIR);
  const cluster = await start(env);
  try {
    const scene = openScene(cluster.path, openShell(env));
    for (const night of NIGHTS) await play(night, scene);
  } finally {
    await cluster.stop();
  }
  rmSync(root, { recursive: true, force: true });
}

/** Starts the cluster; what its processes print is in cluster.log beside its data. */
async function start(env: NodeJS.ProcessEnv): Promise<RunningCluster> {
  const folder = localFolder(env);
  const abort = new AbortController();
  const log = createWriteStream(join(folder.root, 'cluster.log'));
  const report = { ...reportTo(log, false), note: say };
  const running = stopOnSignal(abort, say);
  const cluster = await startCluster({
    folder,
    env: { ...env, LIMITS_SCALE: '1000000', SWEEP_INTERVAL: '10s' },
    report,
    preparation: builtPreparation,
    scripts: BUILT_SCRIPTS,
    signal: abort.signal,
  });
  await running.started(cluster);
  return cluster;
}

async function play({ page, trouble, shows, over }: Night, scene: Scene): Promise<void> {
  const path = `runbook/${page}.md`;
  const begunAt = performance.now();
  const begun = await trouble(scene);
  const look = commandsOf(path, 'See', 'cluster');
  let seen = '';
  await eventually(
    'the first look shows it',
    async () => shows.test((seen = await scene.shell.look(look))),
    SEEN_WITHIN_MS,
  ).catch(() => {
    throw new Error(`The first look of docs/${path} never showed ${shows}:\n${look}\n\n${seen.slice(-3_000)}`);
  });
  const curedAt = performance.now();
  await scene.shell.paste(commandsOf(path, 'Do', 'cluster'));
  await over(scene, begun).catch((error: Error) => {
    throw new Error(`What docs/${path} says to do did not end it: ${error.message}`);
  });
  say(`${page}: seen after ${seconds(begunAt)}, over ${seconds(curedAt)} after the cure was begun`);
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  },
);
