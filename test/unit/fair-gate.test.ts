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

test('an owner occupies no more than its part; equals are served in turns, each in its order', async () => {
  const gate = createFairGate({ atOnce: 3, perOwner: 2, now: () => 0 });
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

describe('owners whose work takes longer', () => {
  /** Does works one at a time; `a1` takes 1 ms, `h100` 100. Returns the order in which they began. */
  async function orderOf(...names: string[]): Promise<string[]> {
    let clock = 0;
    const gate = createFairGate({ atOnce: 1, perOwner: 1, now: () => clock });
    const { begun, end, named } = works();
    const all = names.map((name) => gate.through(name[0]!, named(name)));
    await new Promise(setImmediate);
    for (let i = 0; i < names.length; i++) {
      clock += Number(begun[i]!.slice(1));
      await end(begun[i]!);
    }
    await Promise.all(all);
    return begun;
  }

  test('do not come before each small work of another', async () => {
    expect(await orderOf('h100', 'h101', 'h102', 'a1', 'a2', 'a3')).toEqual(['h100', 'a1', 'a2', 'a3', 'h101', 'h102']);
  });

  test('have as much time as owners of many small works', async () => {
    const small = Array.from({ length: 12 }, () => 'a10');
    const order = await orderOf('h50', 'h51', 'h52', ...small);
    expect(order.join(' ')).toMatch(/^h50( a10){5} (a10 )?h51( a10){4,6} h52/);
  });

  test('do not wait for ever behind those who come anew', async () => {
    let clock = 0;
    const gate = createFairGate({ atOnce: 1, perOwner: 1, now: () => clock });
    const { begun, end, named } = works();
    const heavy = [gate.through('h', named('h1')), gate.through('h', named('h2'))];
    let newcomers = 0;
    const come = () => heavy.push(gate.through(`n${newcomers}`, named(`n${newcomers++}`)));
    come();
    for (let i = 0; i < 20 && !begun.includes('h2'); i++) {
      come();
      await new Promise(setImmediate);
      clock += begun.at(-1) === 'h1' ? 50 : 10;
      await end(begun.at(-1)!);
    }
    expect(begun).toContain('h2');
    for (let i = begun.indexOf('h2'); i < begun.length; i++) await end(begun[i]!);
    await Promise.all(heavy);
  });
});
