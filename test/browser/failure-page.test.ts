import { call } from '../support/api';
import { accessibilityFlaws, pageWidth } from '../support/browser';
import { useApi, useBrowser } from '../support/use';

const { api } = useApi();
const browser = useBrowser();

test('a reader who goes astray gets a page with a way back, at every width and in the dark', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 360, height: 640 } });
    const answer = await page.goto(`${api.url}/no-such-page`);
    expect(answer?.status()).toBe(404);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Page not found');
    expect(await page.getByRole('link', { name: 'Browse opportunities' }).getAttribute('href')).toBe('/opportunities');
    expect(await pageWidth(page)).toBeLessThanOrEqual(360);
    expect(await accessibilityFlaws(page)).toEqual([]);
    await page.close();
  }
});

test('a program that goes astray gets Problem Details at the same address', async () => {
  const answer = await call(api, 'GET', '/no-such-page');
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.body).toMatchObject({ status: 404, code: 'not_found' });
});
