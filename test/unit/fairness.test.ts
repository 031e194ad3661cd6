import fc from 'fast-check';
import { createTurns } from '../../commands/delivery/turns';
import { createFairGate } from '../../platform/fair-gate';
import { HostTurns, siteOf, type Turn } from '../../providers/cited-pages/host-turns';

describe('fair gate', () => {
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

  test('bounds each owner and serves owners in turns', async () => {
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

  test('reports a failure and frees its place', async () => {
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

    test('do not come before each small work of others', async () => {
      expect(await orderOf('h100', 'h101', 'h102', 'a1', 'a2', 'a3')).toEqual([
        'h100',
        'a1',
        'a2',
        'a3',
        'h101',
        'h102',
      ]);
    });

    test('are not starved by newcomers', async () => {
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
});

describe('turns of deliveries', () => {
  test('owners take turns, each in its own order', () => {
    const turns = createTurns<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) turns.add(item[0]!, item);
    expect(turns.size()).toBe(6);
    const taken = Array.from({ length: 7 }, () => turns.take());
    expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', undefined]);
    expect(turns.size()).toBe(0);
  });

  test('loses nothing and lets nobody wait longer than one turn of each', () => {
    const anyItems = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 });
    fc.assert(
      fc.property(anyItems, (owners) => {
        const turns = createTurns<{ owner: string; i: number }>();
        owners.forEach((owner, i) => turns.add(owner, { owner, i }));
        const taken = owners.map(() => turns.take()!);
        expect(taken.map(({ i }) => i).sort((a, b) => a - b)).toEqual(owners.map((_, i) => i));
        const firsts = new Set(owners);
        expect(new Set(taken.slice(0, firsts.size).map(({ owner }) => owner))).toEqual(firsts);
      }),
    );
  });
});

describe('turns of cited sites', () => {
  const never = new AbortController().signal;
  const at = (site: string, owner = 'run_1'): Turn => ({ site, owner });

  /** A request that the test ends, and the number of those under way. */
  function requests() {
    const ends: (() => void)[] = [];
    let underWay = 0;
    let most = 0;
    const request = async () => {
      most = Math.max(most, ++underWay);
      await new Promise<void>((end) => ends.push(end));
      underWay -= 1;
    };
    const endAll = async (all: Promise<unknown>) => {
      const ended = setInterval(() => ends.shift()?.(), 0);
      await all.finally(() => clearInterval(ended));
    };
    return { request, endAll, begun: () => underWay, most: () => most };
  }

  test('asks one site one request at a time', async () => {
    const turns = new HostTurns(0);
    const { request, endAll, most } = requests();
    const all = Promise.all(Array.from({ length: 100 }, () => turns.take(at('example.test'), never, request)));
    await endAll(all);
    expect(most()).toBe(1);
  });

  test('asks up to 64 sites at once', async () => {
    const turns = new HostTurns(0);
    const { request, endAll, begun } = requests();
    const all = Promise.all(
      Array.from({ length: 80 }, (_, i) => turns.take(at(`site-${i}.test`, `run_${i % 4}`), never, request)),
    );
    await new Promise(setImmediate);
    expect(begun()).toBe(64);
    await endAll(all);
    expect(begun()).toBe(0);
  });

  test('leaves half of all requests to other runs when sites stall', async () => {
    const turns = new HostTurns(0);
    const { request, endAll, begun } = requests();
    const stalled = Array.from({ length: 80 }, (_, i) => turns.take(at(`site-${i}.test`), never, request));
    await new Promise(setImmediate);
    expect(begun()).toBe(32);
    expect(await turns.take(at('other.test', 'run_2'), never, () => Promise.resolve('answered'))).toBe('answered');
    await endAll(Promise.all(stalled));
  });

  test('pauses between two requests to a site', async () => {
    const turns = new HostTurns(150);
    const times: number[] = [];
    const request = () => Promise.resolve(void times.push(performance.now()));
    await Promise.all([turns.take(at('a.test'), never, request), turns.take(at('a.test'), never, request)]);
    expect(times[1]! - times[0]!).toBeGreaterThan(140);
  });

  test('a canceled wait begins no request and blocks nobody', async () => {
    const turns = new HostTurns(0);
    const { request, endAll, begun } = requests();
    const first = turns.take(at('a.test'), never, request);
    const stopped = new AbortController();
    let asked = false;
    const second = turns.take(at('a.test'), stopped.signal, () => Promise.resolve((asked = true)));
    const third = turns.take(at('a.test'), never, () => Promise.resolve('done'));
    stopped.abort(new Error('stopped'));
    await expect(second).rejects.toThrow('stopped');
    expect(begun()).toBe(1);
    await endAll(first);
    expect(await third).toBe('done');
    expect(asked).toBe(false);
  });

  test.each([
    ['www.example.com', 'example.com'],
    ['a.b.c.example.com', 'example.com'],
    ['localhost', 'localhost'],
    ['192.0.2.7', '192.0.2.7'],
    ['[2001:db8::1]', '[2001:db8::1]'],
  ])('paces %s as %s', (host, site) => expect(siteOf(host)).toBe(site));
});
