import { eventually } from '../../../test/support/eventually';
import { inSession } from '../../../test/support/database';
import { commandsOf } from '../../../test/support/runbook';
import type { Scene } from './scene';

const RESTORE = 'runbook/restore.md';
const DEPLOY = 'runbook/deploy.md';
const WITHIN_MS = 600_000;
const DAY_MS = 86_400_000;

type Values = Readonly<Record<string, string>>;

async function follow({ shell }: Scene, path: string, section: string, values?: Values): Promise<void> {
  await shell.paste(commandsOf(path, section, 'cluster', values));
}

/** Repeats the look of a section until it shows something. @throws Error with what it showed instead */
async function looksLike({ shell }: Scene, path: string, section: string, shows: RegExp, values?: Values) {
  const look = commandsOf(path, section, 'cluster', values);
  let seen = '';
  const isShown = async () => shows.test((seen = await shell.look(look)));
  await eventually('it is shown', isShown, WITHIN_MS).catch(() => {
    throw new Error(`"${section}" of docs/${path} never showed ${shows}:\n${look}\n\n${seen.slice(-2_000)}`);
  });
}

async function completed(scene: Scene): Promise<string> {
  const runId = await scene.begin();
  await scene.reaches(runId, 'completed');
  return runId;
}

/**
 * Goes back to a moment as docs/runbook/restore.md says, then to the end of the archive: what was there at the moment is
 * there and goes on, what came later is gone, and the second time nothing is.
 */
export async function restoreTwice(scene: Scene): Promise<void> {
  await follow(scene, RESTORE, 'What is kept');
  const known = await completed(scene);
  const open = await scene.begin();
  const moment = await inSession(scene.cluster().databaseOwner, async (session) => {
    const { rows } = await session.query<{ now: string }>('SELECT now()::text AS now');
    return rows[0]!.now;
  });
  const lost = await completed(scene);

  await goBack(scene, moment);
  await scene.reaches(known, 'completed');
  await scene.reaches(open, 'completed');
  await scene.reaches(lost, 'unknown');

  const since = await completed(scene);
  await goBack(scene, '');
  for (const runId of [known, open, since]) await scene.reaches(runId, 'completed');
  await completed(scene);
}

async function goBack(scene: Scene, moment: string): Promise<void> {
  await follow(scene, RESTORE, 'Keep what must not come back');
  await follow(scene, RESTORE, 'Stop');
  await follow(scene, RESTORE, 'Lay the backup in place', { MOMENT: moment });
  await looksLike(scene, RESTORE, 'Look', /^ *f$/m);
  for (const section of ['Forget the recovery', 'Roles, migration, backup', 'Say that it was restored'])
    await follow(scene, RESTORE, section);
  await follow(scene, RESTORE, 'Start the work');
  const SINCE = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
  await follow(scene, RESTORE, 'Compare', { SINCE });
  await follow(scene, RESTORE, 'Open');
  await scene.answers();
}

/** Puts a build next to the old one and gives it all new work, by every printed step; `between` is called after each. */
export async function promoteNext(
  scene: Scene,
  { NEW, CHECKOUT }: { NEW: string; CHECKOUT: string },
  between: (step: string) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const step = async (section: string, values: Values) => {
    await follow(scene, DEPLOY, section, values);
    await between(section);
  };
  await step('Replay', { TEMPORAL: scene.cluster().temporal });
  await step('Migrate', {});
  await step('Start it beside the old', { NEW, CHECKOUT });
  await step('Provision the agent', { NEW });
  await looksLike(scene, DEPLOY, 'Look at the steps', /^to do +ramp/m, { NEW });
  await step('Ramp', { NEW });
  await step('Promote', { NEW });
}

/** Waits until nothing is pinned to the build before. */
export async function drained({ shell }: Scene): Promise<void> {
  const isDrained = async () => /^cluster +drained/m.test(await shell.look('admin deploy status'));
  await eventually('the old build is drained', isDrained, WITHIN_MS);
}
