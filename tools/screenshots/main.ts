/** `npm run screenshots`: takes a picture of every page at phone and desktop widths. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import type { BrowserContext } from 'playwright-core';
import { PACKAGE_ROOT } from '../../base/package-root';
import { createClient } from '../../clients/typescript/src/index';
import type { ReadyFile } from '../../local/files';
import { startBrowser } from '../../test/support/browser';
import { exitWith } from '../../test/support/exit-with';
import { withLocalProduct } from '../../test/support/real-parts';
import { CONSENTED, controlProvider } from '../../test/support/shop';

const WIDTHS = [390, 1440];
/** At most this many pictures of pages that differ only in IDs or filter values. */
const ALIKE = 2;
/** Pages that no page links to. */
const UNLINKED = ['/local', '/no-such-page', '/sign-in', '/forgot-password', '/scan', '/unsubscribe'];
const NO_PAGE =
  /\.(atom|pdf|zip|json|txt|md|xml|http|tgz|whl)$|^\/(openapi|v1|metrics)\b|\/(dossier|download|sign-out)/;

async function main(): Promise<number> {
  const { into, only } = new Command('npm run screenshots --')
    .description('Starts an empty product, researches and buys, and takes a screenshot of each page that it links.')
    .option('--into <folder>', 'folder for the screenshots', join(PACKAGE_ROOT, 'screenshots'))
    .option('--only <text>', 'only paths that contain this text', '')
    .parse()
    .opts<{ into: string; only: string }>();
  const folder = resolve(into);
  mkdirSync(folder, { recursive: true });
  const browser = await startBrowser();
  await withLocalProduct('screenshots', {}, async (ready) => {
    await research(ready);
    const context = await browser.newContext({ baseURL: ready.api });
    await signIn(context);
    await pictureAll(context, ready.api, folder, only);
  });
  await browser.close();
  return 0;
}

async function research({ api, keys, payments, account }: ReadyFile): Promise<void> {
  const noi = createClient({ apiKey: keys.live, baseUrl: api });
  const search = { operatorProfile: 'An editor of trade journals', expertise: ['heating'], candidateCount: 4 };
  const runs = [
    noi.runs.createEvaluation({ idea: 'A fortnightly letter on heat pumps for owners of old houses' }).wait(),
    noi.runs.createSearch(search).wait(),
  ];
  const { data } = await noi.opportunities.list();
  const { opportunityId } = data.find(({ availability }) => availability === 'available')!;
  const { checkoutSessionId } = await noi.opportunities.purchase(opportunityId, CONSENTED);
  await controlProvider(payments!).pay(checkoutSessionId!, { email: account.email });
  await Promise.all(runs);
}

async function signIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto('/local');
  await page.getByRole('button', { name: /^Sign in as/ }).click();
  await page.waitForURL('**/account');
  await page.close();
}

async function pictureAll(context: BrowserContext, api: string, folder: string, only: string): Promise<void> {
  const page = await context.newPage();
  const counts = new Map<string, number>();
  const paths = new Set(['/', '/account', ...UNLINKED]);
  let pictures = 0;
  for (const path of paths) {
    const kind = path
      .replaceAll(/=[^&]*/g, '')
      .replaceAll(/[a-z]+_\w{16,}/g, 'id')
      .replaceAll(/[^a-z0-9]+/gi, '-');
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count > ALIKE) continue;
    // A download is not a page.
    const isPage = await page.goto(path).then(
      () => true,
      () => false,
    );
    if (!isPage) continue;
    const links = await page.evaluate<string[]>("[...document.querySelectorAll('a[href]')].map(({ href }) => href)");
    for (const link of links.filter((one) => one.startsWith(api))) {
      const { pathname, search } = new URL(link);
      if (!NO_PAGE.test(pathname)) paths.add(pathname + search);
    }
    if (!path.includes(only)) continue;
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const name = `${kind.replaceAll(/^-|-$/g, '') || 'front'}-${count}-${width}.png`;
      await page.screenshot({ path: join(folder, name), fullPage: true, animations: 'disabled' });
      pictures += 1;
    }
  }
  process.stdout.write(`${pictures} screenshots are in ${folder}\n`);
}

exitWith(main());
