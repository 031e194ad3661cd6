import { createTaskThread, TaskGivenUp, TooManyTasks, type TaskThreadOptions } from '../../platform/task-thread';
import type { ChildTask } from '../support/children/task-child';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((thread) => thread.close()));
});

function open(options: Partial<TaskThreadOptions> = {}) {
  const thread = createTaskThread<ChildTask, number>({ script: 'test/support/children/task-child.js', ...options });
  opened.push(thread);
  return thread;
}

test('tasks are done one after another by one thread; one that fails says why and ends nothing', async () => {
  const thread = open();
  const outcomes = await Promise.allSettled([thread.run('answer'), thread.run('fail'), thread.run('answer')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: { message: 'Error: this task cannot be done' } });
  expect(outcomes[2]).toEqual(outcomes[0]);
});

test.each(['hang', 'exit'] as const)(
  'a task at which the thread has to %s is given up; those behind it are done by another',
  async (fatal) => {
    const thread = open({ taskMs: 2_000 });
    const [before, lost, after] = await Promise.allSettled([
      thread.run('answer'),
      thread.run(fatal),
      thread.run('answer'),
    ]);
    expect(lost).toMatchObject({ status: 'rejected', reason: expect.any(TaskGivenUp) as TaskGivenUp });
    expect([before.status, after.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(after).not.toEqual(before);
  },
);

test('the time of a task does not count the start of its thread', async () => {
  process.env.TASK_CHILD_STARTS_MS = '2000';
  try {
    const [first] = await Promise.allSettled([open({ taskMs: 1_500 }).run('answer')]);
    expect(first).toMatchObject({ status: 'fulfilled' });
  } finally {
    delete process.env.TASK_CHILD_STARTS_MS;
  }
});

test('no more tasks wait than may', async () => {
  const thread = open({ maxTasks: 2 });
  const taken = [thread.run('answer'), thread.run('answer')];
  await expect(thread.run('answer')).rejects.toThrow(TooManyTasks);
  await Promise.all(taken);
  expect(await thread.run('answer')).toBe(await taken[0]);
});

test('what waits when the thread is closed is given up, and a task that follows is done', async () => {
  const thread = open();
  const waiting = Promise.allSettled([thread.run('hang'), thread.run('answer')]);
  await thread.close();
  for (const each of await waiting) expect(each).toMatchObject({ reason: expect.any(TaskGivenUp) as TaskGivenUp });
  expect(await thread.run('answer')).toBeGreaterThan(0);
});
