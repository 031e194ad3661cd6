import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Break } from '../../modules/reconciliation/store/breaks';
import { snapshotOf } from '../../test/support/database';
import { retryOnOutage } from '../../test/support/eventually';
import type { OwnProcess } from '../../test/support/own-process';
import { freeze, type StallingProxy } from '../../test/support/proxies';
import type { Dice } from './journal';
import type { LocalPlace } from './local';
import { returnOrphans } from './story/operator';
import { command, type Breakage, type World } from './story/world';

/** Must exceed the heartbeat and step timeouts, so that another worker takes over while the frozen one still exists. */
const FROZEN_MS = 10_000;
const HOUR_S = 3_607;
/** Shorter than a day, after which the provider forgets an email's key and we stop trying to send the email. */
const HALF_A_DAY_S = 12 * HOUR_S;

/** Ways to kill, freeze or stop processes. Orders and payments continue during outages, which outlast any hold. */
export function breakagesOf(place: LocalPlace): Record<'kill' | 'short' | 'outage', Record<string, Breakage>> {
  const { apis, workers } = place;
  const kill = (processes: OwnProcess[]) => Promise.all(processes.map((each) => each.kill()));
  const start = (processes: OwnProcess[]) => Promise.all(processes.map((each) => each.start()));
  const away = (processes: OwnProcess[]): Breakage => {
    return async (world, dice) => {
      await kill(processes);
      await lastLong(world, dice);
      await start(processes);
    };
  };
  const silenced = (proxy: StallingProxy): Breakage => {
    return async (world, dice) => {
      proxy.stall({ further: true });
      await lastLong(world, dice);
      proxy.resume();
    };
  };
  return {
    kill: {
      'kill worker': (_, dice) => killAndStart(dice.oneOf(workers)),
      'kill api': (_, dice) => killAndStart(dice.oneOf(apis)),
      'kill backend of postgres': () => crashPostgres(place),
      'kill temporal': () => place.restartTemporal(),
    },
    short: {
      'freeze worker': (_, dice) => freezeFor(dice.oneOf(workers).pid()),
      'freeze postgres': () => freezeFor(place.postgres().pid()),
      'freeze temporal': () => freezeFor(place.temporal().pid()),
      'restart postgres': () => place.restartPostgres(),
    },
    outage: {
      'outage of all workers': away(workers),
      'outage of temporal': (world, dice) => place.restartTemporal(() => lastLong(world, dice)),
      'outage of events': silenced(place.events),
      'outage of the provider': silenced(place.calls),
      'outage of everything': away([...apis, ...workers]),
    },
  };
}

async function lastLong(world: World, dice: Dice): Promise<void> {
  await sleep(dice.between(500, 3_000));
  const seconds = dice.oneOf([HOUR_S, HOUR_S, HOUR_S, HALF_A_DAY_S]);
  world.journal.note(seconds === HALF_A_DAY_S ? 'half a day passed' : 'an hour passed');
  // Two of these pauses add up to a day, the lifetime of idempotency keys.
  if (seconds === HALF_A_DAY_S) world.forgotten += 1;
  await world.place.letTimePass(seconds);
}

async function killAndStart(program: OwnProcess): Promise<void> {
  await program.kill();
  await program.start();
}

async function freezeFor(pid: number | null): Promise<void> {
  if (pid === null) return;
  const thaw = freeze(pid);
  await sleep(FROZEN_MS);
  thaw();
}

// When one backend dies, PostgreSQL ends all others and recovers from its WAL.
async function crashPostgres({ db }: LocalPlace): Promise<void> {
  const { rows } = await retryOnOutage(() =>
    db.pool.query<{ pid: number }>({
      text: `SELECT pid FROM pg_stat_activity
             WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY pid LIMIT 1`,
    }),
  );
  if (!rows[0]) return;
  try {
    process.kill(rows[0].pid, 'SIGKILL');
  } catch (error) {
    // The process had already exited.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

type Restore = () => Promise<void>;

/** Reconciliation goes back 60 days, longer than any story. */
const SINCE_MS = 60 * 86_400_000;

/** Restores parts of the product to an earlier moment, then follows docs/runbook/restore.md. */
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
  // Let callers back in only once the vendors' records are reconciled.
  await reconcileAfterRestore(world, 2);
  await Promise.all(apis.map((each) => each.start()));
  world.keepsOut = false;
}

/** Acts like the promotion of a replica that missed the last transactions. Traffic continues. */
async function failOver({ db, lost }: LocalPlace, world: World, dice: Dice): Promise<void> {
  const from = Date.now();
  const restore = await snapshotOf(db);
  await sleep(dice.between(0, 3_000));
  world.forgotten += 1;
  await restore();
  lost.push({ from, until: Date.now() });
  await command(world, 'deploy', 'restored');
  // Make only one pass: traffic continues during a failover, so there is always something in progress.
  await reconcileAfterRestore(world, 1);
}

/** Follows the "Reconcile" section of docs/runbook/restore.md until no break is open, in at most `passes` passes. */
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

/** Copies Temporal's data while its server is down, and runs `also` at that moment. */
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

// SQLite's WAL and its index are part of the data.
const dataIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('temporal.db'));
