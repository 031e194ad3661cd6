import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnProcess } from '../../test/support/own-process';
import { retryOnOutage } from '../../test/support/eventually';
import { freeze, type StallingProxy } from '../../test/support/proxies';
import type { Dice } from './dice';
import type { LocalPlace } from './local';
import type { Breakage, World } from './story/world';

/** Longer than the heartbeat and step timeouts, so that another worker takes over and then both are there. */
const FROZEN_MS = 10_000;
const HOUR_S = 3_607;
/** Less than a day, after which a mail that was tried is given up, as the provider forgets its key. */
const HALF_A_DAY_S = 12 * HOUR_S;

/** How processes are killed, hang, or stay away for longer than any hold lasts while people go on ordering and paying. */
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
  // Two of them are a day, for which keys are kept.
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

// The death of one backend makes the server end all others and recover from its log.
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
    // It ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
