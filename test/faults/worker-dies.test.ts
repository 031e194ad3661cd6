import { eventually } from '../../tools/support/eventually';
import { prepareProcesses, type Processes } from '../../tools/support/processes';

let product: Processes;
beforeAll(async () => {
  product = await prepareProcesses({ stepMs: 100 });
  await product.api.start();
});
afterAll(() => product.close());
beforeEach(() => product.worker.start());
afterEach(() => product.worker.kill());

const oneSession = (runId: string) =>
  eventually('a session was started', async () => {
    const sessions = await product.agents.sessionsOf(runId);
    return sessions.length === 1 && sessions[0]!;
  });
const completedOnce = async (runId: string) => {
  expect(await product.finished(runId)).toMatchObject({ status: 'completed', entitlementRestored: false });
  const sessions = await product.agents.sessionsOf(runId);
  expect(sessions).toMatchObject([{ submissions: 1, answers: [{ accepted: true }] }]);
};

test('a worker killed while it waits for a session to be created does not make a second one', async () => {
  await product.agents.fault('POST /v1/sessions', 'timeout_after', 1, 60_000);
  const { runId } = (await product.create('creating')).body;
  await oneSession(runId);
  await product.worker.kill();
  await product.worker.start();
  await completedOnce(runId);
}, 120_000);

test('a worker killed while an agent session runs is followed by one that continues the same session', async () => {
  const { runId } = (await product.create('following')).body;
  await oneSession(runId);
  await product.worker.kill();
  await product.worker.start();
  await completedOnce(runId);
});

test('a worker killed after it answered the agent, before it heard so, answers once', async () => {
  await product.agents.fault('POST /v1/sessions/*/events', 'timeout_after', 1, 60_000);
  const { runId } = (await product.create('answering')).body;
  await eventually('the answer arrived', async () => (await oneSession(runId)).answers.length === 1);
  await product.worker.kill();
  await product.worker.start();
  await completedOnce(runId);
}, 120_000);

test('a worker killed after rendering, before the run is completed, is followed by one that completes it', async () => {
  await product.agents.fault('POST /v1/sessions/*/archive', 'timeout_before', 1, 60_000);
  const { runId } = (await product.create('completing')).body;
  await eventually('the documents are stored', async () => {
    const names = await product.db.prisma.artifact.findMany({ where: { runId }, select: { name: true } });
    return names.some(({ name }) => name === 'dossierHtml');
  });
  await product.worker.kill();
  await product.worker.start();
  await completedOnce(runId);
}, 120_000);

test('each of 30 runs completes once while workers are killed again and again', async () => {
  const created = await Promise.all(Array.from({ length: 30 }, (_, i) => product.create(`storm-${i}`)));
  const done = async () => product.db.prisma.run.count({ where: { status: 'completed', id: { in: ids } } });
  const ids = created.map((answer) => answer.body.runId);
  for (let kills = 0; kills < 5; kills++) {
    const before = await done();
    await eventually('some more runs are done', async () => (await done()) > before || (await done()) === 30);
    await product.worker.kill();
    await product.worker.start();
  }
  for (const runId of ids) expect(await product.finished(runId, 90_000)).toMatchObject({ status: 'completed' });
  for (const runId of ids) expect(await product.agents.sessionsOf(runId)).toHaveLength(1);
  const credits = await product.db.prisma.entitlement.count({ where: { source: { not: 'grant' } } });
  expect(credits).toBe(0);
}, 360_000);

test('a worker that is asked to stop hands its sessions on at once and exits cleanly within ten seconds', async () => {
  await product.agents.fault('task:handed on', 'hang');
  const { runId } = (await product.create('stopping', 'A newsletter that is handed on from worker to worker')).body;
  await oneSession(runId);
  const asked = Date.now();
  expect(await product.worker.stop()).toBe(0);
  expect(Date.now() - asked).toBeLessThan(10_000);
  expect((await product.status(runId)).status).toBe('running');
});
