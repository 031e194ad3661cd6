import { remember } from '../../clients/cli/remembered';

test('who listens for long remembers the latest events and no more of them than it said', () => {
  const seen = remember(3);
  seen.add(['a', 'b', 'c']);
  seen.add(['b', 'd']);
  expect(['a', 'b', 'c', 'd'].map((id) => seen.has(id))).toEqual([false, true, true, true]);
  seen.add(Array.from({ length: 1_000 }, (_, index) => `${index}`));
  expect(['d', '996', '997', '999'].map((id) => seen.has(id))).toEqual([false, false, true, true]);
});
