/** `npm run screenshots`: every page at the width of a phone and a desktop, light and dark, as pictures to look at. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { ReadyFile } from '../../local/ready-file';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { startBrowser } from '../../test/support/browser';
import { changesInWords, fileNames, shareChanged, type Changes } from './compare';
import { PUBLIC_PAGES } from './pages';
import { startProduct } from './product';
import { SCENES } from './scenes';
import { livedPages } from './story';

const VIEWS = [390, 1440].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })));
/** Folder of the pictures of the last time. */
const LAST = 'last';
const FRAME_DRAWN_WITHIN_MS = 1_000;
const HELP = `
Starts a product with empty data in a folder of its own below LOCAL_DIR (by default .local) and stops it. A customer
researches, buys, cancels and is refused; then every page is visited, and what its forms answer.
The pictures of the last time are kept in last/ below the folder, and what changed since is said, with the share of the
pixels; times and ids change each time.
Exits 1 where a page is wider than its window, says an error to the console, or was not reached.`;

async function main(): Promise<number> {
  const command = new Command('npm run screenshots --')
    .description('Writes a picture of every page.')
    .option('--into <folder>', 'where the pictures go', join(PACKAGE_ROOT, 'screenshots'))
    .option('--only <text>', 'only paths and scenes that contain this text')
    .addHelpText('after', HELP)
    .parse();
  const { into, only = '' } = command.opts<{ into: string; only?: string }>();
  const folder = resolve(into);
  mkdirSync(join(folder, LAST), { recursive: true });
  const product = await startProduct();
  const browser = await startBrowser();
  try {
    const lived = await livedPages(product.ready);
    const session = await sessionOf(browser, product.ready);
    const visits = [
      ...[...PUBLIC_PAGES, ...lived].map((path) => ({
        as: path,
        signedIn: isOwn(path),
        act: (page: Page) => page.goto(path),
      })),
      ...SCENES,
    ].filter(({ as }) => as.includes(only));
    const flaws: string[] = [];
    const changes: Changes = new Map();
    const names = fileNames(visits.map(({ as }) => as));
    const comparing = await browser.newPage();
    const keep = async (name: string, picture: Buffer) => {
      changes.set(name, await kept(comparing, folder, name, picture));
    };
    for (const visit of visits) {
      flaws.push(...(await shoot(browser, product.ready, session, names.get(visit.as)!, keep, visit)));
    }
    process.stdout.write(`${visits.length * VIEWS.length} pictures of ${visits.length} pages are in ${folder}\n`);
    for (const line of changesInWords(changes)) process.stdout.write(`${line}\n`);
    for (const flaw of flaws) process.stdout.write(`${flaw}\n`);
    return flaws.length === 0 ? 0 : 1;
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Keeps a picture, and in `last/` the one of the last time; returns the share that changed, null where it is new. */
async function kept(page: Page, folder: string, name: string, picture: Buffer): Promise<number | null> {
  const file = join(folder, `${name}.png`);
  const last = existsSync(file) ? readFileSync(file) : null;
  if (last) renameSync(file, join(folder, LAST, `${name}.png`));
  writeFileSync(file, picture);
  return last && shareChanged(page, last, picture);
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;
const isOwn = (path: string) => path.startsWith('/account');

/** Signs in as the seeded account. */
async function sessionOf(browser: Browser, { api }: ReadyFile): Promise<Session> {
  const context = await browser.newContext({ baseURL: api });
  const page = await context.newPage();
  await page.goto('/local');
  await page.getByRole('button', { name: /^Sign in as/ }).click();
  await page.waitForURL('**/account');
  const session = await context.storageState();
  await context.close();
  return session;
}

/** Visits once and takes all views of it: what a form answered cannot be loaded again. */
async function shoot(
  browser: Browser,
  ready: ReadyFile,
  session: Session,
  name: string,
  keep: (name: string, picture: Buffer) => Promise<void>,
  { as, signedIn, act }: { as: string; signedIn: boolean; act(page: Page, ready: ReadyFile): Promise<unknown> },
): Promise<string[]> {
  const context = await browser.newContext({ baseURL: ready.api, ...(signedIn && { storageState: session }) });
  const page = await context.newPage();
  const flaws: string[] = [];
  page.on('pageerror', (error) => flaws.push(`${as}: ${error.message}`));
  try {
    await act(page, ready);
    for (const { width, scheme } of VIEWS) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await painted(page);
      const across = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (across > width) flaws.push(`${as}: ${across} pixels wide at ${width}`);
      await keep(`${name}-${width}-${scheme}`, await page.screenshot({ fullPage: true, animations: 'disabled' }));
    }
  } catch (error) {
    flaws.push(`${as}: ${(error as Error).message.split('\n')[0]}`);
  } finally {
    await context.close();
  }
  return flaws;
}

/** Waits until page and frames have their typefaces and were drawn in the new view. */
async function painted(page: Page): Promise<void> {
  const drawn = `document.fonts.ready.then(() => new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))))`;
  // A frame that runs no scripts, such as that of a dossier, may never say so: it is drawn for the picture all the same.
  for (const frame of page.frames()) await Promise.race([frame.evaluate(drawn), sleep(FRAME_DRAWN_WITHIN_MS)]);
}

void main().then(
  (code) => process.exit(code),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  },
);
