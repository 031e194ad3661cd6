import { eventually } from '../support/eventually';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCitedPages, type CitedPages, type CitedPagesOptions } from '../../providers/cited-pages/cited-pages';
import { siteTurns } from '../../store/sites/site-turns';
import { useDatabase } from '../support/use';

const QUOTE = 'Rows in class: 1,152. Rows differing: 391.';
const URL_OF_PAGE = 'https://source.example/page';
const PAUSE_MS = 150;
/** The database's times are whole milliseconds, and timers fire up to one early. */
const ROUNDING_MS = 5;

interface Asked {
  asker: string;
  begun: number;
  ended: number;
}

let server: Server;
let asked: Asked[] = [];
let open: CitedPages[] = [];

const db = useDatabase();
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    const begun = performance.now();
    const asker = /\+http:\/\/(\w+)\./u.exec(request.headers['user-agent'] ?? '')?.[1] ?? '';
    setTimeout(() => {
      asked.push({ asker, begun, ended: performance.now() });
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${QUOTE}</p>`);
    }, 20);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
beforeEach(async () => {
  asked = [];
  await db.pool.query('DELETE FROM site_turns');
});
afterEach(async () => {
  await Promise.all(open.map((each) => each.close()));
  open = [];
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

/** The check of one process, named in what it asks with. */
function processNamed(name: string, options: Partial<CitedPagesOptions> = {}): CitedPages {
  const created = createCitedPages({
    publicUrl: `http://${name}.test`,
    sampleOrigin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pauseMs: PAUSE_MS,
    turns: siteTurns(db),
    turnPatienceMs: 60_000,
    ...options,
  });
  open.push(created);
  return created;
}

const never = new AbortController().signal;
const check = (process: CitedPages, signal = never) =>
  process
    .check({ url: URL_OF_PAGE, quotations: [QUOTE], owner: 'run_1' }, signal)
    .then(({ found }) => found[0]!.status);

/** Milliseconds between the end of each request and the beginning of the next, in order. */
function pauses(): number[] {
  return asked.slice(1).map(({ begun }, i) => begun - asked[i]!.ended);
}

test('two processes ask a site one at a time, with the pause in between', async () => {
  const [one, two] = [processNamed('one'), processNamed('two')];
  const checks = [one, two, one, two, one, two].map((process) => check(process));
  expect(await Promise.all(checks)).toEqual(Array(6).fill('verified'));
  expect(asked.map(({ asker }) => asker).toSorted()).toEqual(['one', 'one', 'one', 'two', 'two', 'two']);
  expect(Math.min(...pauses())).toBeGreaterThanOrEqual(PAUSE_MS - ROUNDING_MS);
});

test('a dead process keeps a site only until its claim ends', async () => {
  const before = performance.now();
  expect(await siteTurns(db).claim(URL_OF_PAGE, 'dead', 600)).toBe(0);
  expect(await check(processNamed('next'))).toBe('verified');
  expect(asked[0]!.begun - before).toBeGreaterThanOrEqual(600 - ROUNDING_MS);
});

describe('a process continues at its own pace', () => {
  const twice = (options: Partial<CitedPagesOptions>) => {
    const process = processNamed('alone', options);
    return Promise.all([check(process), check(process)]);
  };

  test('where the database does not answer in time', async () => {
    const tx = await db.pool.connect();
    await tx.query('BEGIN; LOCK TABLE site_turns');
    expect(await twice({ turnPatienceMs: 50 })).toEqual(['verified', 'verified']);
    expect(pauses()[0]).toBeGreaterThanOrEqual(PAUSE_MS - ROUNDING_MS);
    await tx.query('ROLLBACK');
    tx.release();
  });

  test('where the database refuses', async () => {
    const gone = { claim: () => Promise.reject(new Error('gone')), leave: () => Promise.reject(new Error('gone')) };
    expect(await twice({ turns: gone })).toEqual(['verified', 'verified']);
    expect(pauses()[0]).toBeGreaterThanOrEqual(PAUSE_MS - ROUNDING_MS);
  });
});

test('one of many claims gets a free site, and only its holder ends it', async () => {
  const turns = siteTurns(db);
  const waits = await Promise.all(
    Array.from({ length: 8 }, (_, i) => turns.claim('example.com', `holder-${i}`, 60_000)),
  );
  expect(waits.filter((wait) => wait === 0)).toHaveLength(1);
  expect(Math.min(...waits.filter((wait) => wait > 0))).toBeGreaterThanOrEqual(1);
  const winner = `holder-${waits.indexOf(0)}`;
  await turns.leave('example.com', 'somebody', 0);
  expect(await turns.claim('example.com', 'somebody', 60_000)).toBeGreaterThan(1);
  await turns.leave('example.com', winner, 0);
  // The clock of a virtual machine may step back by a little; who waits asks again, as the product does.
  await eventually('it is free', async () => (await turns.claim('example.com', 'somebody', 60_000)) === 0);
});
