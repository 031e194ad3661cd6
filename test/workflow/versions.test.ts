import { historyFromJSON, historyToJSON } from '@temporalio/common/lib/proto-utils';
import { Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { VERSIONING } from '../../domain/versioning';
import { isCurrentBuild, readDeployment, strandedBuilds } from '../../providers/worker-deployments';
import { listAuditEvents } from '../../store/audit/read-audit';
import { readWorkflowBundle } from '../../worker/bundle';
import { promoteFirstBuild } from '../../worker/promote-first-build';
import { watchBuilds } from '../../worker/watch-builds';
import { call, IDEA } from '../support/api';
import { eventually } from '../support/eventually';
import { clientOf } from '../support/shop';
import { startWorker } from '../support/stack';
import { changedScan } from '../support/changed-scan';
import { deployAs, lastBuildOf, scanOf, type RequestedScan } from '../support/deploys';
import { useShop } from '../support/use';

// The steps of one deploy, in their order: each test continues where the one before it ended.
const SILENT = pino({ level: 'silent' });
let code: string;
let changed: string;
const workers: Record<string, Awaited<ReturnType<typeof startWorker>>> = {};

/** Workflow code of the next release: a scan has a step more, which no history of today has. */
const nextRelease = (today: string) => changedScan(today, (sdk) => `await (0,${sdk}.sleep)(1);`);

async function start(id: string, workflows: string): Promise<void> {
  const { db, agents, mails, taskQueue, provider } = shop;
  const payments = clientOf(provider);
  workers[id] = await startWorker(db, agents, mails, taskQueue, { payments, build: { id, code: workflows } });
}

/** Does what a worker of a build does at its start, and returns the log line. */
async function takeUp(buildId: string | null): Promise<string> {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const signal = AbortSignal.timeout(60_000);
  await promoteFirstBuild(shop.temporal, { taskQueue: shop.taskQueue, buildId, log, signal });
  return (JSON.parse(lines.at(-1) ?? '{"msg":""}') as { msg: string }).msg;
}

const deploy = (...args: string[]) => deployAs(shop, args);
const builds = async () => {
  const { stdout } = await deploy('status', '--json');
  const rows = JSON.parse(stdout) as { buildId: string; state: string; percent: number; pinned: number }[];
  return Object.fromEntries(rows.map(({ buildId, ...row }) => [buildId, row]));
};
const inState = (buildId: string, state: object) =>
  eventually(`${buildId} is ${JSON.stringify(state)}`, async () => {
    const build = (await builds())[buildId];
    return Object.entries(state).every(([name, value]) => build?.[name as 'state'] === value);
  });

const requestScan = () => scanOf(shop);
const buildOf = (workflowId: string) => lastBuildOf(shop, workflowId);
const result = (workflowId: string) => shop.temporal.workflow.getHandle(workflowId).result() as Promise<unknown>;

let pinned: RequestedScan;
let order: { orderId: string; sessionId: string };

const shop = useShop({ worker: false });
beforeAll(async () => {
  code = await readWorkflowBundle();
  changed = nextRelease(code);
});
afterAll(async () => {
  for (const worker of Object.values(workers)) await worker.stop();
  // What is pinned to a build without workers has the server look after it each second, for the rest of the run.
  const left = shop.temporal.workflow.list({
    query: `TaskQueue = '${shop.taskQueue}' AND ExecutionStatus = 'Running'`,
  });
  for await (const { workflowId } of left)
    await shop.temporal.workflow.getHandle(workflowId).terminate('the test is over');
});

test('the first build of a deployment makes itself current, also where work waits, so nobody has to do anything', async () => {
  await call(shop.api, 'POST', '/v1/scan', { body: { email: 'early@example.com', idea: IDEA } });
  const waiting = async () => (await readDeployment(shop.temporal, shop.taskQueue)).unbegun;
  await eventually('its workflows wait for a first worker', async () => (await waiting()) > 0);
  await start('one', code);
  expect(await takeUp('one')).toContain('this one is now');
  await inState('one', { state: 'current', percent: 100 });
  const speaks = (build: string | null) => isCurrentBuild(shop.temporal, shop.taskQueue, build);
  expect(await Promise.all([speaks('one'), speaks('two'), speaks(null)])).toEqual([true, false, false]);
  pinned = await requestScan();
  expect(await buildOf(pinned.workflowId)).toBe('one');
  order = await waitingOrder();
  expect(await buildOf(`reservation/${order.orderId}`)).toBe('one');
});

async function waitingOrder() {
  const { body } = await shop.purchase(await shop.offer());
  const { orderId, checkoutSessionId } = body;
  await eventually('its reservation waits', async () => (await buildOf(`reservation/${orderId}`)) !== undefined);
  return { orderId, sessionId: checkoutSessionId! };
}

test('a second build gets nothing until it is ramped; a ramp is ended by a rollback', async () => {
  await start('two', changed);
  expect(await takeUp('two')).toContain('deploy ramp two --percent');
  await inState('two', { state: 'waiting', percent: 0 });
  expect(await buildOf((await requestScan()).workflowId)).toBe('one');

  expect(await deploy('ramp', 'two', '--percent', '100', '--reason', 'a canary')).toMatchObject({ code: 0 });
  expect(await builds()).toMatchObject({
    one: { state: 'current', percent: 0 },
    two: { state: 'ramping', percent: 100 },
  });
  await eventually('new work starts on it', async () => (await buildOf((await requestScan()).workflowId)) === 'two');

  expect(await deploy('rollback', '--reason', 'it fails')).toMatchObject({ code: 0 });
  await eventually(
    'new work starts on the old',
    async () => (await buildOf((await requestScan()).workflowId)) === 'one',
  );
});

test('after a promotion pinned workflows end on their build, new ones start on the new, and money moves', async () => {
  const history = historyToJSON(await shop.temporal.workflow.getHandle(pinned.workflowId).fetchHistory());
  const replay = Worker.runReplayHistory({ workflowBundle: { code: changed } }, historyFromJSON(JSON.parse(history)));
  await expect(replay).rejects.toThrow(/nondeterminism/i);

  // The ramp before was ended, so it is seen again before it gets everything.
  expect(await deploy('ramp', 'two', '--percent', '50', '--reason', 'mended')).toMatchObject({ code: 0 });
  expect(await deploy('promote', 'two', '--reason', 'release 2')).toMatchObject({ code: 0 });
  await inState('one', { state: 'draining' });
  await pinned.confirm();
  expect(await result(pinned.workflowId)).toMatchObject({ status: 'completed' });
  expect(await buildOf(pinned.workflowId)).toBe('one');

  const fresh = await requestScan();
  await fresh.confirm();
  expect(await result(fresh.workflowId)).toMatchObject({ status: 'completed' });
  expect(await buildOf(fresh.workflowId)).toBe('two');

  await shop.provider.pay(order.sessionId);
  await shop.orderIn(order.orderId, ['fulfilled']);
  await result(`reservation/${order.orderId}`);
  expect(await buildOf(`reservation/${order.orderId}`)).toBe('two');
});

test('a rollback makes the build before current again, and every change is audited with its reason', async () => {
  expect(await deploy('rollback', '--reason', 'customers complain')).toMatchObject({ code: 0 });
  await eventually('new work starts on it', async () => (await buildOf((await requestScan()).workflowId)) === 'one');
  // Given again, since its answer was lost, it does not go forward.
  expect(await deploy('rollback', '--reason', 'customers complain')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Nothing was done: build one is current by a rollback of /) as string,
  });
  expect(await builds()).toMatchObject({ one: { state: 'current' } });
  expect(await deploy('promote', 'absent', '--reason', 'a typing error')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Nothing was changed, because .*\(start\): No worker of it has polled/) as string,
  });
  const events = await listAuditEvents(shop.db, 20);
  expect(
    events
      .filter(({ action }) => action.startsWith('deployment.'))
      .map((event) => [event.action, event.reason])
      .toReversed(),
  ).toEqual([
    ['deployment.ramped', 'a canary'],
    ['deployment.rolled_back', 'it fails'],
    ['deployment.ramped', 'mended'],
    ['deployment.promoted', 'release 2'],
    ['deployment.rolled_back', 'customers complain'],
  ]);
});

