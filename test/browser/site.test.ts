import type { Browser, Page } from 'playwright-core';
import { startApi } from '../support/api';
import { NOTHING_OF_US, openedSource } from '../support/browser';
import { offer } from '../support/shop';
import { useApi, useBrowser } from '../support/use';

const INDEXED = [
  '/',
  '/sample-dossier',
  '/how-we-research',
  '/terms',
  '/privacy',
  '/refunds',
  '/imprint',
  '/developers',
];
const { db, api } = useApi();
const browser = useBrowser();
let opportunities: string[];
beforeAll(async () => {
  opportunities = [await offer(db), await offer(db), await offer(db)];
});

const read = async (path: string, of: { url: string } = api) => (await fetch(of.url + path)).text();
const matchesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);
const styleOf = (html: string) => matchesOf(html, /href="(\/assets\/site\.css[^"]*)"/g)[0]!;

async function opened<T>(
  path: string,
  options: Parameters<Browser['newPage']>[0],
  look: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await browser.newPage({ baseURL: api.url, ...options });
  await page.goto(path);
  return look(page).finally(() => page.close());
}

test('a visitor sees prices and offers and opens a sample dossier', () =>
  opened('/', {}, async (page) => {
    for (const { priceAmount } of await db.prisma.product.findMany())
      expect(await page.getByText(`$${priceAmount / 100}`).count()).toBeGreaterThan(0);
    expect(await page.locator('a[href^="/opportunities/opp_"]').count()).toBe(3);
    await page.getByRole('link', { name: 'Open the sample dossier' }).click();
    await page.getByText('the idea, sources and figures are invented').waitFor();
    expect(await openedSource(page)).toEqual(NOTHING_OF_US);
  }));

test('every link on public pages works, and each page has a description', async () => {
  const hrefs = new Set<string>();
  for (const path of INDEXED) {
    const html = await read(path);
    for (const href of matchesOf(html, /<a[^>]* href="(\/[^"#]*)/g)) hrefs.add(href.replaceAll('&amp;', '&'));
    expect([path, html]).toEqual([path, expect.stringContaining(`rel="canonical" href="${api.url}${path}"`)]);
    expect(html).toMatch(/<meta name="description" content="[^"]{20}[^]*property="og:image"/);
  }
  expect(hrefs.size).toBeGreaterThan(20);
  const dead: string[] = [];
  for (const href of hrefs) if ((await fetch(api.url + href)).status >= 400) dead.push(href);
  expect(dead).toEqual([]);
  expect(await read('/sign-in')).toContain('<meta name="robots" content="noindex" />');
});

test('the order form and the free scan link to the terms, which name the seller', async () => {
  const order = await read('/buy?product=idea_check');
  for (const path of ['/terms', '/refunds', '/privacy']) expect(order).toContain(`href="${path}"`);
  expect(await read('/scan')).toContain('href="/privacy"');
  expect(await read('/imprint')).toContain('has not named the seller yet');
  const seller = { name: 'Heron & Sons', address: ['1 Quiet Lane'], email: null, register: null, taxId: null };
  const named = await startApi(db, { settings: { seller } });
  for (const path of ['/imprint', '/terms', '/privacy']) expect(await read(path, named)).toContain('Heron &amp; Sons');
  await named.close();
});

test('crawlers find robots.txt, a sitemap of the catalog, and a security contact', async () => {
  expect(await read('/robots.txt')).toMatch(/Disallow: \/account[^]*Sitemap: http.*\/sitemap\.xml/);
  const sitemap = await read('/sitemap.xml');
  for (const path of ['/', '/docs/runs', ...opportunities.map((id) => `/opportunities/${id}`)])
    expect(sitemap).toContain(`<loc>${api.url}${path}</loc>`);
  const security = await read('/.well-known/security.txt');
  expect(security).toMatch(/^Contact: mailto:/);
  const expires = new Date(/Expires: (.+)/.exec(security)![1]!).getTime() - Date.now();
  expect([expires > 0, expires < 365 * 86_400_000]).toEqual([true, true]);
});

test('the folded phone navigation opens without scripts', () =>
  opened('/', { javaScriptEnabled: false, viewport: { width: 390, height: 800 } }, async (page) => {
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Opportunities' });
    expect(await link.count()).toBe(0);
    await page.getByText('Menu', { exact: true }).click();
    await link.click();
    expect(new URL(page.url()).pathname).toBe('/opportunities');
  }));

test('the catalog can be sorted and filtered by clicks without scripts', () =>
  opened('/opportunities', { javaScriptEnabled: false }, async (page) => {
    await page.getByRole('navigation', { name: 'Order' }).getByRole('link', { name: 'Lowest price' }).click();
    await page.getByRole('button', { name: 'Search' }).click();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('price');
  }));

test('times are in the reader’s zone, and in UTC without scripts', async () => {
  const shown = (options: object) =>
    opened('/developers/design', { timezoneId: 'Asia/Tokyo', ...options }, (page) =>
      page.locator('time').first().innerText(),
    );
  expect((await shown({})).replaceAll(' ', ' ')).toBe('Nov 22, 2026, 1:46 PM');
  expect(await shown({ javaScriptEnabled: false })).toBe('Nov 22, 2026, 4:46 AM UTC');
});

test('page assets are compressed, cached permanently and not rate limited', async () => {
  const strict = await startApi(db, { limitsScale: 0.01 });
  const href = styleOf(await read('/terms', strict));
  while ((await fetch(`${strict.url}/terms`)).status !== 429);
  const answer = await fetch(strict.url + href, { headers: { 'accept-encoding': 'gzip' } });
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'gzip']);
  expect(answer.headers.get('cache-control')).toContain('immutable');
  await strict.close();
});
