import { execFile } from 'node:child_process';
import { WORKFLOWS } from '../../base/workflow-messages';
import { built } from '../../local/process/launch';
import { replayCluster } from '../../tools/replay/histories';
import { call, IDEA } from '../support/api';
import { eventually } from '../support/eventually';
import { mailTo } from '../support/mails';
import { useStack } from '../support/use';

const stack = useStack();
beforeAll(async () => {
  for (const idea of ['one', 'two']) await stack.finished(await stack.create(`${IDEA} ${idea}`));
  const email = 'reader@example.com';
  await call(stack.api, 'POST', '/v1/scan', { body: { email, idea: IDEA } });
  await mailTo(stack.mails, email, 'scan-confirmation');
  await eventually('all workflows are listed', async () => {
    const query = `TaskQueue = '${stack.taskQueue}'`;
    const open = await stack.temporal.workflow.count(`${query} AND ExecutionStatus = 'Running'`);
    return open.count === 1 && (await stack.temporal.workflow.count(query)).count >= 3;
  });
});

/** Runs `npm run replay -- --from …` against the test's cluster. */
function replay(taskQueue: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const args = ['--from', process.env.TEST_TEMPORAL_ADDRESS!, '--task-queue', taskQueue, '--json'];
  const env = { PATH: process.env.PATH };
  return new Promise((resolve) => {
    execFile(process.execPath, [built('tools/replay/main'), ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

test('replays open and closed workflows of a running cluster, and shows nothing of customers', async () => {
  const { code, stdout } = await replay(stack.taskQueue);
  const { types, failures } = JSON.parse(stdout) as Awaited<ReturnType<typeof replayCluster>>;
  expect([code, failures]).toEqual([0, []]);
  expect(types.map(({ workflow }) => workflow).toSorted()).toEqual(Object.values(WORKFLOWS).toSorted());
  expect(types).toContainEqual(expect.objectContaining({ workflow: 'evaluation', open: 0, closed: 2, replayed: 2 }));
  expect(types).toContainEqual(expect.objectContaining({ workflow: 'scan', open: 1, closed: 0, replayed: 1 }));
  expect(stdout).not.toContain(IDEA);
});

test('fails where no history was found', async () => {
  expect(await replay('nobody-is-here')).toMatchObject({ code: 1, stderr: expect.stringContaining('No history') });
});
