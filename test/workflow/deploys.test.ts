import { Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { listAuditEvents } from '../../modules/outbox/store/audit';
import { readDeployment, buildsWithoutWorkers } from '../../vendors/worker-deployments';
import { promoteFirstBuild, watchBuilds } from '../../worker/builds';
import { readWorkflowBundle } from '../../worker/bundle';
import { eventually } from '../support/eventually';
import { clientOf, type Shop } from '../support/shop';
import { startWorker } from '../support/stack';
import { useShop } from '../support/use';
import { changedScan, deployAs, lastBuildOf, scanOf } from '../support/workflows';

const SILENT = pino({ level: 'silent' });
const workers: Record<string, Awaited<ReturnType<typeof startWorker>>> = {};

/** A shop without a worker; each test starts its own. */
function useDeployment(): Shop {
  const shop = useShop({ worker: false });
  afterAll(async () => {
    for (const name of Object.keys(workers)) await stop(name);
    // End the workflows. Otherwise, the server would look for their missing builds every second until the test run
    // ends.
    const query = `TaskQueue = '${shop.taskQueue}' AND ExecutionStatus = 'Running'`;
    for await (const { workflowId } of shop.temporal.workflow.list({ query }))
      await shop.temporal.workflow.getHandle(workflowId).terminate('the test is over');
  });
  return shop;
}

async function stop(name: string): Promise<void> {
  await workers[name]!.stop();
  delete workers[name];
}

async function start({ db, agents, mails, taskQueue, provider }: Shop, id?: string, code?: string): Promise<void> {
  const build = id === undefined ? {} : { build: { id, ...(code && { code }) } };
  workers[id ?? 'unversioned'] = await startWorker(db, agents, mails, taskQueue, {
    payments: clientOf(provider),
    ...build,
  });
}

/** Starts to promote a build as the build's worker does, and stops at the first log line. Returns the last line. */
async function takeUp({ temporal, taskQueue }: Shop, buildId: string): Promise<string> {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const stopping = new AbortController();
  const starting = promoteFirstBuild(temporal, { taskQueue, buildId, log, signal: stopping.signal });
  await eventually('it says what it does', () => lines.length > 0);
  stopping.abort();
  await starting;
  return lines.at(-1)!;
}

const resultOf = ({ temporal }: Shop, workflowId: string) =>
  temporal.workflow.getHandle(workflowId).result() as Promise<unknown>;
const newWorkOn = (shop: Shop, build: string) =>
  eventually(`new work starts on ${build}`, async () => {
    const { workflowId } = await scanOf(shop);
    return (await lastBuildOf(shop, workflowId)) === build;
  });

describe('deploying a second build', () => {
  const shop = useDeployment();
  const deploy = (...args: string[]) => deployAs(shop, args);
  const release = (command: string, build: string, ...more: string[]) =>
    deploy(command, build, ...more, '--reason', `release ${build}`);

  test('keeps pinned workflows on their build, moves money workflows, and can be rolled back', async () => {
    const today = await readWorkflowBundle();
    const next = changedScan(today, (sdk) => `await (0,${sdk}.sleep)(1);`);
    await start(shop, 'one', today);
    expect(await takeUp(shop, 'one')).toContain('this one is now');
    const pinned = await scanOf(shop);
    const { body } = await shop.purchase(await shop.offer());
    const reservation = `reservation/${body.orderId}`;
    await eventually('its reservation waits', async () => (await lastBuildOf(shop, reservation)) === 'one');
    const history = await shop.temporal.workflow.getHandle(pinned.workflowId).fetchHistory();
    await expect(Worker.runReplayHistory({ workflowBundle: { code: next } }, history)).rejects.toThrow(
      /nondeterminism/i,
    );

    await start(shop, 'two', next);
    expect(await takeUp(shop, 'two')).toContain('deploy ramp two --percent');
    expect(await release('promote', 'two')).toMatchObject({ code: 1, stderr: expect.stringContaining('"ramp"') });
    expect(await release('ramp', 'two', '--percent', '100')).toMatchObject({ code: 0 });
    await newWorkOn(shop, 'two');
    expect(await release('promote', 'two')).toMatchObject({ code: 0 });
    await pinned.confirm();
    expect(await resultOf(shop, pinned.workflowId)).toMatchObject({ status: 'completed' });
    expect(await lastBuildOf(shop, pinned.workflowId)).toBe('one');
    await shop.provider.pay(body.checkoutSessionId!);
    await shop.orderIn(body.orderId, ['fulfilled']);
    await resultOf(shop, reservation);
    expect(await lastBuildOf(shop, reservation)).toBe('two');

    expect(await deploy('rollback', '--reason', 'customers complain')).toMatchObject({ code: 0 });
    await newWorkOn(shop, 'one');
    // A rollback repeated after a lost response must not roll forward.
    expect(await deploy('rollback', '--reason', 'customers complain')).toMatchObject({ code: 1 });
    const events = (await listAuditEvents(shop.db, 20)).filter(({ action }) => action.startsWith('deployment.'));
    expect(events.map(({ action, reason }) => [action, reason]).toReversed()).toEqual([
      ['deployment.ramped', 'release two'],
      ['deployment.promoted', 'release two'],
      ['deployment.rolled_back', 'customers complain'],
    ]);
  });

  test('alerts about pinned workflows whose build has no workers, and can move them', async () => {
    await stop('two');
    const stoppedAt = Date.now();
    await newWorkOn(shop, 'one');
    const { db, temporal, taskQueue } = shop;
    const stranded = buildsWithoutWorkers(await readDeployment(temporal, taskQueue, stoppedAt));
    expect(stranded.map(({ buildId }) => buildId)).toEqual(['two']);
    const stopping = new AbortController();
    const options = { taskQueue, intervalMs: 10, polledSince: stoppedAt, log: SILENT, signal: stopping.signal };
    const watching = watchBuilds(db, temporal, options);
    await eventually('it is an alert', () => db.prisma.alert.findFirst({ where: { alert: 'build-gone' } }));
    stopping.abort();
    await watching;
    const moved = await deploy('move', 'two', '--to', 'one', '--reason', 'its image is lost', '--json');
    expect((JSON.parse(moved.stdout) as { moved: number }).moved).toBeGreaterThan(0);
  });
});
