import type { Browser, Page } from 'playwright-core';
import { listSitemapEntries } from '../../store/opportunities/sitemap-entries';
import { call, startApi } from '../support/api';
import { accessibilityFlaws, NOTHING_OF_US, openedSource, pageWeight, pageWidth } from '../support/browser';
import { writeReadyFile } from '../support/ready-file';
import { offer } from '../support/shop';
import { MOST_PAGE_BYTES } from '../support/wire-bytes';
import { useApi, useBrowser } from '../support/use';

const SELLER = {
  name: 'Heron & Sons <Ltd>',
  address: ['1 Quiet Lane', '10115 Berlin'],
  email: 'seller@example.com',
  register: 'HRB 1',
  taxId: 'DE1',
};
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
const PAGES = [...INDEXED, '/opportunities', '/buy', '/scan', '/sign-in', '/support', '/developers/design', '/local'];
const KILOBYTE = 1_000;

let opportunities: string[];
const ready = writeReadyFile({
  keys: { live: 'noi_live_sample', test: 'noi_test_sample' },
  account: { id: 'acc_sample', email: 'demo@noi.example' },
});
const { db, api } = useApi({ settings: { seller: SELLER, localReadyFile: ready.file } });
const browser = useBrowser();
beforeAll(async () => {
  opportunities = [await offer(db), await offer(db), await offer(db)];
});
afterAll(() => ready.remove());

async function opened<T>(
  path: string,
  options: Parameters<Browser['newPage']>[0],
  look: (page: Page, complaints: string[]) => Promise<T>,
): Promise<T> {
  const page = await browser.newPage({ baseURL: api.url, ...options });
  try {
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(path);
    return await look(page, complaints);
  } finally {
    await page.close();
  }
}

test.each(PAGES)(
  '%s is for everybody: 360 pixels, light and dark, no inline script or style, no flaw of access',
  async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await opened(path, { colorScheme, viewport: { width: 360, height: 740 } }, async (page, complaints) => {
        expect(await pageWidth(page)).toBe(360);
        expect(await accessibilityFlaws(page)).toEqual([]);
        // The sample is a document with its style inside, as every dossier.
        const inline = path === '/sample-dossier' ? 'script, [style]' : 'script:not([src]), style, [style]';
        expect(await page.locator(inline).count()).toBe(0);
        expect(complaints).toEqual([]);
      });
    }
  },
);

test('a visitor reads what is sold, at which price, and opens a sample dossier without an account', () =>
  opened('/', {}, async (page) => {
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('worth starting');
    const prices = await db.prisma.product.findMany();
    for (const { priceAmount } of prices) {
      expect(await page.getByText(`$${(priceAmount / 100).toFixed(2)}`).count()).toBeGreaterThan(0);
    }
    expect(await page.locator('a[href^="/opportunities/opp_"]').count()).toBe(3);
    await page.getByRole('link', { name: 'Open a sample dossier' }).click();
    await page.getByText('the form of every dossier, an invented idea').waitFor();
    expect(await page.locator('main').textContent()).toContain('none of its sources exist');
    expect(await openedSource(page)).toEqual(NOTHING_OF_US);
  }));

test('every link of the public pages leads to a page', async () => {
  const hrefs = new Set<string>();
  for (const path of INDEXED) {
    await opened(path, {}, async (page) => {
      const found = await page
        .locator('a[href^="/"]')
        .evaluateAll((links: { getAttribute(name: string): string }[]) =>
          links.map((link) => link.getAttribute('href')),
        );
      for (const href of found) hrefs.add(href.split('#')[0]!);
    });
  }
  expect(hrefs.size).toBeGreaterThan(20);
  const dead: string[] = [];
  for (const href of hrefs) if ((await fetch(api.url + href)).status >= 400) dead.push(href);
  expect(dead).toEqual([]);
});

test('legal pages name the seller of the settings, as text, and say so where nobody is named', async () => {
  for (const path of ['/imprint', '/terms', '/privacy']) {
    await opened(path, {}, async (page) => {
      const words = await page.locator('main').innerText();
      expect(words).toContain('Heron & Sons <Ltd>');
      expect(words).toContain('1 Quiet Lane');
    });
  }
  const nobody = { name: null, address: [], email: null, register: null, taxId: null };
  const bare = await startApi(db, { settings: { seller: nobody } });
  expect(await (await fetch(`${bare.url}/imprint`)).text()).toContain('has not said yet who sells');
  await bare.close();
});

test('consent is asked next to the rules: the order form and the free scan link them', async () => {
  await opened('/buy?product=idea_check', {}, async (page) => {
    for (const path of ['/terms', '/refunds', '/privacy']) {
      expect(await page.locator(`main a[href="${path}"]`).count()).toBeGreaterThan(0);
    }
  });
  await opened('/scan', {}, async (page) => {
    expect(await page.locator('main a[href="/privacy"]').count()).toBe(1);
  });
});

