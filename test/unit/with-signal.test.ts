import { getEventListeners } from 'node:events';
import { withSignal } from '../../platform/with-signal';

const reasonOf = (signal: AbortSignal) =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(signal.reason);
    else signal.addEventListener('abort', () => resolve(signal.reason));
  });

test('work gets the first signal that aborts, with its reason', async () => {
  const [stop, cancel] = [new AbortController(), new AbortController()];
  const seen = withSignal([stop.signal, cancel.signal], reasonOf);

  cancel.abort('canceled');
  stop.abort('stopped');

  expect(await seen).toBe('canceled');
  expect(await withSignal([new AbortController().signal, stop.signal], reasonOf)).toBe('stopped');
});

test('a signal that outlives the work keeps nothing of it, however the work ends', async () => {
  const stop = new AbortController();

  await withSignal([stop.signal], async () => 'done');
  await expect(withSignal([stop.signal], () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');

  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});

test('where one part of the work fails, the others are aborted', async () => {
  const failure = new Error('no room');
  let aborted: Promise<unknown> | undefined;
  const work = (signal: AbortSignal) => {
    aborted = reasonOf(signal);
    return Promise.all([aborted, Promise.reject(failure)]);
  };

  await expect(withSignal([new AbortController().signal], work)).rejects.toBe(failure);

  expect(await aborted).toBe(failure);
});

test('as much work as a worker has at once shares one signal, without a warning of a leak', async () => {
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
