import { getEventListeners } from 'node:events';
import { gathered } from '../../activities/gathered';
import { createTaskThread, TaskGivenUp, TooManyTasks, type TaskThreadOptions } from '../../platform/task-thread';
import { withSignal } from '../../platform/with-signal';
import type { ChildTask } from '../support/children/task-child';

describe('gathered writes', () => {
  test('gathers items during a write and answers after it', async () => {
    const writes: { items: string[]; end: (error?: Error) => void }[] = [];
    const write = gathered<string>(
      (items) =>
        new Promise((resolve, reject) => writes.push({ items, end: (error) => (error ? reject(error) : resolve()) })),
    );
    const events: string[] = [];
    const tell = (item: string) =>
      write(item).then(
        () => events.push(item),
        (error: Error) => events.push(`${item}: ${error.message}`),
      );

    const first = tell('a');
    await Promise.resolve();
    const others = Promise.all([tell('b'), tell('c')]);
    expect(writes.map(({ items }) => items)).toEqual([['a']]);

    writes[0]!.end(new Error('disk full'));
    await first;
    expect(events).toEqual(['a: disk full']);
    await Promise.resolve();
    expect(writes.map(({ items }) => items)).toEqual([['a'], ['b', 'c']]);

    writes[1]!.end();
    await others;
    expect(events).toEqual(['a: disk full', 'b', 'c']);
  });
});

describe('signals', () => {
  const reasonOf = (signal: AbortSignal) =>
    new Promise((resolve) => {
      if (signal.aborted) resolve(signal.reason);
      else signal.addEventListener('abort', () => resolve(signal.reason));
    });

  test('aborts with the first reason', async () => {
    const [stop, cancel] = [new AbortController(), new AbortController()];
    const seen = withSignal([stop.signal, cancel.signal], reasonOf);

    cancel.abort('canceled');
    stop.abort('stopped');

    expect(await seen).toBe('canceled');
    expect(await withSignal([new AbortController().signal, stop.signal], reasonOf)).toBe('stopped');
  });

  test('leaves no listener behind', async () => {
    const stop = new AbortController();

    await withSignal([stop.signal], async () => 'done');
    await expect(withSignal([stop.signal], () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');

    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });

  test('lets 50 works share one signal without a leak warning', async () => {
    const stop = new AbortController();
    const all = Array.from({ length: 50 }, () => withSignal([stop.signal], reasonOf));

    // Node's own place for the limit: `getMaxListeners` does not know the signals of Jest's realm.
    const limits = Object.getOwnPropertySymbols(stop.signal).filter(
      ({ description }) => description === 'events.maxEventTargetListeners',
    );
    expect(limits.map((limit) => (stop.signal as unknown as Record<symbol, number>)[limit])).toEqual([0]);
    stop.abort('stopped');

    expect(new Set(await Promise.all(all))).toEqual(new Set(['stopped']));
  });
});

describe('a task thread', () => {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((thread) => thread.close()));
  });

  function open(options: Partial<TaskThreadOptions> = {}) {
    const thread = createTaskThread<ChildTask, number>({ script: 'test/support/children/task-child.js', ...options });
    opened.push(thread);
    return thread;
  }

  test('does tasks in order; a failure ends nothing', async () => {
    const thread = open();
    const outcomes = await Promise.allSettled([thread.run('answer'), thread.run('fail'), thread.run('answer')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: { message: 'Error: this task cannot be done' } });
    expect(outcomes[2]).toEqual(outcomes[0]);
  });

  test.each(['hang', 'exit'] as const)(
    'gives up a task that has to %s and does the next in a new thread',
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

  test('refuses tasks beyond the most that may wait', async () => {
    const thread = open({ maxTasks: 2 });
    const taken = [thread.run('answer'), thread.run('answer')];
    await expect(thread.run('answer')).rejects.toThrow(TooManyTasks);
    await Promise.all(taken);
    expect(await thread.run('answer')).toBe(await taken[0]);
  });

  test('gives up waiting tasks on close and works again', async () => {
    const thread = open();
    const waiting = Promise.allSettled([thread.run('hang'), thread.run('answer')]);
    await thread.close();
    for (const each of await waiting) expect(each).toMatchObject({ reason: expect.any(TaskGivenUp) as TaskGivenUp });
    expect(await thread.run('answer')).toBeGreaterThan(0);
  });
});
