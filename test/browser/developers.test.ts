import type { Browser } from 'playwright-core';
import { allEndpoints } from '../../api/endpoints/table';
import { clientFiles } from '../../clients/packages/packages';
import { call, createCustomer } from '../support/api';
import { useApi, useBrowser } from '../support/use';

const { db, api } = useApi();
const browser = useBrowser();

/** Opens a page and records the browser's errors. */
async function open(path: string, options: Parameters<Browser['newPage']>[0] = {}) {
  const page = await browser.newPage(options);
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${api.url}${path}`, { waitUntil: 'networkidle' });
  return { page, complaints };
}

test("a problem's type URL leads to its code on the errors page", async () => {
  const { page } = await open('/developers/errors');
  const problem = (await call<{ type: string }>(api, 'GET', '/v1/runs')).body;
  await page.goto(problem.type);
  expect(await page.locator(':target').textContent()).toBe('missing_api_key');
  await page.close();
});

test('the reference search works while typing, and as a form without scripts', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await open('/docs', { javaScriptEnabled });
    const entries = page.locator('main .operations li');
    const all = allEndpoints(api.url).filter(({ internal }) => !internal);
    expect(await entries.count()).toBe(all.length);
    // Search for a body field of one endpoint and for a rare failure.
    await page.getByRole('searchbox').fill('pollAfterSeconds operatorProfile');
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Search' }).click();
    const shown = page.locator('main .operations li:visible');
    const paths = ['/v1/searches', '/v1/searches/batch', '/v1/sandbox/searches', '/v1/sandbox/searches/batch'];
    expect(await shown.allTextContents()).toEqual(paths.map((path) => expect.stringMatching(`POST ${path}\\s`)));
    expect(await page.getByRole('status').textContent()).toBe('4 endpoints');
    await shown.first().getByRole('link').click();
    await page.locator('#createSearch:target').waitFor();
    expect(await page.locator('#createSearch').textContent()).toContain('operatorProfile');
    await page.close();
  }
});

test('a request sent from the reference gets its answer', async () => {
  const { apiKey, accountId } = await createCustomer(db);
  const { page, complaints } = await open('/docs/try');
  await page.locator('.opblock').first().waitFor();
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

test("our client works in a browser on the API's origin", async () => {
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