test('a public page describes itself to those who have not opened it; others ask not to be indexed', async () => {
  for (const path of INDEXED) {
    await opened(path, {}, async (page) => {
      const content = (selector: string) => page.locator(selector).getAttribute('content');
      expect(await content('meta[name=description]')).toMatch(/.{20}/);
      expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(api.url + path);
      const picture = await fetch((await content('meta[property="og:image"]'))!);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    });
  }
  await opened('/sign-in', {}, async (page) => {
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  });
  await opened('/', {}, async (page) => {
    // Two kinds of runs, one credit and three of them.
    expect(await page.locator('[itemtype="https://schema.org/Product"]').count()).toBe(4);
    expect(await page.locator('[itemprop=price]').first().getAttribute('content')).toMatch(/^\d+\.\d\d$/);
  });
  await opened('/opportunities', {}, async (page) => {
    expect(await page.locator('[itemtype="https://schema.org/ListItem"]').count()).toBe(3);
  });
  await opened(`/opportunities/${opportunities[0]}`, {}, async (page) => {
    expect(await page.locator('[itemprop=price]').getAttribute('content')).toBe('599.00');
    expect(await page.locator('[itemprop=availability]').getAttribute('href')).toBe('https://schema.org/InStock');
  });
});

test('crawlers find rules, a bounded sitemap without what is not on offer, and a contact for weaknesses', async () => {
  const text = async (path: string) => (await fetch(api.url + path)).text();
  expect(await text('/robots.txt')).toMatch(/Disallow: \/account[^]*Sitemap: http.*\/sitemap\.xml/);
  const sitemap = await text('/sitemap.xml');
  expect(sitemap).toContain(`<loc>${api.url}/</loc>`);
  for (const id of opportunities) expect(sitemap).toContain(`<loc>${api.url}/opportunities/${id}</loc>`);
  expect(sitemap).toContain(`<loc>${api.url}/docs/runs</loc>`);
  const hidden = await offer(db, 'test');
  expect(await text('/sitemap.xml')).not.toContain(hidden);
  expect((await listSitemapEntries(db, 2)).map(({ id }) => id)).toEqual(opportunities.toReversed().slice(0, 2));
  const security = await text('/.well-known/security.txt');
  expect(security).toMatch(/^Contact: mailto:/);
  const expires = new Date(/Expires: (.+)/.exec(security)![1]!).getTime() - Date.now();
  expect(expires).toBeGreaterThan(0);
  expect(expires).toBeLessThan(365 * 86_400_000);
  const icon = await fetch(`${api.url}/favicon.ico`);
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
});

test.each(PAGES)('%s weighs at most 100 kB over the wire before fonts, with nothing in the cache', (path) =>
  opened('/favicon.ico', {}, async (page) => {
    const bytes = await pageWeight(page, path);
    expect(bytes).toBeGreaterThan(KILOBYTE);
    expect(bytes).toBeLessThanOrEqual(MOST_PAGE_BYTES);
  }),
);

test('on a phone the navigation is folded and opens without a script', () =>
  opened('/', { javaScriptEnabled: false, viewport: { width: 390, height: 800 } }, async (page) => {
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Opportunities' });
    expect(await link.count()).toBe(0);
    await page.getByText('Menu', { exact: true }).click();
    await link.click();
    expect(new URL(page.url()).pathname).toBe('/opportunities');
  }));

test('times are in the zone of the reader, and in UTC, which they say, without a script', async () => {
  const shown = (options: object) =>
    opened('/developers/design', { timezoneId: 'Asia/Tokyo', ...options }, (page) =>
      page.locator('time').first().innerText(),
    );
  expect((await shown({})).replaceAll(' ', ' ')).toBe('Nov 22, 2026, 1:46 PM');
  expect(await shown({ javaScriptEnabled: false })).toBe('Nov 22, 2026, 4:46 AM UTC');
});

test('a table is a list of labelled values on a phone and keeps its meaning', () =>
  opened('/developers/design', { viewport: { width: 390, height: 800 } }, async (page) => {
    const table = page.getByRole('table', { name: 'Runs' });
    const label = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('[aria-label=Runs] td'), '::before').content`,
    );
    expect(label).toBe('"Title"');
    expect(await table.getByRole('row').count()).toBe(3);
  }));

test('style and scripts are compressed for who accepts it, and cached for good', async () => {
  const page = await (await fetch(`${api.url}/`)).text();
  const href = /href="(\/assets\/site\.css[^"]*)"/.exec(page)![1]!;
  const answer = await fetch(api.url + href, { headers: { 'accept-encoding': 'gzip' } });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(answer.headers.get('cache-control')).toContain('immutable');
  expect(await answer.text()).toContain('--accent:');
  const plain = await call(api, 'GET', href, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
});

test('files of pages count against no limit: readers behind one address keep the style of what they may read', async () => {
  const strict = await startApi(db, { limitsScale: 0.01 });
  const page = await (await fetch(`${strict.url}/terms`)).text();
  const href = /href="(\/assets\/site\.css[^"]*)"/.exec(page)![1]!;
  while ((await fetch(`${strict.url}/terms`)).status !== 429);
  const files = await Promise.all(Array.from({ length: 20 }, () => fetch(strict.url + href)));
  expect(new Set(files.map(({ status }) => status))).toEqual(new Set([200]));
  await strict.close();
});
