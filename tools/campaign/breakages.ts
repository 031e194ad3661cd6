import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnProcess } from '../../test/support/own-process';
import { retryOnOutage } from '../../test/support/patience';
import { freeze } from '../../test/support/silence';
import type { Breakage } from './breakage';
import type { Dice } from './dice';
import { OUTAGES } from './outages';
import type { Parts } from './parts';
import { RESTORES } from './restores';
import type { World } from './story/world';

/**
 * Longer than the heartbeat and step timeouts, so that another worker takes over and then both are there; and than the 5 s
 * for which the SDK lets a script run unless it is told otherwise.
 */
const FROZEN_MS = 7_000;

/** How wrong a worker's clock is, in milliseconds: by a few seconds, and by more than signatures and holds tolerate. */
const WRONG_BY_MS = [-400_000, -5_000, 5_000, 400_000];

const KILLS: Record<string, Breakage> = {
  'kill worker': ({ parts: { workers } }, dice) => killAndStart(dice.oneOf(workers)),
  'kill api': ({ parts: { apis } }, dice) => killAndStart(dice.oneOf(apis)),
  'kill backend of postgres': ({ parts }) => crashPostgres(parts),
  'kill temporal': ({ parts }) => parts.restartTemporal(),
};

const SHORT: Record<string, Breakage> = {
  'freeze worker': ({ parts: { workers } }, dice) => freezeFor(dice.oneOf(workers).pid(), FROZEN_MS),
  'freeze postgres': ({ parts: { postgres } }) => freezeFor(postgres().pid(), FROZEN_MS),
  'freeze temporal': ({ parts: { temporal } }) => freezeFor(temporal().pid(), FROZEN_MS),
  'restart postgres': ({ parts }) => parts.restartPostgres(),
  'kill both workers': async ({ parts: { workers } }) => void (await Promise.all(workers.map(killAndStart))),
  'stop worker': async ({ parts: { workers } }, dice) => {
    const worker = dice.oneOf(workers);
    await worker.stop();
    await worker.start();
  },
  'wrong clock of a worker': async ({ parts: { workers, setClock }, journal }, dice) => {
    const [worker, ms] = [dice.oneOf(workers), dice.oneOf(WRONG_BY_MS)];
    journal.note('clock is wrong', { worker: worker.name, ms });
    setClock(worker, ms);
    await killAndStart(worker);
    await sleep(FROZEN_MS);
    setClock(worker, 0);
    await killAndStart(worker);
  },
  'kill apis and restart postgres': async ({ parts: { apis, restartPostgres } }) => {
    await Promise.all([...apis.map((each) => each.kill()), restartPostgres()]);
    await Promise.all(apis.map((each) => each.start()));
  },
};

const BREAKAGES: Record<string, Breakage> = { ...KILLS, ...SHORT, ...OUTAGES, ...RESTORES };

/** Breaks parts `wanted` times, one at a time, each kind as often as the others. */
export async function breakParts(world: World, dice: Dice, wanted: number): Promise<void> {
  const { parts, journal } = world;
  // A short campaign kills a process and is away for long, too: these come first.
  let deck = [dice.oneOf(Object.keys(KILLS)), dice.oneOf(Object.keys(OUTAGES))];
  for (let done = 0; done < wanted; done++) {
    await sleep(dice.between(500, 2_500));
    if (deck.length === 0) deck = dice.shuffled(Object.keys(BREAKAGES));
    const name = deck.shift()!;
    // The server may still recover from the fault before.
    await retryOnOutage(() => parts.db.pool.query('SELECT 1'));
    journal.note(`fault ${name}`);
    await BREAKAGES[name]!(world, dice);
    for (const each of [...parts.apis, ...parts.workers]) if (!each.running()) await each.start();
  }
}

async function killAndStart(program: OwnProcess): Promise<void> {
  await program.kill();
  await program.start();
}

async function freezeFor(pid: number | null, ms: number): Promise<void> {
  if (pid === null) return;
  const thaw = freeze(pid);
  await sleep(ms);
  thaw();
}

// The death of one backend makes the server end all others and recover from its log.
async function crashPostgres({ db }: Parts): Promise<void> {
  // Patiently: the server may still recover from the crash before.
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
    // It ended by itself, as all do while a restore replaces the server.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
