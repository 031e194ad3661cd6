import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startBrowser } from '../../test/support/browser';
import { withoutStyleSheets } from '../../test/support/mail-clients';
import { SAMPLE_MAILS } from '../../test/support/sample-mails';

/**
 * Runs `npm run mails -- [folder]`: writes every mail as a picture (Chromium on a phone and a desktop, light and dark;
 * a client that drops style sheets; WeasyPrint, another engine, where it is installed), and its plain text.
 */
async function main(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    for (const [name, { html, text }] of Object.entries(SAMPLE_MAILS)) {
      const path = join(folder, name.replaceAll(' ', '-'));
      writeFileSync(`${path}.html`, html);
      writeFileSync(`${path}.txt`, text);
      for (const [width, mode] of VIEWS) await picture(page, html, width, mode, `${path}-${width}-${mode}.png`);
      await picture(page, withoutStyleSheets(html), 700, 'light', `${path}-bare.png`);
      printed(`${path}.html`, `${path}-weasyprint.pdf`);
    }
  } finally {
    await browser.close();
  }
  process.stdout.write(`${Object.keys(SAMPLE_MAILS).length} mails are in ${folder}\n`);
}

const VIEWS = [
  [390, 'light'],
  [390, 'dark'],
  [700, 'light'],
  [700, 'dark'],
] as const;

async function picture(page: Page, html: string, width: number, mode: 'light' | 'dark', path: string): Promise<void> {
  await page.setViewportSize({ width, height: 600 });
  await page.emulateMedia({ colorScheme: mode });
  await page.setContent(html);
  await page.screenshot({ path, fullPage: true });
}

let hasWeasyPrint = true;
function printed(from: string, to: string): void {
  if (!hasWeasyPrint) return;
  try {
    // As mail programs do, it follows widths given by attributes.
    execFileSync('weasyprint', ['--quiet', '--presentational-hints', from, to], { stdio: 'ignore' });
  } catch {
    hasWeasyPrint = false;
  }
}

main(process.argv[2] ?? 'mail-pictures').catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
