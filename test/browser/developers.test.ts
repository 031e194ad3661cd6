import type { Browser, Page } from 'playwright-core';
import { clientFiles } from '../../clients/packages/npm-packages';
import { allEndpoints } from '../../api/endpoints/table';
import { FAILURES } from '../../contracts/failures';
import { call, createCustomer } from '../support/api';
import { accessibilityFlaws, pageWidth } from '../support/browser';
import { useApi, useBrowser } from '../support/use';

const { db, api } = useApi();
const browser = useBrowser();

const PATHS = [
  '/developers',
  '/developers/clients',
  '/developers/errors',
  '/developers/webhooks',
  '/developers/versioning',
  '/docs',
  '/docs/runs',
  '/docs/evaluations',
  '/docs/try',
];

/** Opens a page and records the browser's errors and the hosts that it requested. */
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

test.each(PATHS.slice(0, -1))('%s has no flaw by WCAG that a machine can find, in light and dark', async (path) => {
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
  for (const path of PATHS.slice(0, 4)) {
    const { page } = await open(path);
    const links = await page.locator('main a').evaluateAll((all) => all.map((a) => (a as { href?: string }).href!));
    for (const href of links.filter((link) => link.startsWith(api.url))) {
      expect([href, (await fetch(href)).status]).toEqual([href, 200]);
    }
    await page.close();
  }
});

test('the reference is searched while somebody types, and without a script by its form', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await open('/docs', { javaScriptEnabled });
    const entries = page.locator('main .operations li');
    const all = allEndpoints(api.url).filter(({ internal }) => !internal);
    expect(await entries.count()).toBe(all.length);
    // A field of the body of one endpoint, and a failure that few have.
    await page.getByRole('searchbox').fill('pollAfterSeconds operatorProfile');
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Search' }).click();
    const shown = page.locator('main .operations li:visible');
    expect(await shown.allTextContents()).toEqual([
      expect.stringContaining('/v1/searches'),
      expect.stringContaining('/v1/sandbox/searches'),
    ]);
    expect(await page.getByRole('status').textContent()).toBe('2 endpoints');
    await shown.first().getByRole('link').click();
    await page.locator('#createSearch:target').waitFor();
    expect(await page.locator('#createSearch').textContent()).toContain('operatorProfile');
    await page.close();
  }
});

test('a link to an endpoint as the reference had it before leads to the endpoint', async () => {
  const { page } = await open('/docs#/runs/getRun');
  await page.waitForURL('**/docs/runs#getRun');
  expect(await page.locator(':target').getAttribute('id')).toBe('getRun');
  await page.close();
});

test('a request tried in the browser is answered', async () => {
  const { apiKey, accountId } = await createCustomer(db);
  const { page, complaints } = await open('/docs/try');
  await rendered(page);
  type Described = Record<'paths' | 'webhooks', Record<string, object>>;
  const { paths, webhooks } = (await call<Described>(api, 'GET', '/openapi/v1.json')).body;
  const operations = Object.values({ ...paths, ...webhooks }).flatMap((path) => Object.keys(path));
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

test('programs are tabs that remember the language, by mouse and keyboard; without a script all are shown', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${api.url}/developers`);
  const program = (id: string) => page.locator(`#${id}`);
  expect(await program('sample-0').isVisible()).toBe(true);
  await page.getByRole('tab', { name: 'Python' }).click();
  expect(await program('quick-start-python').isVisible()).toBe(true);
  expect(await program('sample-0').isVisible()).toBe(false);
  await page.getByRole('tab', { name: 'Python' }).press('ArrowLeft');
  expect(await program('quick-start').isVisible()).toBe(true);
  await page.reload();
  await page.getByRole('tab', { name: 'TypeScript', selected: true }).waitFor();
  expect(await accessibilityFlaws(page)).toEqual([]);
  await context.close();

  const { page: plain } = await open('/developers', { javaScriptEnabled: false });
  for (const id of ['sample-0', 'quick-start', 'quick-start-python']) {
    expect(await plain.locator(`#${id}`).isVisible()).toBe(true);
  }
  await plain.close();
});

test('our client works in a browser, from the origin of the API', async () => {
  const files = clientFiles();
  const { apiKey } = await createCustomer(db, { credits: 1 });
  const page = await browser.newPage();
  await page.route(`${api.url}/own-page/**`, (route) => {
    const [, file] = new URL(route.request().url()).pathname.split('/own-page/');
    if (!file) return route.fulfill({ contentType: 'text/html', body: OWN_PAGE });
    return route.fulfill({ contentType: 'text/javascript', body: files[`esm/${file}`]! });
  });
  await page.goto(`${api.url}/own-page/`);
  await page.waitForFunction('globalThis.loaded');
  const seen = await page.evaluate(
    async ([key, baseUrl]) => {
      const { createClient } = (
        globalThis as unknown as { loaded: typeof import('../../clients/typescript/src/index') }
      ).loaded;
      const noi = createClient({ apiKey: key!, baseUrl: baseUrl! });
      const idea = 'A weekly newsletter on retrofitting heat pumps for owners of old houses';
      const { runId, status } = await noi.runs.createEvaluation({ idea });
      const [first] = (await noi.runs.list()).data;
      const refused = (await noi.runs
        .createEvaluation({ idea })
        .wait()
        .then(String, (error) => error)) as object;
      return { same: first!.runId === runId, status, refused: { ...refused } };
    },
    [apiKey, api.url],
  );
  expect(seen).toMatchObject({ same: true, status: 'queued', refused: { status: 402, code: 'entitlement_required' } });
  await page.close();
});

const OWN_PAGE = `<!doctype html><title>Own page</title>
<script type="module">import * as client from '/own-page/index.js'; globalThis.loaded = client;</script>`;
