import { createTaskThread, TaskGivenUp, TooManyTasks, type TaskThreadOptions } from '../../base/task-thread';
import type { ChildTask } from '../support/children/task-child';

describe('a task thread', () => {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((thread) => thread.close())));

  function open(options: Partial<TaskThreadOptions> = {}) {
    const thread = createTaskThread<ChildTask, number>({ script: 'test/support/children/task-child.js', ...options });
    opened.push(thread);
    return thread;
  }

  test('runs tasks in order, and continues after a failed one', async () => {
    const thread = open();
    const [first, failed, last] = await Promise.allSettled(
      (['answer', 'fail', 'answer'] as const).map((task) => thread.run(task)),
    );
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'Error: this task cannot be done' } });
    expect(first!.status).toBe('fulfilled');
    expect(last).toEqual(first);
  });

  test.each(['hang', 'exit'] as const)('abandons a task that must %s and continues in a new thread', async (fatal) => {
    const thread = open({ taskMs: 2_000 });
    const [before, lost, after] = await Promise.allSettled(
      (['answer', fatal, 'answer'] as const).map((task) => thread.run(task)),
    );
    expect(lost).toMatchObject({ status: 'rejected', reason: expect.any(TaskGivenUp) as TaskGivenUp });
    expect([before!.status, after!.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(after).not.toEqual(before);
  });

  test('refuses tasks beyond the queue limit', async () => {
    const thread = open({ maxTasks: 2 });
    const taken = [thread.run('answer'), thread.run('answer')];
    await expect(thread.run('answer')).rejects.toThrow(TooManyTasks);
    await Promise.all(taken);
  });
});
