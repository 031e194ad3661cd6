import { createLiveness } from '../../platform/liveness';
import type { Health } from '../../platform/observation/health';
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

test('a worker that polls and whose loops do their work lives and is ready', async () => {
  const { live, ready } = workerWith();
  expect([await live(), await ready()]).toEqual([FINE, FINE]);
});

test('a loop that runs without success is no reason to restart: an outage would not end by it', async () => {
  const { time, relay, live, ready } = workerWith();
  time.now = 900;
  relay.moved();
  time.now = 1_500;
  expect(await live()).toEqual(FINE);
  expect(await ready()).toEqual({ fine: false, failed: ['relay'] });
});

test('a loop that does not move is a reason to restart', async () => {
  const { time, live } = workerWith();
  time.now = 1_500;
  expect(await live()).toEqual({ fine: false, failed: ['relay'] });
});

test('pollers that ended by themselves are a reason to restart; those of a worker that connects or stops are not', async () => {
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

test('a dependency that fails or is silent makes it not ready, within the bound of the check', async () => {
  const silent = workerWith({
    database: { name: 'database', run: () => new Promise(() => undefined) },
    pingTemporal: () => Promise.reject(new Error('away')),
  });
  expect(await silent.ready()).toEqual({ fine: false, failed: ['database', 'temporal'] });
  expect(await silent.live()).toEqual(FINE);
});
