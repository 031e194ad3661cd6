import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../test/support/eventually';
import { makePostgresPrograms } from '../../../test/support/postgres';
import { commandsOf } from '../../../test/support/runbook';
import { searchableFolder } from '../../../test/support/programs';
import { startBareCluster } from '../cluster';
import { NIGHTS, type Night } from './nights';
import { restoreTwice } from './procedures';
import { openScene, type Scene } from './scene';
import { openShell } from './shell';

/** Workers count as silent after 45 s, pollers as gone after 130 s. */
const SEEN_WITHIN_MS = 240_000;

const say = (text: string) => void process.stdout.write(`${text}\n`);

/**
 * Starts the cluster, brings troubles about, and does what pages of docs/ print for the bare cluster: the first look has
 * to show the trouble, and the cure to end it. `chosen` are names of pages; all where there is none.
 *
 * @throws Error where a page does not do what it says
 */
export async function playPages(chosen: readonly string[]): Promise<void> {
  const root = searchableFolder(join(tmpdir(), 'noi-pages-'));
  const env = environmentIn(root);
  const cluster = await startBareCluster({ ...env, LIMITS_SCALE: '1000000', SWEEP_INTERVAL: '10s' }, say);
  const shell = openShell(env);
  try {
    const scene = openScene(cluster.path, shell);
    const pages: [string, () => Promise<void>][] = [
      ...NIGHTS.map((night): [string, () => Promise<void>] => [night.page, () => play(night, scene)]),
      ['restore', () => restoreTwice(scene)],
    ];
    for (const [name, follow] of pages) {
      if (chosen.length > 0 && !chosen.includes(name)) continue;
      const begunAt = performance.now();
      await follow();
      say(`${name}: did what its page says, in ${((performance.now() - begunAt) / 1_000).toFixed(0)} s`);
    }
  } finally {
    shell.close();
    await cluster.stop();
  }
  rmSync(root, { recursive: true, force: true });
}

/**
 * What stands for an operator's machine: folders of its own, and client programs of the server's version, because those of
 * this machine can be older.
 */
function environmentIn(root: string): NodeJS.ProcessEnv & { LOCAL_DIR: string } {
  const [programs, folder, backups] = [join(root, 'bin'), join(root, 'cluster'), join(root, 'backup')];
  makePostgresPrograms(programs, 'psql');
  mkdirSync(folder);
  mkdirSync(backups);
  return { ...process.env, PATH: `${programs}:${process.env.PATH}`, LOCAL_DIR: folder, BACKUP_FOLDER: backups };
}

async function play({ page, trouble, shows, over }: Night, scene: Scene): Promise<void> {
  const path = `runbook/${page}.md`;
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
  await scene.shell.paste(commandsOf(path, 'Do', 'cluster'));
  await over(scene, begun).catch((error: Error) => {
    throw new Error(`What docs/${path} says to do did not end it: ${error.message}`);
  });
}
