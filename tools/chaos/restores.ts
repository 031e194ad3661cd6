import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Break } from '../../store/reconciliation/row';
import { snapshotOf } from '../../test/support/database';
import type { Dice } from './dice';
import type { LocalPlace } from './local';
import { returnOrphans } from './story/operator';
import { command, type Breakage, type World } from './story/world';

/** Brings a part back to how it was. */
type Restore = () => Promise<void>;

/** Days that a reconciliation goes back: more than a story lets pass. */
const SINCE_MS = 60 * 86_400_000;

/** What is set back to an earlier moment, and then put in order as docs/runbook/restore.md says. */
export function restoresOf(place: LocalPlace): Record<string, Breakage> {
  const goBackTo = (remember: () => Promise<Restore>): Breakage => {
    return (world, dice) => goBack(place, world, dice, remember);
  };
  return {
    'restore of postgres': goBackTo(() => snapshotOf(place.db)),
    'restore of temporal': goBackTo(() => snapshotOfTemporal(place)),
    'restore of both': goBackTo(async () => {
      let database!: Restore;
      const temporal = await snapshotOfTemporal(place, async () => void (database = await snapshotOf(place.db)));
      return async () => {
        await database();
        await temporal();
      };
    }),
    'failover that lost transactions': (world, dice) => failOver(place, world, dice),
  };
}

async function goBack(place: LocalPlace, world: World, dice: Dice, remember: () => Promise<Restore>): Promise<void> {
  const { apis, workers, lost } = place;
  const from = Date.now();
  const restore = await remember();
  await sleep(dice.between(500, 6_000));
  world.keepsOut = true;
  await Promise.all([...apis, ...workers].map((each) => each.kill()));
  world.forgotten += 1;
  lost.push({ from, until: Date.now() });
  await restore();
  await command(world, 'deploy', 'restored');
  await Promise.all(workers.map((each) => each.start()));
  // Callers come back once what is known elsewhere is known here again.
  await reconcileAfterRestore(world, 2);
  await Promise.all(apis.map((each) => each.start()));
  world.keepsOut = false;
}

/** A server that had not heard of the last transactions takes the place of the first, while everybody goes on. */
async function failOver({ db, lost }: LocalPlace, world: World, dice: Dice): Promise<void> {
  const from = Date.now();
  const restore = await snapshotOf(db);
  await sleep(dice.between(0, 3_000));
  world.forgotten += 1;
  await restore();
  lost.push({ from, until: Date.now() });
  await command(world, 'deploy', 'restored');
  // Nobody closes the door for a failover: something is always under way.
  await reconcileAfterRestore(world, 1);
}

/**
 * Does what docs/runbook/restore.md says under "Reconcile", at most so often, until nothing is open; what then is, is seen
 * at the end.
 */
async function reconcileAfterRestore(world: World, passes: number): Promise<void> {
  await command(world, 'runs', 'resume');
  for (let pass = 0; pass < passes; pass++) {
    const since = new Date(Date.now() - SINCE_MS).toISOString();
    const listed = await world.place.admin('reconcile', '--since', since, '--json').catch(() => null);
    const open = listed && (JSON.parse(listed) as Break[]).filter(({ status }) => status === 'open');
    world.journal.note('reconciled after a restore', { open: open?.length ?? null });
    if (open?.length === 0) return;
    if (open) await returnOrphans(world, open);
  }
}

let copies = 0;

/** Copies the data of Temporal while it is down, and does what else belongs to that moment. */
async function snapshotOfTemporal(place: LocalPlace, also = async () => {}): Promise<Restore> {
  const copy = join(place.folder, `temporal-${(copies += 1)}`);
  mkdirSync(copy);
  await place.restartTemporal(async (dataDir) => {
    for (const name of dataIn(dataDir)) cpSync(join(dataDir, name), join(copy, name));
    await also();
  });
  return () =>
    place.restartTemporal((dataDir) => {
      for (const name of dataIn(dataDir)) rmSync(join(dataDir, name));
      for (const name of dataIn(copy)) cpSync(join(copy, name), join(dataDir, name));
      rmSync(copy, { recursive: true });
    });
}

// The log of SQLite, and its index, belong to it.
const dataIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('temporal.db'));
