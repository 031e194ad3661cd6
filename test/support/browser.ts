import { existsSync } from 'node:fs';
import AxeBuilder from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';
import { needProgram } from './programs';
import { closedAtEnd } from './leftovers';

/** The headless shell comes first because it uses less CPU and memory. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
] as const;

/** Starts a headless Chromium from `CHROMIUM_PATH`, Playwright's download, or an installed browser. */
export async function startBrowser(): Promise<Browser> {
  const downloaded = existsSync(chromium.executablePath()) && !process.env.CHROMIUM_PATH;
  const executablePath = downloaded ? chromium.executablePath() : needProgram('CHROMIUM_PATH', ...NAMES);
  // Chromium's sandbox does not work as root in a container, and we open only our own pages.
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  closedAtEnd(() => browser.close());
  return browser;
}

/** Presses a form's button and waits for the response, because reloading the page before that may fail. */
export async function submit(page: Page, button: string): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: button }).click();
  await answered;
}

/**
 * WCAG 2.2 A and AA violations that axe finds on a page, one per line; empty if there are none. In dark mode, checks
 * only contrast, because nothing else differs from light mode.
 */
export async function accessibilityFlaws(page: Page): Promise<string[]> {
  // Inject axe with `evaluate`, which the page's content security policy does not block.
  await page.evaluate(AxeBuilder.source);
  return page.evaluate(async () => {
    const { axe, matchMedia } = globalThis as unknown as InBrowser;
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const { violations } = await axe.run({
      runOnly: dark ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: tags },
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
}

interface InBrowser {
  axe: typeof AxeBuilder;
  matchMedia(query: string): { matches: boolean };
}

/** Opens every section that is collapsed on phones. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate('document.querySelectorAll("details").forEach((each) => (each.open = true))');
}

/**
 * Opens a source that the dossier on this page cites; a fake site loads instead of the real one. Returns what the new
 * tab can learn about us.
 */
export async function openedSource(page: Page): Promise<{ opener: unknown; referrer: unknown; tabs: number }> {
  const context = page.context();
  const ownHost = new URL(page.url()).host;
  await context.route(
    (url) => url.host !== ownHost,
    (route) => route.fulfill({ contentType: 'text/html', body: '<title>A source</title>' }),
  );
  const before = context.pages().length;
  await unfold(page);
  await page.locator('.cites button').first().click();
  const opening = context.waitForEvent('page');
  await page.locator('.source:popover-open a[href^=http]').click();
  const tab = await opening;
  await tab.waitForFunction('document.title === "A source"');
  const seen = { opener: await tab.evaluate('window.opener'), referrer: await tab.evaluate('document.referrer') };
  const tabs = context.pages().length - before;
  await tab.close();
  return { ...seen, tabs };
}

/** A source that a reader opens must learn nothing about us. */
export const NOTHING_OF_US = { opener: null, referrer: '', tabs: 1 };

/** Page width in pixels. If it exceeds the window's width, readers must scroll sideways. */
export function pageWidth(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth');
}
