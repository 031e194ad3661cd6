import { pino } from 'pino';
import { readDeployment } from '../../providers/worker-deployments';
import { promoteFirstBuild } from '../../worker/promote-first-build';
import { readWorkflowBundle } from '../../worker/bundle';
import { replayCluster } from '../../tools/replay/replay-cluster';
import { eventually } from '../support/eventually';
import { clientOf } from '../support/shop';
import { startWorker } from '../support/stack';
import { startStallingProxy } from '../support/silence';
import { deployAs, lastBuildOf, scanOf, type RequestedScan } from '../support/deploys';
import { useShop } from '../support/use';

// The steps of one deploy over a worker without a version, in their order: each test continues where the one before it
// ended.
interface Step {
  step: string;
  state: string;
  detail: string;
  command: string | null;
}

const shop = useShop({ worker: false });
const workers: Awaited<ReturnType<typeof startWorker>>[] = [];
let waiting: RequestedScan;

async function start(build?: string): Promise<void> {
  const { db, agents, mails, taskQueue, provider } = shop;
  const options = { payments: clientOf(provider), ...(build && { build: { id: build } }) };
  workers.push(await startWorker(db, agents, mails, taskQueue, options));
}

const deploy = (...args: string[]) => deployAs(shop, args, { BUILD_ID: 'new' });
const seen = () => readDeployment(shop.temporal, shop.taskQueue);

async function steps(): Promise<Record<string, Step>> {
  const { stdout } = await deploy('next', '--json');
  return Object.fromEntries((JSON.parse(stdout) as Step[]).map((step) => [step.step, step]));
}

afterAll(async () => {
  for (const worker of workers) await worker.stop();
});

test('a new build does not make itself current where a worker without a version has begun work, and says what to do', async () => {
  await start();
  waiting = await scanOf(shop);
  await start('new');

  const stopping = new AbortController();
  const lines: { msg: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as { msg: string }) });
  const options = { taskQueue: shop.taskQueue, buildId: 'new', log, signal: stopping.signal };
  const starting = promoteFirstBuild(shop.temporal, options);
  await eventually('it says why it waits', () => Promise.resolve(lines.length > 0));
  stopping.abort();
  await starting;

  expect(lines).toEqual([
    expect.objectContaining({
      msg: expect.stringMatching(/deploy next new .* deploy ramp new --percent 10/) as string,
    }),
  ]);
  expect(await seen()).toMatchObject({ current: null, ramping: null });
  // New work starts where it did.
  expect(await lastBuildOf(shop, (await scanOf(shop)).workflowId)).toBeUndefined();
});

test('the status shows workers and work without a version, and the steps say which is next, with its command', async () => {
  const { stdout } = await deploy('status', '--json');
  const rows = JSON.parse(stdout) as { buildId: string; state: string; moving: number; workers: string[] }[];
  const unversioned = rows.find(({ buildId }) => buildId === 'unversioned');
  expect(unversioned).toMatchObject({ state: 'current', percent: 100, workers: [expect.any(String)] });
  expect(unversioned!.moving).toBeGreaterThanOrEqual(2);

  const order = ['databases', 'migrate', 'start', 'provision', 'ramp', 'promote', 'drain', 'retire'];
  expect(Object.keys(await steps())).toEqual(order);
  expect(await steps()).toMatchObject({
    databases: { state: 'done' },
    migrate: { state: 'done' },
    provision: { state: 'unknown', detail: expect.stringContaining('ANTHROPIC_API_KEY') as string },
    start: { state: 'done' },
    ramp: { state: 'to do', command: 'npm run admin -- deploy ramp new --percent 10 --reason TEXT' },
    promote: { state: 'blocked', detail: expect.stringMatching(/^First: ramp\./) as string },
    retire: { state: 'blocked' },
  });
  expect((await deploy('next')).stdout).toMatch(
    /to do .*\n +-> npm run admin -- deploy ramp new .*\n +back: .*rollback/,
  );
});

