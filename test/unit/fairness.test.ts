import fc from 'fast-check';
import { createFairGate } from '../../base/fair-gate';
import { HostTurns, type Turn } from '../../vendors/cited-pages/host-turns';

const turnOver = () => new Promise(setImmediate);

describe('a fair gate', () => {
  /** Named tasks that the test completes; `begun` lists them in the order they started. */
  function works() {
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const end = async (name: string) => {
      ends.get(name)!();
      await turnOver();
    };
    const named = (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    };
    return { begun, end, named };
  }

  test('limits each owner and serves owners in turn', async () => {
    const gate = createFairGate({ atOnce: 3, perOwner: 2, now: () => 0 });
    const { begun, end, named } = works();
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => gate.through(name[0]!, named(name)));
    await turnOver();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    for (const name of ['b1', 'a1', 'a2', 'b2', 'a3', 'c1', 'a4']) await end(name);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'a3', 'c1', 'a4']);
    await Promise.all(all);
  });

  test('does not starve an owner behind newcomers', async () => {
    let clock = 0;
    const gate = createFairGate({ atOnce: 1, perOwner: 1, now: () => clock });
    const { begun, end, named } = works();
    const all = [gate.through('h', named('h1')), gate.through('h', named('h2'))];
    for (let i = 0; i < 20 && !begun.includes('h2'); i++) {
      all.push(gate.through(`n${i}`, named(`n${i}`)));
      await turnOver();
      clock += begun.at(-1) === 'h1' ? 50 : 10;
      await end(begun.at(-1)!);
    }
    expect(begun).toContain('h2');
    for (let i = begun.indexOf('h2'); i < begun.length; i++) await end(begun[i]!);
    await Promise.all(all);
  });
});

test('delivers in turn: nothing is lost or waits longer than one delivery per owner', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 }), async (owners) => {
      const gate = createFairGate({ atOnce: 1, perOwner: 1, now: () => 0 });
      const taken: { owner: string; i: number }[] = [];
      const first = gate.through('first', turnOver);
      const others = owners.map((owner, i) => gate.through(owner, async () => void taken.push({ owner, i })));
      await Promise.all([first, ...others]);
      expect(taken.map(({ i }) => i).sort((a, b) => a - b)).toEqual(owners.map((_, i) => i));
      const all = new Set(owners);
      expect(new Set(taken.slice(0, all.size).map(({ owner }) => owner))).toEqual(all);
      for (const owner of all) {
        const own = taken.filter((each) => each.owner === owner).map(({ i }) => i);
        expect(own).toEqual(own.toSorted((a, b) => a - b));
      }
    }),
  );
});

describe('requests to cited sites', () => {
  const never = new AbortController().signal;
  const at = (site: string, owner = 'run_1'): Turn => ({ site, owner });

  /** Requests that the test completes, and the number of open ones. */
  function requests() {
    const ends: (() => void)[] = [];
    let underWay = 0;
    let most = 0;
    const request = async () => {
      most = Math.max(most, ++underWay);
      await new Promise<void>((end) => ends.push(end));
      underWay -= 1;
    };
    const endAll = async (all: Promise<unknown>[]) => {
      const ended = setInterval(() => ends.shift()?.(), 0);
      await Promise.all(all).finally(() => clearInterval(ended));
    };
    return { request, endAll, begun: () => underWay, most: () => most };
  }

  test.each([
    [4, 64],
    [1, 32],
  ])('of %i runs reach at most %i sites at once', async (runs, most) => {
    const turns = new HostTurns(0);
    const { request, endAll, begun } = requests();
    const all = Array.from({ length: 80 }, (_, i) => turns.take(at(`${i}.test`, `run_${i % runs}`), never, request));
    await turnOver();
    expect(begun()).toBe(most);
    await endAll(all);
  });
});
