import { eventually } from '../../test/support/eventually';
import { identify } from '../../local/process/identity';
import type { ClusterFile } from '../../local/cluster/file';
import { deployChanged } from './deploy';
import type { World } from './world';

/** A step of a drill: its load arrives while `disturb` runs. */
export interface Step {
  name: string;
  /** Time over which its arrivals are spread. */
  lastsMs: number;
  disturb: (world: World) => Promise<void>;
}

/** Longer than the 12 s that are promised: a machine may have other work. */
const REPLACED_WITHIN_MS = 90_000;

type Pick = (file: ClusterFile) => number;

/** The parts of a cluster that can be ended, by their process as it is now. */
export const APIS: readonly Pick[] = [({ api }) => api[0]!.pid, ({ api }) => api[1]!.pid];
export const WORKERS: readonly Pick[] = [0, 1, 2].map(
  (index) =>
    ({ workers }) =>
      workers[index]!.pid,
);
export const POSTGRES: Pick = ({ pids }) => pids.postgres!;
export const TEMPORAL: Pick = ({ pids }) => pids.temporal!;

/** Steps in their order. */
export const STEPS: Step[] = [
  { name: 'undisturbed', lastsMs: 10_000, disturb: () => Promise.resolve() },
  {
    name: 'APIs and workers restarted in turn',
    lastsMs: 30_000,
    disturb: (world) => inTurn(world, [...APIS, ...WORKERS], 'SIGTERM'),
  },
  { name: 'changed workflows deployed', lastsMs: 20_000, disturb: deployChanged },
  {
    name: 'APIs and workers killed in turn',
    lastsMs: 20_000,
    disturb: (world) => inTurn(world, [...APIS, ...WORKERS], 'SIGKILL'),
  },
  {
    name: 'PostgreSQL restarted, then killed',
    lastsMs: 15_000,
    // SIGINT is its fast shutdown; killed, it recovers from its log.
    disturb: async (world) => {
      await end(world, POSTGRES, 'SIGINT');
      await end(world, POSTGRES, 'SIGKILL');
    },
  },
  {
    name: 'Temporal stopped, then killed',
    lastsMs: 20_000,
    disturb: async (world) => {
      await end(world, TEMPORAL, 'SIGTERM');
      await end(world, TEMPORAL, 'SIGKILL');
    },
  },
];

async function inTurn(world: World, processes: readonly Pick[], signal: NodeJS.Signals): Promise<void> {
  for (const one of processes) await end(world, one, signal);
}

/** Ends a process and waits until cluster.json names another in its place. */
export async function end({ cluster, tally }: World, pick: Pick, signal: NodeJS.Signals): Promise<void> {
  const pid = pick(cluster());
  process.kill(pid, signal);
  const identity = identify(pid);
  await eventually(`process ${pid} ends`, () => identity === null || identify(pid) !== identity, REPLACED_WITHIN_MS);
  const goneAt = performance.now();
  await eventually(`another process in place of ${pid}`, () => pick(cluster()) !== pid, REPLACED_WITHIN_MS);
  tally.replaced(performance.now() - goneAt);
}
