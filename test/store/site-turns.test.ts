import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCitedPages } from '../../providers/cited-pages/cited-pages';
import { siteTurns } from '../../store/sites/site-turns';
import { eventually } from '../support/eventually';
import { use, useDatabase } from '../support/use';

const QUOTE = 'Rows in class: 1,152. Rows differing: 391.';
const URL_OF_PAGE = 'https://source.example/page';
const PAUSE_MS = 150;
/** The database's times are whole milliseconds, and timers fire up to one early. */
const ROUNDING_MS = 5;

let asked: { begun: number; ended: number }[] = [];
const db = useDatabase();
const site = use(async () => {
  const server: Server = createServer((request, response) => {
    if (request.url === '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    const begun = performance.now();
    setTimeout(() => {
      asked.push({ begun, ended: performance.now() });
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${QUOTE}</p>`);
    }, 20);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
});
beforeEach(async () => {
  asked = [];
  await db.pool.query('DELETE FROM site_turns');
});

test('two processes ask a site one at a time, with the pause in between', async () => {
  const pages = Array.from({ length: 2 }, () =>
    createCitedPages({
      publicUrl: 'http://noi.test',
      sampleOrigin: site.origin,
      pauseMs: PAUSE_MS,
      turns: siteTurns(db),
      turnPatienceMs: 60_000,
    }),
  );
  const question = { url: URL_OF_PAGE, quotations: [QUOTE], owner: 'run_1' };
  const checks = [...pages, ...pages].map((page) => page.check(question, new AbortController().signal));
  for (const { found } of await Promise.all(checks)) expect(found[0]!.status).toBe('verified');
  await Promise.all(pages.map((page) => page.close()));
  const pauses = asked.slice(1).map(({ begun }, i) => begun - asked[i]!.ended);
  expect(pauses).toHaveLength(3);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(PAUSE_MS - ROUNDING_MS);
});

test('one of many claims gets a free site, and only its holder ends it', async () => {
  const turns = siteTurns(db);
  const claims = Array.from({ length: 8 }, (_, i) => turns.claim('example.com', `holder-${i}`, 60_000));
  const waits = await Promise.all(claims);
  expect(waits.filter((wait) => wait === 0)).toHaveLength(1);
  await turns.leave('example.com', 'somebody', 0);
  expect(await turns.claim('example.com', 'somebody', 60_000)).toBeGreaterThan(1);
  await turns.leave('example.com', `holder-${waits.indexOf(0)}`, 0);
  // The clock of a virtual machine may step back by a little; the product asks again, too.
  await eventually('it is free', async () => (await turns.claim('example.com', 'somebody', 60_000)) === 0);
});
