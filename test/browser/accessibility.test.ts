/** Every page in the page table is accessible, fits a phone, and loads nothing from other sites. */
import type { BrowserContext, Page } from 'playwright-core';
import { createVictim, type Victim } from '../support/victim';
import { accessibilityFlaws, pageWidth } from '../support/browser';
import { signIn } from '../support/people';
import { writeReadyFile } from '../support/programs';
import { pagePaths } from '../support/routes';
import { CONSENTED, offer } from '../support/shop';
import { use, useBrowser, useSellingApi } from '../support/use';
import { create } from '../support/api';

const ready = writeReadyFile({
  keys: { live: 'noi_live_sample', test: 'noi_test_sample' },
  account: { id: 'acc_sample', email: 'demo@noi.example' },
});
afterAll(() => ready.remove());
const { db, api } = useSellingApi({ settings: { localReadyFile: ready.file } });
const browser = useBrowser();
const victim: Victim = use(() => createVictim(api, db, 'live'));
let paths: string[];
beforeAll(async () => {
  paths = await allPaths();
});

/** Shows Swagger UI, whose accessibility problems we cannot fix. */
const FOREIGN = '/docs/try';
const phone = { viewport: { width: 360, height: 740 } };
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

/** Paths of all pages, with IDs that the account owns. */
async function allPaths(): Promise<string[]> {
  const [offered, reserved] = [await offer(db), await offer(db)];
  const { body } = await create(api, `/v1/opportunities/${reserved}/purchase`, victim, 'reserved', CONSENTED);
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
  await page.goto(path);
  if ((await pageWidth(page)) > 360) complain(`${await pageWidth(page)} pixels`);
  const isDossier = path.endsWith('/dossier') || (await page.locator('meta[name=generator], .standing').count()) > 0;
  const inline = await page.locator('script:not([src]), style, [style]').count();
  if (inline > 0 && !isDossier && path !== FOREIGN) complain(`${inline} inline scripts and styles`);
  if (path !== FOREIGN && !isDossier) for (const flaw of await accessibilityFlaws(page)) complain(flaw);
  return flaws.map((flaw) => `${path}: ${flaw}`);
}

const AREAS = {
  'for developers': (path: string) => /^\/(developers|docs(\/(runs|evaluations|try))?$)/.test(path),
  'of the account': (path: string) => path.startsWith('/account'),
  'for visitors': (path: string) => !/^\/(developers|docs|account)/.test(path),
};
describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test.each(Object.entries(AREAS))(
    'pages %s have no flaws at 360 pixels',
    async (_, isPart) => {
      const [name, value] = (await signIn(api, db, victim.email)).split('=');
      const context = await browser.newContext({ ...phone, baseURL: api.url, colorScheme });
      await context.addCookies([{ name: name!, value: value!, url: api.url }]);
      // A waiting page reloads itself, which would disturb a measurement.
      await context.route('**/assets/look-again.js*', (route) => route.fulfill({ body: '' }));
      const part = paths.filter(isPart);
      expect(part.length).toBeGreaterThan(6);
      expect(await flawsOfAll(context, part)).toEqual([]);
      await context.close();
    },
    600_000,
  );
});

test('pages for signed-out visitors have no flaws', async () => {
  const context = await browser.newContext({ ...phone, baseURL: api.url });
  const open = ['/sign-in', '/forgot-password', '/scan', '/support', '/buy?product=idea_check'];
  expect(await flawsOfAll(context, open)).toEqual([]);
  await context.close();
});

async function flawsOfAll(context: BrowserContext, some: readonly string[]): Promise<string[]> {
  const flaws: string[] = [];
  for (const path of some) {
    const page = await context.newPage();
    flaws.push(...(await flawsOf(page, path)));
    await page.close();
  }
  return flaws;
}
