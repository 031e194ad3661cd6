import { spawnSync } from 'node:child_process';
import { hostname, tmpdir } from 'node:os';
import { createLiveness } from '../../base/observation/server';
import { WORKER_START } from '../../base/process-settings';
import { createMetrics } from '../../base/observation/metrics';
import { readTroubles } from '../../modules/operations/troubles';
import { livenessOf, workReadinessOf, type WorkerParts } from '../../worker/observe-worker';

type Status = ReturnType<NonNullable<ReturnType<WorkerParts['worker']>>['getStatus']>;

const POLLING = { runState: 'RUNNING', workflowPollerState: 'POLLING', activityPollerState: 'POLLING' } as Status;

/** Failed liveness and readiness checks of a worker with one loop, `relay`, that last moved at `movedAt`. */
async function failing({ status = POLLING, movedAt = 0, now = 0, ...parts }: Partial<WorkerParts> & Changes = {}) {
  let clock = 0;
  const liveness = createLiveness(() => clock);
  const relay = liveness.watch('relay', 1_000);
  clock = movedAt;
  if (movedAt > 0) relay.moved();
  clock = now;
  const all: WorkerParts = {
    liveness,
    worker: () => (status ? { getStatus: () => status } : null),
    isStopping: () => false,
    database: { name: 'database', run: () => Promise.resolve() },
    pingTemporal: () => Promise.resolve(),
    ...parts,
  };
  const [live, ready] = [await livenessOf(all), await workReadinessOf(all)].map(({ checks }) =>
    checks.filter((each) => each.status === 'failed').map(({ name }) => name),
  );
  return { live, ready };
}
interface Changes {
  status?: Status | null;
  movedAt?: number;
  now?: number;
}

test.each<[string, Partial<WorkerParts> & Changes, string[], string[]]>([
  ['polls', {}, [], []],
  ['has a loop without success', { movedAt: 900, now: 1_500 }, [], ['relay']],
  ['has a loop that does not move', { now: 1_500 }, ['relay'], ['relay']],
  ['lost its pollers', { status: { ...POLLING, workflowPollerState: 'FAILED' } }, ['polling'], ['polling']],
  ['still connects', { status: null }, [], ['polling']],
  [
    'stops',
    { status: { ...POLLING, runState: 'STOPPING', workflowPollerState: 'SHUTDOWN' }, isStopping: () => true },
    [],
    ['polling', 'stopping'],
  ],
  [
    'lost its dependencies',
    {
      database: { name: 'database', run: () => new Promise(() => undefined) },
      pingTemporal: () => Promise.reject(new Error('away')),
    },
    [],
    ['database', 'temporal'],
  ],
])('restarts or removes a worker that %s only if that helps', async (_, changes, live, ready) => {
  expect(await failing(changes)).toEqual({ live, ready });
});

// CI runs this test on each supported version of Node. A worker does not start if V8 has dropped one of its options.
test("this version of Node accepts the worker's options", () => {
  const statusOf = (...options: string[]) => spawnSync(process.execPath, [...options, '--eval', '']).status;
  expect(statusOf(...WORKER_START.options)).toBe(0);
  expect(statusOf('--no-such-option-of-v8')).not.toBe(0);
});

test('a process reports full disks and late loops as long as they last', async () => {
  let clock = 0;
  const liveness = createLiveness(() => clock);
  const relay = liveness.watch('relay', 60_000);
  const self = { identity: 'worker-1', metrics: createMetrics(), failingProvider: () => null, liveness };
  expect(await readTroubles({ ...self, disks: ['/'] })).toEqual({});
  const page = await self.metrics.page();
  for (const figure of ['disk_free_bytes{path="/"}', 'disk_size_bytes{path="/"}', 'memory_limit_bytes'])
    expect(page).toMatch(new RegExp(`^noi_${figure.replaceAll(/[{}]/g, '\\$&')} [1-9]`, 'm'));
  const gone = await readTroubles({ ...self, disks: ['/not-mounted'] });
  expect(gone).toMatchObject({ 'disk-nearly-full': { path: '/not-mounted', free: 'unknown (ENOENT)' } });
  clock = 61_000;
  expect(await readTroubles({ ...self, freeShare: 2 })).toEqual({
    'disk-nearly-full': { path: tmpdir(), host: hostname(), free: expect.stringMatching(/GB$/) as string },
    'loop-stalled': { loop: 'relay', identity: 'worker-1', seconds: '61' },
  });
  relay.completed();
  expect(await readTroubles(self)).toEqual({});
});
