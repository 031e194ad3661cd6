import { gzipSync } from 'node:zlib';
import type { OpportunityImport } from '../../contracts/opportunities';
import { sampleOpportunities, verifySamples } from '../../local/catalogue';
import { countPages } from '../../documents/count-pages';
import { importOpportunities } from '../../store/opportunities/import-opportunities';
import { accessibilityFlaws, pageWidth } from '../support/browser';
import { useApi, useBrowser } from '../support/use';

const { api, db } = useApi();
const browser = useBrowser();
/** Most that the page of the samples weighs as it is sent: text alone, fonts and style are shared. */
const HEAVIEST_BYTES = 20_000;

const live = (sampleOpportunities() as OpportunityImport[]).filter(({ mode }) => mode === 'live');

beforeAll(() => importOpportunities(db, sampleOpportunities(), verifySamples, countPages));

test('the catalog with its charts is accessible and fits at 390 and 1440 pixels, in light and dark', async () => {
  for (const width of [390, 1440]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, baseURL: api.url, colorScheme });
      await page.goto('/opportunities');
      const flaws = await accessibilityFlaws(page);
      expect({ width, colorScheme, flaws }).toEqual({ width, colorScheme, flaws: [] });
      expect(await pageWidth(page)).toBe(width);
      expect(await page.getByRole('img', { name: /^Scores from 0 to 100: Demand \d+/ }).count()).toBe(live.length);
      await page.close();
    }
  }
});

test('without JavaScript, a topic and an order are a click each, and the search keeps the order', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: api.url });
  const page = await context.newPage();
  await page.goto('/opportunities');
  await page.getByRole('navigation', { name: 'Order' }).getByRole('link', { name: 'Lowest price' }).click();
  const prices = (await page.locator('.card .price').allInnerTexts()).map((price) =>
    Number(price.replace(/[$,]/g, '')),
  );
  expect(prices.length).toBeGreaterThan(1);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  await page.getByRole('navigation', { name: 'Topics' }).getByRole('link').nth(1).click();
  expect(await page.getByRole('status').innerText()).toMatch(/match, cheapest first/);
  await page.getByRole('button', { name: 'Show' }).click();
  expect(new URL(page.url()).searchParams.get('sort')).toBe('price');
  await context.close();
});

test('the page of the catalog stays light, charts and all', async () => {
  const answer = await fetch(`${api.url}/opportunities`);
  expect(gzipSync(await answer.text()).byteLength).toBeLessThan(HEAVIEST_BYTES);
});
