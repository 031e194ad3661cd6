import { spawnSync } from 'node:child_process';
import { check, fail, ok, type DoctorDeps } from '../../admin/doctor/check';
import { runChecks } from '../../admin/doctor/run-checks';
import { createLiveness } from '../../platform/liveness';
import type { Health } from '../../platform/observation/health';
import { WORKER_START } from '../../platform/worker-start';
import { livenessOf, workReadinessOf, type WorkerParts } from '../../worker/health';

type Status = ReturnType<NonNullable<ReturnType<WorkerParts['worker']>>['getStatus']>;

const polling = { runState: 'RUNNING', workflowPollerState: 'POLLING', activityPollerState: 'POLLING' } as Status;
const failed = ({ fine, checks }: Health) => ({
  fine,
  failed: checks.filter(({ status }) => status === 'failed').map(({ name }) => name),
});

/** A worker with one loop, on a clock that the test moves, and what the test says of it. */
function workerWith(changes: Partial<WorkerParts> & { status?: Status | null } = {}) {
  const { status = polling, ...parts } = changes;
  const time = { now: 0 };
  const liveness = createLiveness(() => time.now);
  const relay = liveness.watch('relay', 1_000);
  const all: WorkerParts = {
    liveness,
    worker: () => (status ? { getStatus: () => status } : null),
    isStopping: () => false,
    database: { name: 'database', run: () => Promise.resolve() },
    pingTemporal: () => Promise.resolve(),
    ...parts,
  };
  return {
    time,
    relay,
    live: async () => failed(await livenessOf(all)),
    ready: async () => failed(await workReadinessOf(all)),
  };
}

const FINE = { fine: true, failed: [] };

test('is live and ready while it polls and its loops succeed', async () => {
  const { live, ready } = workerWith();
  expect([await live(), await ready()]).toEqual([FINE, FINE]);
});

test('is live but not ready while a loop runs without success', async () => {
  const { time, relay, live, ready } = workerWith();
  time.now = 900;
  relay.moved();
  time.now = 1_500;
  expect(await live()).toEqual(FINE);
  expect(await ready()).toEqual({ fine: false, failed: ['relay'] });
});

test('is not live when a loop stops moving', async () => {
  const { time, live } = workerWith();
  time.now = 1_500;
  expect(await live()).toEqual({ fine: false, failed: ['relay'] });
});

test('is not live when pollers ended by themselves', async () => {
  const ended = { ...polling, workflowPollerState: 'FAILED' } as Status;
  expect(await workerWith({ status: ended }).live()).toEqual({ fine: false, failed: ['polling'] });
  expect(await workerWith({ status: null }).live()).toEqual(FINE);
  const initialized = { ...polling, runState: 'INITIALIZED' } as Status;
  expect(await workerWith({ status: initialized }).live()).toEqual(FINE);
  expect(await workerWith({ status: null }).ready()).toEqual({ fine: false, failed: ['polling'] });
  const stopping = { ...polling, runState: 'STOPPING', workflowPollerState: 'SHUTDOWN' } as Status;
  const leaving = workerWith({ status: stopping, isStopping: () => true });
  expect(await leaving.live()).toEqual(FINE);
  expect(await leaving.ready()).toEqual({ fine: false, failed: ['polling', 'stopping'] });
});

test('is not ready while a dependency fails or hangs', async () => {
  const silent = workerWith({
    database: { name: 'database', run: () => new Promise(() => undefined) },
    pingTemporal: () => Promise.reject(new Error('away')),
  });
  expect(await silent.ready()).toEqual({ fine: false, failed: ['database', 'temporal'] });
  expect(await silent.live()).toEqual(FINE);
});

const statusOf = (...options: string[]) => spawnSync(process.execPath, [...options, '--eval', '']).status;

// Run by CI on each supported version: a worker would not start on one that has lost an option of V8.
test('this Node takes the options of the worker', () => {
  expect(statusOf(...WORKER_START.options)).toBe(0);
  expect(statusOf('--no-such-option-of-v8')).not.toBe(0);
});

describe('doctor', () => {
  test('a failed check shows its cure and keeps no other check from running', async () => {
    const report = await runChecks(
      [
        check({
          name: 'database',
          cure: 'start it',
          run: () => Promise.reject(new AggregateError([new Error('refused')])),
        }),
        check({ name: 'stands-on-it', needs: ['database'], cure: '-', run: () => Promise.resolve(ok('never seen')) }),
        check({
          name: 'alone',
          cure: '-',
          run: () => Promise.resolve([ok('fine'), { part: 'b', ...fail('bad', 'do') }]),
        }),
      ],
      // None of these checks reads anything.
      {} as DoctorDeps,
    );
    expect(report).toEqual([
      { name: 'database', status: 'fail', detail: expect.stringContaining('refused'), cure: 'start it' },
      { name: 'stands-on-it', status: 'warn', detail: 'Not checked: it needs database.', cure: 'Fix database first.' },
      { name: 'alone', status: 'ok', detail: 'fine', cure: null },
      { name: 'alone/b', status: 'fail', detail: 'bad', cure: 'do' },
    ]);
  });
});
