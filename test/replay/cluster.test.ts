import { execFile } from 'node:child_process';
import { WORKFLOWS } from '../../contracts/workflow-messages';
import { built } from '../../local/programs';
import { readWorkflowBundle } from '../../worker/bundle';
import { call, IDEA } from '../support/api';
import { eventually } from '../support/eventually';
import { mailTo } from '../support/mails';
import { replayCluster } from '../../tools/replay/sample-histories';
import { useStack } from '../support/use';

let code: string;

/** Runs `npm run replay -- …` against the test's cluster. */
function replay(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const from = ['--from', process.env.TEST_TEMPORAL_ADDRESS!];
  const env = { PATH: process.env.PATH };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [built('tools/replay/from-cluster'), ...from, ...args],
      { env },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}
const ofQueue = () => ['--task-queue', stack.taskQueue];

const stack = useStack();
beforeAll(async () => {
  code = await readWorkflowBundle();
  for (const idea of ['one', 'two', 'three']) await stack.finished(await stack.create(`${IDEA} ${idea}`));
  const email = 'reader@example.com';
  await call(stack.api, 'POST', '/v1/scan', { body: { email, idea: IDEA } });
  await mailTo(stack.mails, email, 'scan-confirmation');
  await eventually('the list of workflows has them all', async () => {
    const open = await stack.temporal.workflow.count(
      `TaskQueue = '${stack.taskQueue}' AND ExecutionStatus = 'Running'`,
    );
    const all = await stack.temporal.workflow.count(`TaskQueue = '${stack.taskQueue}'`);
    return open.count === 1 && all.count >= 4;
  });
});

test('open and closed workflows of a running cluster are replayed, as many of each type as are asked for', async () => {
  const { code: exit, stdout } = await replay(...ofQueue(), '--limit', '2', '--json');
  const { types, failures } = JSON.parse(stdout) as Awaited<ReturnType<typeof replayCluster>>;
  expect([exit, failures]).toEqual([0, []]);
  expect(types.map(({ workflow }) => workflow).toSorted()).toEqual(Object.values(WORKFLOWS).toSorted());
  expect(types).toContainEqual(
    expect.objectContaining({
      workflow: 'evaluation',
      versioning: 'PINNED',
      open: 0,
      closed: 2,
      replayed: 2,
      failed: 0,
    }),
  );
  expect(types).toContainEqual(expect.objectContaining({ workflow: 'scan', open: 1, closed: 0, replayed: 1 }));
});

test('for people it is a table, without a word of a customer', async () => {
  const { stdout } = await replay(...ofQueue());
  expect(stdout).toMatch(/^workflow +versioning +open +closed +replayed +failed +pinned\n/);
  expect(stdout).toMatch(/^payment +AUTO_UPGRADE +0 +0 +0 +0 +0$/m);
  expect(stdout).not.toContain(IDEA);
});

test('code that does not follow the histories is named with its workflow and the reason', async () => {
  const changed = code.replaceAll('completeRun', 'completeBrochure');
  const options = { taskQueue: stack.taskQueue, limit: 2, workflowBundle: { code: changed } };
  const { types, failures } = await replayCluster(stack.temporal, options);
  expect(failures).toHaveLength(2);
  expect(failures[0]).toMatchObject({
    workflow: 'evaluation',
    workflowId: expect.stringMatching(/^evaluation\/run_/) as string,
    reason: expect.stringMatching(/nondeterminism/i) as string,
  });
  expect(types.find(({ workflow }) => workflow === 'scan')).toMatchObject({ replayed: 1, failed: 0 });
});

test('where nothing was found nothing is proven: exit 1 says where it looked', async () => {
  const { code: exit, stderr } = await replay('--task-queue', 'nobody-is-here');
  expect(exit).toBe(1);
  expect(stderr).toMatch(/No history was found at \S+, namespace default, task queue nobody-is-here/);
});

test('an open workflow of a type that this code has lost is a failure', async () => {
  const handle = await stack.temporal.workflow.start('brochure', {
    taskQueue: stack.taskQueue,
    workflowId: 'brochure/1',
  });
  const failed = await eventually('it is in the list', async () => {
    const result = await replay(...ofQueue(), '--limit', '1');
    return result.code === 1 && result;
  });
  await handle.terminate('the test is over');
  expect(failed.stderr).toContain('brochure: brochure/1 does not replay: this code has no workflow of that type');
});
