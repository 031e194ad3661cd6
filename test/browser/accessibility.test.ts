/** Every page of the table: accessible, as wide as a phone, and without anything of other sites. */
import type { Page } from 'playwright-core';
import { createVictim, type Victim } from '../support/victim';
import { accessibilityFlaws, pageWidth } from '../support/browser';
import { signIn } from '../support/people';
import { writeReadyFile } from '../support/programs';
import { pagePaths } from '../support/pages';
import { CONSENTED, offer } from '../support/shop';
import { use, useBrowser, useSellingApi } from '../support/use';
import { call } from '../support/api';

const ready = writeReadyFile({
  keys: { live: 'noi_live_sample', test: 'noi_test_sample' },
  account: { id: 'acc_sample', email: 'demo@noi.example' },
});
afterAll(() => ready.remove());
const { db, api } = useSellingApi({ settings: { localReadyFile: ready.file } });
const browser = useBrowser();
const victim: Victim = use(() => createVictim(api, db, 'live'));

/** Swagger UI is not ours to mend. */
const FOREIGN = '/docs/try';
const MORE = [
  '/no-such-page',
  '/opportunities?sort=price',
  '/opportunities?q=nothing+at+all',
  '/opportunities?maxPrice=cheap&minScore=101',
  '/buy?product=custom_search',
  '/buy?product=idea_check&quantity=3',
  '/account/runs?status=failed',
  '/account/runs/new?kind=custom_search',
];

/** Paths of all pages, with ids of what the account has. */
async function allPaths(): Promise<string[]> {
  const [offered, reserved] = [await offer(db), await offer(db)];
  const { body } = await call(api, 'POST', `/v1/opportunities/${reserved}/purchase`, {
    key: victim.apiKey,
    body: CONSENTED,
    headers: { 'idempotency-key': 'reserved' },
  });
  return [
    ...pagePaths(victim.owned),
    ...MORE,
    `/opportunities/${offered}`,
    `/opportunities/${reserved}`,
    `/checkout/success?session_id=${String(body.checkoutSessionId)}`,
    `/checkout/cancelled?order=${String(body.orderId)}`,
  ];
}

async function flawsOf(page: Page, path: string): Promise<string[]> {
  const flaws: string[] = [];
  const complain = (text: string) => void flaws.push(text);
  page.on('pageerror', ({ message }) => complain(message));
  page.on(
    'console',
    (said) => said.type() === 'error' && !said.text().includes('status of 4') && complain(said.text()),
  );
  page.on('request', (asked) => /^http/.test(asked.url()) && !asked.url().startsWith(api.url) && complain(asked.url()));
  await page.goto(path, { waitUntil: 'networkidle' });
  if ((await pageWidth(page)) > 360) complain(`${await pageWidth(page)} pixels`);
  const isDossier = (await page.locator('meta[name=generator], .standing').count()) > 0;
  const inline = await page.locator('script:not([src]), style, [style]').count();
  if (inline > 0 && !isDossier && path !== FOREIGN) complain(`${inline} inline scripts and styles`);
  if (path !== FOREIGN && !isDossier) for (const flaw of await accessibilityFlaws(page)) complain(flaw);
  return flaws.map((flaw) => `${path}: ${flaw}`);
}

test.each(['light', 'dark'] as const)('every page is without flaws in %s at 360 pixels', async (colorScheme) => {
  const [name, value] = (await signIn(api, db, victim.email)).split('=');
  const context = await browser.newContext({ baseURL: api.url, viewport: { width: 360, height: 740 }, colorScheme });
  await context.addCookies([{ name: name!, value: value!, url: api.url }]);
  const paths = await allPaths();
  expect(paths).toEqual(expect.arrayContaining(['/', '/account', '/developers', '/docs/runs', '/sample-dossier']));
  const flaws: string[] = [];
  for (const path of paths) {
    const page = await context.newPage();
    flaws.push(...(await flawsOf(page, path)));
    await page.close();
  }
  expect(flaws).toEqual([]);
  await context.close();
});

test('the pages of who is not signed in are without flaws', async () => {
  const context = await browser.newContext({ baseURL: api.url, viewport: { width: 360, height: 740 } });
  const flaws: string[] = [];
  for (const path of [
    '/sign-in',
    '/sign-in/sent',
    '/forgot-password',
    '/scan',
    '/support',
    '/buy?product=idea_check',
  ]) {
    const page = await context.newPage();
    flaws.push(...(await flawsOf(page, path)));
    await page.close();
  }
  expect(flaws).toEqual([]);
  await context.close();
});
