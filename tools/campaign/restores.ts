import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTemporal } from '../../local/temporal/start-temporal';
import { administer, within } from '../../test/support/database';
import { retryOnOutage } from '../../test/support/patience';
import { copyOf, snapshotOf } from '../../test/support/restore';
import { startStandby } from '../../test/support/standby';
import type { Breakage } from './breakage';
import type { Dice } from './dice';
import type { Parts } from './parts';
import { reconcileAfterRestore, sayRestored } from './story/restorer';
import { passTime, type World } from './story/world';

/** Brings a part back to how it was. */
type Restore = () => Promise<void>;

/** What is set back to an earlier moment, and then put in order as docs/runbook/restore.md says. */
export const RESTORES: Record<string, Breakage> = {
  'restore of postgres': (world, dice) => goBack(world, dice, ({ db }) => snapshotOf(db)),
  'restore of temporal': (world, dice) => goBack(world, dice, snapshotOfTemporal),
  'restore of both': (world, dice) =>
    goBack(world, dice, async (parts) => {
      let database!: Restore;
      const temporal = await snapshotOfTemporal(parts, async () => void (database = await snapshotOf(parts.db)));
      return async () => {
        await database();
        await temporal();
      };
    }),
  'failover to a standby': failOver,
  'second database of the deployment': runTwice,
};

async function goBack(world: World, dice: Dice, remember: (parts: Parts) => Promise<Restore>): Promise<void> {
  const { apis, workers } = world.parts;
  const from = Date.now();
  const restore = await remember(world.parts);
  await sleep(dice.between(500, 6_000));
  world.keepsOut = true;
  await Promise.all([...apis, ...workers].map((each) => each.kill()));
  world.forgotten += 1;
  world.parts.lost.push({ from, until: Date.now() });
  await passTime(world, async () => {
    await restore();
    await sayRestored(world);
    await Promise.all(workers.map((each) => each.start()));
  });
  // Callers come back once what is known elsewhere is known here again.
  await reconcileAfterRestore(world, 2);
  await Promise.all(apis.map((each) => each.start()));
  world.keepsOut = false;
}

/** The first server is lost with what the second had not heard of yet, which takes its place. */
async function failOver(world: World, dice: Dice): Promise<void> {
  const { postgres, restartPostgres } = world.parts;
  const from = Date.now();
  // Beside the first: the account of PostgreSQL reaches that folder.
  const standby = await startStandby(postgres(), `${postgres().dataDir}-standby`);
  await sleep(dice.between(500, 3_000));
  await standby.cutOff();
  await sleep(dice.between(0, 3_000));
  world.forgotten += 1;
  const { dataDir } = postgres();
  await passTime(world, async () => {
    process.kill(postgres().pid(), 'SIGKILL');
    world.parts.lost.push({ from, until: Date.now() });
    await standby.promote();
    await restartPostgres(standby.dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  });
  await sayRestored(world);
  // Nobody closes the door for a failover: something is always under way.
  await reconcileAfterRestore(world, 1);
}

/**
 * A copy of the database works at the same time, with a Temporal of its own, as after a restore into a second environment
 * that kept its keys: whatever both think is owed must be paid once.
 */
async function runTwice({ parts }: World, dice: Dice): Promise<void> {
  const server = parts.postgres().url;
  const from = Date.now();
  const copy = await copyOf(parts.db);
  const copied = new Date();
  const temporal = await startTemporal();
  const twin = parts.anotherWorker('twin', { database: within(parts.db.url, copy), temporal: temporal.address });
  await twin.start();
  await sleep(dice.between(2_000, 6_000));
  await twin.kill();
  parts.lost.push({ from, until: Date.now() });
  // Whoever of both begins first, the other does not hear of it: no money moves, but the agent is paid by each.
  const { rows } = await retryOnOutage(() =>
    parts.db.pool.query<{ id: string }>({
      text: `SELECT id FROM runs WHERE created_at <= $1 AND (started_at IS NULL OR started_at > $1 - interval '5 seconds')
             UNION ALL SELECT id FROM free_scans WHERE created_at <= $1 AND (completed_at IS NULL OR completed_at > $1)`,
      values: [copied],
    }),
  );
  for (const { id } of rows) parts.begunTwice.add(id);
  await temporal.stop();
  await administer(server, `DROP DATABASE ${copy} WITH (FORCE)`);
}

let copies = 0;

/** Copies the data of Temporal while it is down, and does what else belongs to that moment. */
async function snapshotOfTemporal(parts: Parts, also: () => Promise<void> = () => Promise.resolve()): Promise<Restore> {
  const copy = join(parts.folder, `temporal-${(copies += 1)}`);
  mkdirSync(copy);
  await parts.restartTemporal(async (dataDir) => {
    for (const name of dataIn(dataDir)) cpSync(join(dataDir, name), join(copy, name));
    await also();
  });
  return () =>
    parts.restartTemporal((dataDir) => {
      for (const name of dataIn(dataDir)) rmSync(join(dataDir, name));
      for (const name of dataIn(copy)) cpSync(join(copy, name), join(dataDir, name));
      rmSync(copy, { recursive: true });
    });
}

// The log of SQLite, and its index, belong to it.
const dataIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('temporal.db'));
