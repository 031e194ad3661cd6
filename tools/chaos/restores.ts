import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTemporal } from '../../local/temporal/start-temporal';
import { administer, within, copyOf, snapshotOf } from '../../test/support/database';
import { retryOnOutage } from '../../test/support/eventually';
import { startStandby } from '../../test/support/postgres';
import type { Dice } from './dice';
import type { LocalPlace } from './local';
import { reconcileAfterRestore, sayRestored } from './story/restorer';
import type { Breakage, World } from './story/world';

/** Brings a part back to how it was. */
type Restore = () => Promise<void>;

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
    'failover to a standby': (world, dice) => failOver(place, world, dice),
    'second database of the deployment': (_, dice) => runTwice(place, dice),
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
  await sayRestored(world);
  await Promise.all(workers.map((each) => each.start()));
  world.timePassedAt = Date.now();
  // Callers come back once what is known elsewhere is known here again.
  await reconcileAfterRestore(world, 2);
  await Promise.all(apis.map((each) => each.start()));
  world.keepsOut = false;
}

/** The first server is lost with what the second had not heard of yet, which takes its place. */
async function failOver(place: LocalPlace, world: World, dice: Dice): Promise<void> {
  const { postgres, restartPostgres, lost } = place;
  const from = Date.now();
  // Beside the first: the account of PostgreSQL reaches that folder.
  const standby = await startStandby(postgres(), `${postgres().dataDir}-standby`);
  await sleep(dice.between(500, 3_000));
  await standby.cutOff();
  await sleep(dice.between(0, 3_000));
  world.forgotten += 1;
  const { dataDir } = postgres();
  process.kill(postgres().pid(), 'SIGKILL');
  lost.push({ from, until: Date.now() });
  await standby.promote();
  await restartPostgres(standby.dataDir);
  rmSync(dataDir, { recursive: true, force: true });
  world.timePassedAt = Date.now();
  await sayRestored(world);
  // Nobody closes the door for a failover: something is always under way.
  await reconcileAfterRestore(world, 1);
}

/**
 * A copy of the database works at the same time, with a Temporal of its own, as after a restore into a second environment
 * that kept its keys: whatever both think is owed must be paid once.
 */
async function runTwice(place: LocalPlace, dice: Dice): Promise<void> {
  const server = place.postgres().url;
  const from = Date.now();
  const copy = await copyOf(place.db);
  const copied = new Date();
  const temporal = await startTemporal();
  const twin = place.anotherWorker('twin', { database: within(place.db.url, copy), temporal: temporal.address });
  await twin.start();
  await sleep(dice.between(2_000, 6_000));
  await twin.kill();
  place.lost.push({ from, until: Date.now() });
  // Whoever of both begins first, the other does not hear of it: no money moves, but the agent is paid by each.
  const { rows } = await retryOnOutage(() =>
    place.db.pool.query<{ id: string }>({
      text: `SELECT id FROM runs WHERE created_at <= $1 AND (started_at IS NULL OR started_at > $1 - interval '5 seconds')
             UNION ALL SELECT id FROM free_scans WHERE created_at <= $1 AND (completed_at IS NULL OR completed_at > $1)`,
      values: [copied],
    }),
  );
  for (const { id } of rows) place.begunTwice.add(id);
  await temporal.stop();
  await administer(server, `DROP DATABASE ${copy} WITH (FORCE)`);
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
