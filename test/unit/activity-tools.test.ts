import { getEventListeners } from 'node:events';
import { gathered } from '../../activities/gathered';
import { createTaskThread, TaskGivenUp, TooManyTasks, type TaskThreadOptions } from '../../platform/task-thread';
import { withSignal } from '../../platform/with-signal';
import type { ChildTask } from '../support/children/task-child';

test('gathers items during a write and answers each after its own write', async () => {
  const writes: { items: string[]; end: (error?: Error) => void }[] = [];
  const write = gathered<string>(
    (items) =>
      new Promise((resolve, reject) => writes.push({ items, end: (error) => (error ? reject(error) : resolve()) })),
  );
  const first = write('a');
  await Promise.resolve();
  const others = Promise.all([write('b'), write('c')]);
  expect(writes.map(({ items }) => items)).toEqual([['a']]);
  writes[0]!.end(new Error('disk full'));
  await expect(first).rejects.toThrow('disk full');
  await Promise.resolve();
  expect(writes.map(({ items }) => items)).toEqual([['a'], ['b', 'c']]);
  writes[1]!.end();
  await others;
});

describe('work with several signals', () => {
  const reasonOf = (signal: AbortSignal) =>
    new Promise((resolve) => {
      if (signal.aborted) resolve(signal.reason);
      else signal.addEventListener('abort', () => resolve(signal.reason));
    });

  test('is aborted with the first reason', async () => {
    const [stop, cancel] = [new AbortController(), new AbortController()];
    const seen = withSignal([stop.signal, cancel.signal], reasonOf);
    cancel.abort('canceled');
    stop.abort('stopped');
    expect(await seen).toBe('canceled');
  });

  test('leaves no listener behind, however it ends', async () => {
    const stop = new AbortController();
    await withSignal([stop.signal], async () => 'done');
    await expect(withSignal([stop.signal], () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });
});

describe('a task thread', () => {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((thread) => thread.close())));

  function open(options: Partial<TaskThreadOptions> = {}) {
    const thread = createTaskThread<ChildTask, number>({ script: 'test/support/children/task-child.js', ...options });
    opened.push(thread);
    return thread;
  }

  test('does tasks in order; a failed one ends nothing', async () => {
    const thread = open();
    const [first, failed, last] = await Promise.allSettled(
      (['answer', 'fail', 'answer'] as const).map((task) => thread.run(task)),
    );
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'Error: this task cannot be done' } });
    expect(first!.status).toBe('fulfilled');
    expect(last).toEqual(first);
  });

  test.each(['hang', 'exit'] as const)(
    'gives up a task that has to %s and continues in a new thread',
    async (fatal) => {
      const thread = open({ taskMs: 2_000 });
      const [before, lost, after] = await Promise.allSettled(
        (['answer', fatal, 'answer'] as const).map((task) => thread.run(task)),
      );
      expect(lost).toMatchObject({ status: 'rejected', reason: expect.any(TaskGivenUp) as TaskGivenUp });
      expect([before!.status, after!.status]).toEqual(['fulfilled', 'fulfilled']);
      expect(after).not.toEqual(before);
    },
  );

  test('refuses more tasks than may wait', async () => {
    const thread = open({ maxTasks: 2 });
    const taken = [thread.run('answer'), thread.run('answer')];
    await expect(thread.run('answer')).rejects.toThrow(TooManyTasks);
    await Promise.all(taken);
  });
});