test('a build whose workers are gone while workflows are pinned to it is reported, and its workflows can be moved', async () => {
  await start('three', code);
  await inState('three', { state: 'waiting' });
  expect(await deploy('promote', 'three', '--reason', 'unseen')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/because .*\(ramp\): .*deploy ramp three --percent 10/s) as string,
  });
  await deploy('ramp', 'three', '--percent', '100', '--reason', 'release 3');
  await deploy('promote', 'three', '--reason', 'release 3');
  await eventually('three gets work', async () => (await buildOf((await requestScan()).workflowId)) === 'three');
  await deploy('promote', 'one', '--reason', 'back');
  await workers.three!.stop();
  delete workers.three;
  const stoppedAt = Date.now();
  // Who is there polls again after a task; of the others the server forgets the last poll after minutes only.
  await eventually('one gets work', async () => (await buildOf((await requestScan()).workflowId)) === 'one');
  const { db, temporal, taskQueue } = shop;
  const stranded = strandedBuilds(await readDeployment(temporal, taskQueue, stoppedAt));
  expect(stranded.map(({ buildId }) => buildId)).toContain('three');
  expect(stranded.map(({ buildId }) => buildId)).not.toContain('one');

  const stopping = new AbortController();
  const options = { taskQueue, intervalMs: 10, polledSince: stoppedAt, log: SILENT, signal: stopping.signal };
  const watching = watchBuilds(db, temporal, options);
  await eventually('it is an alert', async () => {
    const alerts = await db.prisma.alert.findMany({ where: { alert: 'build-gone' } });
    return alerts.some(({ facts }) => (facts as { buildId: string }).buildId === 'three');
  });
  stopping.abort();
  await watching;

  const moved = await deploy('move', 'three', '--to', 'one', '--reason', 'its image is lost', '--json');
  expect(JSON.parse(moved.stdout)).toMatchObject({ buildId: 'three', to: 'one' });
  expect((JSON.parse(moved.stdout) as { moved: number }).moved).toBeGreaterThan(0);
  await inState('three', { pinned: 0, state: 'drained' });
  expect(await deploy('status')).toMatchObject({ code: 0 });
});

test('a worker without a version learns that it gets no work', async () => {
  expect(await takeUp(null)).toContain('workers without a version get no work while build one is current');
});

test('every workflow type declares how it behaves when a build is deployed', async () => {
  const deployment = await readDeployment(shop.temporal, shop.taskQueue);
  expect(deployment.current).toBe('one');
  expect(VERSIONING).toMatchObject({ evaluation: 'PINNED', search: 'PINNED', mail: 'PINNED', payment: 'AUTO_UPGRADE' });
});
