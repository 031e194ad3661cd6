import { spawnSync } from 'node:child_process';
import { built } from '../../local/programs';
import { HostTurns, siteOf, type Turn } from '../../providers/cited-pages/host-turns';

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

test('a hundred citations of one site are a hundred requests one after another', async () => {
  const turns = new HostTurns(0);
  const { request, endAll, most } = requests();
  const all = Promise.all(Array.from({ length: 100 }, () => turns.take(at('example.test'), never, request)));
  await endAll(all);
  expect(most()).toBe(1);
});

test('a hundred citations that wait with one signal are no leak to Node', () => {
  const program = `
    const { HostTurns } = require(${JSON.stringify(built('providers/cited-pages/host-turns'))});
    const [turns, { signal }] = [new HostTurns(0), new AbortController()];
    Array.from({ length: 100 }, () => turns.take({ site: 'example.test', owner: 'run_1' }, signal, async () => {}));
  `;
  const { status, stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

test('sites do not wait for each other, up to the most that the process asks at once', async () => {
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

test('sites that stall for one run leave half of what the process asks at once to the others', async () => {
  const turns = new HostTurns(0);
  const { request, endAll, begun } = requests();
  const stalled = Array.from({ length: 80 }, (_, i) => turns.take(at(`site-${i}.test`), never, request));
  await new Promise(setImmediate);
  expect(begun()).toBe(32);
  expect(await turns.take(at('other.test', 'run_2'), never, () => Promise.resolve('answered'))).toBe('answered');
  await endAll(Promise.all(stalled));
});

test('between two requests to a site there is a pause, which counts from the end of the first', async () => {
  const turns = new HostTurns(150);
  const times: number[] = [];
  const request = () => Promise.resolve(void times.push(performance.now()));
  await Promise.all([turns.take(at('a.test'), never, request), turns.take(at('a.test'), never, request)]);
  expect(times[1]! - times[0]!).toBeGreaterThan(140);
});

test('whoever gives up waiting begins no request, and those behind have their turn', async () => {
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

test('a request that fails gives up its turn', async () => {
  const turns = new HostTurns(0);
  const failed = turns.take(at('a.test'), never, () => Promise.reject(new Error('broken')));
  await expect(failed).rejects.toThrow('broken');
  expect(await turns.take(at('a.test'), never, () => Promise.resolve('next'))).toBe('next');
});

test.each([
  ['www.example.com', 'example.com'],
  ['a.b.c.example.com', 'example.com'],
  ['news.site.co.uk', 'site.co.uk'],
  ['example.com', 'example.com'],
  ['localhost', 'localhost'],
  ['192.0.2.7', '192.0.2.7'],
  ['[2001:db8::1]', '[2001:db8::1]'],
])('%s is paced as %s', (host, site) => expect(siteOf(host)).toBe(site));
