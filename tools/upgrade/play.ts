/**
 * `npm run proof -- upgrade`: starts the cluster of the last release from a checkout of its own, puts work in flight, and
 * walks the printed steps of docs/runbook/deploy.md to the code of today. Exits 1 where a step does not do what it says,
 * or something did not come to its end.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopOnSignal } from '../../local/process/stop-on-signal';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { drained, promoteNext } from '../chaos/pages/procedures';
import { openScene } from '../chaos/pages/scene';
import { openShell } from '../chaos/pages/shell';
import { exitWith } from '../../test/support/exit-with';
import { searchableFolder } from '../../test/support/programs';
import { recordedVersions } from './recording';
import { checkOutRelease, startRelease } from './release';
import { leaveInFlight } from './work-in-flight';

const NEW = 'of-today';
const say = (text: string) => void process.stdout.write(`${text}\n`);

async function main(): Promise<number> {
  const version = recordedVersions().at(-1)!;
  const root = searchableFolder(join(tmpdir(), 'noi-upgrade-'));
  const LOCAL_DIR = join(root, 'cluster');
  mkdirSync(LOCAL_DIR);
  say(`checking out and building ${version} in ${root}`);
  const checkout = await checkOutRelease(version, root);
  const env = { ...process.env, LOCAL_DIR, LIMITS_SCALE: '1000000', SWEEP_INTERVAL: '10s' };
  const abort = new AbortController();
  const running = stopOnSignal(abort, say);
  const release = await startRelease(checkout, env);
  const shell = openShell(env);
  const kill = () => shell.close();
  const stop = () => {
    kill();
    return release.stop();
  };
  await running.started({ stop, kill });
  let flaws: string[];
  try {
    const scene = openScene(release.path, shell);
    const work = await leaveInFlight(release);
    say(`${version} runs, with work in flight`);
    await promoteNext(scene, { NEW, CHECKOUT: PACKAGE_ROOT }, async (step) => {
      await work.begin(step);
      say(`${step}: done; a run and a purchase began after it`);
    });
    await release.replaceApis();
    await work.begin('APIs of today');
    flaws = await work.end();
    await drained(scene);
    say(await shell.paste(`BUILD_ID=${NEW} admin deploy next ${NEW}`));
  } finally {
    await stop();
  }
  for (const flaw of flaws) say(`broken promise: ${flaw}`);
  say(`upgrade of ${version}: ${flaws.length} broken promises`);
  if (flaws.length > 0) return 1;
  rmSync(root, { recursive: true, force: true });
  return 0;
}

exitWith(main());
