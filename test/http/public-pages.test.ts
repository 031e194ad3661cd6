import { randomUUID } from 'node:crypto';
import { sampleFindings } from '../../contracts/sample-findings';
import { ALL_OFFERS } from '../../domain/offers';
import { html } from '../../platform/html';
import { openDatabase } from '../../prisma/client';
import { recordEvidence } from '../../store/runs/record-evidence';
import { readResearchFigures } from '../../store/runs/research-figures';
import { call, createCustomer, createEvaluation, startApi } from '../support/api';
import { eventually } from '../support/eventually';
import { signIn } from '../support/people';
import { pagePaths } from '../support/routes';
import { complete } from '../support/runs';
import { offer } from '../support/shop';
import { useApi } from '../support/use';
import { createVictim } from '../support/victim';
import { MOST_PAGE_BYTES, wireBytes } from '../support/answers';

const { db, api } = useApi();
const open = (path: string, of = api) => call(of, 'GET', path, { headers: { accept: 'text/html' } });
const read = async (path: string, of = api) => (await open(path, of)).text;

test('front page, purchase page and llms.txt name each product with its price in the same words', async () => {
  await offer(db);
  const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
  const products = await db.prisma.product.findMany();
  const prices = products.flatMap(({ priceAmount, packPriceAmount }) => [priceAmount, packPriceAmount].map(dollars));
  const [front, buy, llms] = [await read('/'), await read('/buy'), await read('/llms.txt')];
  for (const { name, sentence, href } of ALL_OFFERS) {
    expect(front).toContain(html`${sentence}`.toString());
    expect(llms).toContain(`[${name}](${api.url}${href})`);
  }
  for (const price of prices) for (const page of [front, buy, llms]) expect(page).toContain(price);
  for (const { priceAmount, packPriceAmount } of products) expect(packPriceAmount).toBeLessThan(3 * priceAmount);
});

test('research figures are those of completed live runs, shown from twenty on', async () => {
  const judged = { supported: null, partly: null, unsupported: null };
  const researched = async () => {
    const { runId } = (await createEvaluation(api, await createCustomer(db, { credits: 1 }), randomUUID())).body;
    await recordEvidence(db, runId, { cited: 10, verified: 9, ...judged });
    await complete(db, runId, sampleFindings);
    return runId;
  };
  const page = async () => {
    // A process keeps its figures for a while.
    const fresh = await startApi(db);
    return read('/how-we-research', fresh).finally(() => fresh.close());
  };
  for (let i = 0; i < 19; i++) await researched();
  await db.pool.query(`UPDATE runs SET mode = 'test', cost_micros = 0 WHERE id = $1`, [await researched()]);
  expect(await page()).not.toContain('Measured');
  await researched();
  expect(await readResearchFigures(db)).toMatchObject([{ runs: 20, checked: { cited: 200, verified: 180 } }]);
  expect(await page()).toMatch(/Quotations found on their pages<\/dt>\s*<dd class="figure">90%/);
});

test('while the pool is taken, front page and catalog show their last good answer', async () => {
  const patience = { connectMs: 1_500, lockMs: 5_000, statementMs: 8_000, answerMs: 9_000 };
  const pooled = openDatabase(db.url, 3, { patience });
  const busy = await startApi({ ...db, ...pooled, close: () => Promise.resolve() });
  const paths = ['/', '/opportunities', '/opportunities?sort=price'];
  const before = [];
  for (const path of paths) {
    await eventually(path, async () => (await open(path, busy)).status === 200);
    before.push(await read(path, busy));
  }
  const held = await Promise.all(Array.from({ length: 3 }, () => pooled.pool.connect()));
  expect(await Promise.all(paths.map((path) => read(path, busy)))).toEqual(before);
  const narrowed = await open('/opportunities?q=heat%20pumps', busy);
  expect([narrowed.status, narrowed.text]).toEqual([503, expect.stringContaining('Try again')]);
  for (const client of held) client.release();
  await busy.close();
  await pooled.close();
});

test('every page weighs at most 100 kB over the wire before typefaces', async () => {
  const { email, owned } = await createVictim(api, db, 'live');
  const cookie = await signIn(api, db, email);
  const paths = pagePaths(owned).filter((path) => !/^\/(docs\/try|local|checkout)|\?/.test(path));
  expect(paths.length).toBeGreaterThan(50);
  const heavy: unknown[] = [];
  for (const path of paths) {
    const bytes = await wireBytes(api, path, cookie);
    if (bytes > MOST_PAGE_BYTES) heavy.push([path, bytes]);
  }
  expect(heavy).toEqual([]);
});
