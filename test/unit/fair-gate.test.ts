import { createFairGate } from '../../platform/fair-gate';

/** Work whose end the test decides, by name; `begun` is the order in which it began. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    end: async (name: string) => {
      ends.get(name)!();
      await new Promise(setImmediate);
    },
    named: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    },
  };
}

test('an owner occupies no more than its part; the others are served in turns, each in its order', async () => {
  const gate = createFairGate({ atOnce: 3, perOwner: 2 });
  const { begun, end, named } = works();
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => gate.through(name[0]!, named(name)));
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(begun.slice(3)).toEqual(['b2']);
  // Room for the owner who has waited longest, then for the next one.
  await end('a1');
  expect(begun.slice(4)).toEqual(['a3']);
  await end('a2');
  expect(begun.slice(5)).toEqual(['c1']);
  await end('b2');
  expect(begun.slice(6)).toEqual(['a4']);
  for (const name of ['a3', 'c1', 'a4']) await end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
});

test('work that fails says so to whoever waits for it, and leaves its place', async () => {
  const gate = createFairGate({ atOnce: 1, perOwner: 1 });
  const failed = gate.through('a', () => Promise.reject(new Error('no')));
  const after = gate.through('a', () => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('no');
  expect(await after).toBe('done');
});
