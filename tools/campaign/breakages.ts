import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnProcess } from '../support/own-process';
import { retryOnOutage } from '../support/patience';
import { freeze } from '../support/silence';
import type { Dice } from './dice';
import type { Journal } from './journal';
import type { Parts } from './parts';

/** A way to break a part of the product; resolves when the part is up again. */
type Breakage = (parts: Parts, dice: Dice) => Promise<void>;

/** Longer than the heartbeat and step timeouts: another worker takes over, and then both are there. */
const FROZEN_MS = 5_000;

const BREAKAGES: Record<string, Breakage> = {
  'kill worker': ({ workers }, dice) => killAndStart(dice.oneOf(workers)),
  'kill api': ({ api }) => killAndStart(api),
  'kill backend of postgres': crashPostgres,
  'kill temporal': ({ restartTemporal }) => restartTemporal(),
  'freeze worker': ({ workers }, dice) => freezeFor(dice.oneOf(workers).pid(), FROZEN_MS),
  'freeze postgres': async ({ postgres }) => freezeFor(postgres().pid(), FROZEN_MS),
  'freeze temporal': async ({ temporal }) => freezeFor(temporal().pid(), FROZEN_MS),
  'restart postgres': ({ restartPostgres }) => restartPostgres(),
  'kill both workers': async ({ workers }) => void (await Promise.all(workers.map(killAndStart))),
  'stop worker': async ({ workers }, dice) => {
    const worker = dice.oneOf(workers);
    await worker.stop();
    await worker.start();
  },
  'kill api and restart postgres': async ({ api, restartPostgres }) => {
    await Promise.all([api.kill(), restartPostgres()]);
    await api.start();
  },
};

/** Breaks parts `wanted` times, one at a time, each kind as often as the others. */
export async function breakParts(parts: Parts, journal: Journal, dice: Dice, wanted: number): Promise<void> {
  // A short campaign has a kill of each process, too: these come first.
  const first = Object.keys(BREAKAGES).slice(0, 4);
  let deck: string[] = dice.shuffled(first);
  for (let done = 0; done < wanted; done++) {
    await sleep(dice.between(500, 2_500));
    if (deck.length === 0) deck = dice.shuffled(Object.keys(BREAKAGES));
    const name = deck.shift()!;
    journal.note(`fault ${name}`);
    await BREAKAGES[name]!(parts, dice);
    for (const each of [parts.api, ...parts.workers]) if (!each.running()) await each.start();
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
  if (rows[0]) process.kill(rows[0].pid, 'SIGKILL');
}
