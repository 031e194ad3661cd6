import type { Browser, Page } from 'playwright-core';
import { FAILURES } from '../../contracts/failures';
import { call, createCustomer, startApi, type TestApi } from '../support/api';
import { accessibilityFlaws, pageWidth, startBrowser } from '../support/browser';
import { createTestDatabase, type TestDatabase } from '../support/database';

let db: TestDatabase;
let api: TestApi;
let browser: Browser;
beforeAll(async () => {
  db = await createTestDatabase();
  [api, browser] = await Promise.all([startApi(db), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await api.close();
  await db.close();
});

const PATHS = ['/developers', '/developers/errors', '/developers/webhooks', '/docs'];

/** Opens a page of ours and notes what the browser refused or complained of, and where it asked for something. */
async function open(path: string, options: Parameters<Browser['newPage']>[0] = {}) {
  const page = await browser.newPage(options);
  const complaints: string[] = [];
  const origins = new Set<string>();
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => request.url().startsWith('http') && origins.add(new URL(request.url()).origin));
  await page.goto(`${api.url}${path}`, { waitUntil: 'networkidle' });
  return { page, complaints, origins };
}

const rendered = (page: Page) => page.locator('.opblock').first().waitFor();

test.each(PATHS)('%s can be read on a phone and in the dark, by everybody, and loads from us only', async (path) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, complaints, origins } = await open(path, { colorScheme, viewport: { width: 360, height: 720 } });
    expect([...origins]).toEqual([api.url]);
    expect(complaints).toEqual([]);
    expect(await pageWidth(page)).toBeLessThanOrEqual(360);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBeGreaterThan(0);
    await page.close();
  }
});

test.each(PATHS.slice(0, 3))('%s has no flaw by WCAG that a machine can find, in light and dark', async (path) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await open(path, { colorScheme });
    expect(await accessibilityFlaws(page)).toEqual([]);
    await page.close();
  }
});

test('every code has its place on the errors page, where the type of a problem leads', async () => {
  const { page } = await open('/developers/errors');
  for (const code of Object.keys(FAILURES)) expect(await page.locator(`dt#${code}`).count()).toBe(1);
  const problem = (await call<{ type: string }>(api, 'GET', '/v1/runs')).body;
  await page.goto(problem.type);
  expect(await page.locator(':target').textContent()).toBe('missing_api_key');
  await page.close();
});

test('every link of the pages for developers leads somewhere', async () => {
  for (const path of PATHS.slice(0, 3)) {
    const { page } = await open(path);
    const links = await page.locator('main a').evaluateAll((all) => all.map((a) => (a as { href?: string }).href!));
    for (const href of links.filter((link) => link.startsWith(api.url))) {
      expect([href, (await fetch(href)).status]).toEqual([href, 200]);
    }
    await page.close();
  }
});

test('the reference shows every endpoint, and a request tried there is answered', async () => {
  const { apiKey, accountId } = await createCustomer(db);
  const { page, complaints } = await open('/docs');
  await rendered(page);
  const { paths } = (await call<{ paths: Record<string, object> }>(api, 'GET', '/openapi/v1.json')).body;
  const operations = Object.values(paths).flatMap((path) => Object.keys(path));
  expect(await page.locator('.opblock').count()).toBe(operations.length);

  await page.getByRole('button', { name: 'Authorize' }).first().click();
  await page.locator('.auth-container input').fill(apiKey);
  await page.locator('.auth-container').getByRole('button', { name: 'Apply credentials' }).click();
  await page.locator('.auth-container').getByRole('button', { name: 'Close' }).click();
  const account = page.locator('#operations-account-getAccount');
  await account.locator('.opblock-summary-control').click();
  await account.getByRole('button', { name: 'Try it out' }).click();
  await account.getByRole('button', { name: 'Execute' }).click();
  await account.getByText(accountId).first().waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});