test('a step is refused while one before it is not done, and nothing changes', async () => {
  expect(await deploy('promote', 'new', '--reason', 'in a hurry')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/the step before is not done \(ramp\).*deploy ramp new/s) as string,
  });
  const rename = (from: string, to: string) =>
    shop.db.asOwner(`UPDATE _prisma_migrations SET migration_name = '${to}' WHERE migration_name = '${from}'`);
  const { rows } = await shop.db.pool.query<{ name: string }>(
    'SELECT max(migration_name) AS name FROM _prisma_migrations',
  );
  await rename(rows[0]!.name, 'of another');
  expect(await deploy('ramp', 'new', '--percent', '10', '--reason', 'in a hurry')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/not done \(migrate\): Not applied yet.*migrate\.js/s) as string,
  });
  await rename('of another', rows[0]!.name);
  expect(await seen()).toMatchObject({ current: null, ramping: null });
});

test('by a ramp and a promotion the new build gets new work, and what no version began ends on it', async () => {
  expect(await deploy('ramp', 'new', '--percent', '100', '--reason', 'release')).toMatchObject({ code: 0 });
  await eventually('new work starts on it', async () => {
    return (await lastBuildOf(shop, (await scanOf(shop)).workflowId)) === 'new';
  });
  expect(await steps()).toMatchObject({ ramp: { state: 'done' }, promote: { state: 'to do' } });

  expect(await deploy('promote', 'new', '--reason', 'release')).toMatchObject({ code: 0 });
  await waiting.confirm();
  expect(await shop.temporal.workflow.getHandle(waiting.workflowId).result()).toMatchObject({ status: 'completed' });
  expect(await lastBuildOf(shop, waiting.workflowId)).toBe('new');
});

test('code that a workflow does not follow is a failure where it moves to that code, and none where it is pinned', async () => {
  const onNew = await scanOf(shop);
  await eventually('it began on the new build', async () => (await lastBuildOf(shop, onNew.workflowId)) === 'new');
  const changed = (await readWorkflowBundle()).replaceAll('sendScanConfirmation', 'sendBrochure');
  const options = { taskQueue: shop.taskQueue, limit: 20, workflowBundle: { code: changed } };
  const listed = await eventually('all are listed', async () => {
    const { types, failures } = await replayCluster(shop.temporal, options);
    const scans = types.find(({ workflow }) => workflow === 'scan')!;
    return scans.pinned >= 2 && { scans, failed: failures.map(({ workflowId }) => workflowId) };
  });
  expect(listed.scans.failed).toBeGreaterThan(0);
  expect(listed.failed).not.toContain(onNew.workflowId);
  for (const id of listed.failed) expect([id, (await lastBuildOf(shop, id)) ?? null]).toEqual([id, null]);
  await onNew.confirm();
  await shop.temporal.workflow.getHandle(onNew.workflowId).result();
});

test('what is left over is named until it has ended: then the workers of before have nothing to do', async () => {
  expect(await steps()).toMatchObject({
    promote: { state: 'done' },
    drain: { state: 'to do', command: null, detail: expect.stringContaining('of no version') as string },
  });
  const left = shop.temporal.workflow.list({
    query: `TaskQueue = '${shop.taskQueue}' AND ExecutionStatus = 'Running' AND BuildIds = 'unversioned'`,
  });
  for await (const { workflowId } of left) await shop.temporal.workflow.getHandle(workflowId).terminate('it is over');
  await eventually('nothing is left', async () => (await seen()).unversionedWork === 0);
  expect(await steps()).toMatchObject({
    drain: { state: 'done' },
    retire: { state: 'to do', detail: expect.stringContaining('without a version') as string },
  });
});

test('a busy Temporal, that takes longer for all answers of a status than for one is given, is waited for', async () => {
  const [, port] = process.env.TEST_TEMPORAL_ADDRESS!.split(':');
  const proxy = await startStallingProxy(Number(port), { answersLateMs: 2_000 });
  try {
    const asked = deploy('status', '--json');
    const late = deployAs(shop, ['status', '--json'], {
      BUILD_ID: 'new',
      TEMPORAL_ADDRESS: `127.0.0.1:${proxy.port}`,
    });
    expect(await late).toEqual(await asked);
  } finally {
    await proxy.close();
  }
}, 60_000);

test('new work goes back to workers without a version where one polls only', async () => {
  const back = ['promote', 'unversioned', '--reason', 'back'];
  expect(await deployAs(shop, back, { TASK_QUEUE: `${shop.taskQueue}-empty` })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Nothing was changed: no worker without a version polls/) as string,
  });
  expect(await deploy(...back)).toMatchObject({ code: 0 });
  expect(await seen()).toMatchObject({ current: null });
});
