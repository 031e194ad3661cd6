import { eventually } from '../support/eventually';
import { prepareProcesses, running } from '../support/processes';
import { use } from '../support/use';

const product = use(() => running(prepareProcesses({ stepMs: 100, env: { STEP_TIMEOUT: '10s' } })));

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

// Each run is caught at another moment, since what hangs goes no further.
test('a worker killed while it creates a session, follows one, answers an agent and completes a run is followed by one that continues the same sessions', async () => {
  await product.agents.fault('POST /v1/sessions', 'timeout_after', 1, 60_000);
  await product.agents.fault('POST /v1/sessions/*/events', 'timeout_after', 1, 60_000);
  await product.agents.fault('POST /v1/sessions/*/archive', 'timeout_before', 1, 60_000);
  const caught = await Promise.all(['creating', 'answering', 'completing'].map((key) => product.create(key)));
  await product.agents.allFaultsTaken();
  const following = await product.create('following');
  await eventually('a session runs', async () => (await product.agents.sessionsOf(following.body.runId)).length === 1);
  await product.worker.kill();
  await product.worker.start();
  for (const { body } of [...caught, following]) await completedOnce(body.runId);
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
