import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import AxeBuilder from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Starts a headless Chromium: `CHROMIUM_PATH`, one on the PATH, or the one that Playwright downloads. On a Debian machine
 * that has none it is installed, where the tests may.
 */
export async function startBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? findOnPath() ?? downloaded() ?? installed();
  // No sandbox: containers forbid it to root, and only our own pages are opened.
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

function findOnPath(): string | null {
  const folders = (process.env.PATH ?? '').split(':');
  const paths = NAMES.flatMap((name) => folders.map((folder) => `${folder}/${name}`));
  return paths.find((path) => existsSync(path)) ?? null;
}

function downloaded(): string | null {
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

function installed(): string {
  const way = 'Install Chromium (`npx playwright-core install chromium`), or name one in CHROMIUM_PATH.';
  if (process.getuid?.() !== 0) throw new Error(`No Chromium was found. ${way}`);
  try {
    // Two workers of Jest may want this at the same time: the second waits for the first.
    const apt = (...args: string[]) =>
      execFileSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], { stdio: 'pipe' });
    apt('update');
    apt('install', '--yes', '--no-install-recommends', 'chromium');
  } catch (cause) {
    throw new Error(`No Chromium was found and none could be installed. ${way}`, { cause });
  }
  const path = findOnPath();
  if (!path) throw new Error(`No Chromium was found. ${way}`);
  return path;
}

/** What axe finds wrong with a page by WCAG 2.2 A and AA, a line each; empty where it finds nothing. */
export async function accessibilityFlaws(page: Page): Promise<string[]> {
  // By evaluation, which the page's own policy for scripts does not stand against.
  await page.evaluate(AxeBuilder.source);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof AxeBuilder };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { violations } = await axe.run({ runOnly: { type: 'tag', values: tags } });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
}

/** Width in pixels that the page takes: above the window's, a reader has to scroll sideways. */
export function pageWidth(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth');
}
