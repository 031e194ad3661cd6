import { busiest, type CpuProfile } from '../../tools/bench/profile/cpu-profile';
import { summaryOf } from '../../tools/bench/profile/profiles';

const frame = (functionName: string, url: string, lineNumber = 0) => ({ functionName, url, lineNumber });
const PROFILE: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame('(root)', '') },
    { id: 2, callFrame: frame('(idle)', '') },
    { id: 3, callFrame: frame('(garbage collector)', '') },
    { id: 4, callFrame: frame('check', 'file:///srv/dist/activities/check.js', 6) },
    { id: 5, callFrame: frame('', 'file:///srv/node_modules/@scope/kit/node_modules/pg/lib/client.js', 9) },
    // The same function, called from elsewhere.
    { id: 6, callFrame: frame('check', 'file:///srv/dist/activities/check.js', 6) },
    { id: 7, callFrame: frame('emit', 'node:events', 470) },
    { id: 8, callFrame: frame('write', 'file:///srv/node_modules/@scope/kit/index.js', 1) },
  ],
  // Each sample lasts until the next: the last has no end.
  samples: [1, 4, 2, 5, 6, 3, 7, 8, 4],
  timeDeltas: [0, 500, 2_000, 90_000, 1_000, 3_000, 4_000, 1_000, 500],
};

test('a profile says which functions took most by themselves, whoever called them, and leaves idle time out', () => {
  const { busyMs, functions } = busiest(PROFILE);

  expect(busyMs).toBe(11.5);
  expect(functions.map(({ name, where, ms }) => [name, where, ms])).toEqual([
    ['check', 'activities/check.js:7', 5],
    ['(garbage collector)', '', 4],
    ['(anonymous)', 'pg/lib/client.js:10', 1],
    ['emit', 'node:events:471', 1],
    ['write', '@scope/kit/index.js:2', 0.5],
  ]);
  expect(functions[0]!.share).toBeCloseTo(5 / 11.5);
});

test('a profile is summed by package, ours and those of Node and V8 among them', () => {
  const { packages } = busiest(PROFILE);

  expect(packages.map(({ name, ms }) => [name, ms])).toEqual([
    ['ours', 5],
    ['(garbage collector)', 4],
    ['pg', 1],
    ['node', 1],
    ['@scope/kit', 0.5],
  ]);
});

test('the summary of a thread lists ten functions at most', () => {
  const nodes = Array.from({ length: 30 }, (_, id) => ({
    id,
    callFrame: frame(`f${id}`, 'file:///srv/dist/a.js', id),
  }));
  const profile = { nodes, samples: nodes.map(({ id }) => id), timeDeltas: nodes.map(() => 1_000) };

  const lines = summaryOf('worker', busiest(profile)).split('\n');

  expect(lines[0]).toBe('worker: busy for 0.03 s');
  expect(lines.filter((line) => line.includes(' ms '))).toHaveLength(10);
});
