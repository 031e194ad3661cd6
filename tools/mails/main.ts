/** `npm run mails -- [folder]`: pictures of every mail on a phone and a desktop, light, dark and without style sheets. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBrowser } from '../../test/support/browser';
import { exitWith } from '../../test/support/exit-with';
import { withoutStyleSheets } from '../../test/support/mails';
import { SAMPLE_MAILS } from '../../test/support/sample-mails';

async function main(folder: string): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const browser = await startBrowser();
  const page = await browser.newPage();
  for (const [name, { html, text }] of Object.entries(SAMPLE_MAILS)) {
    const path = join(folder, name.replaceAll(' ', '-'));
    writeFileSync(`${path}.html`, html);
    writeFileSync(`${path}.txt`, text);
    for (const [width, colorScheme] of [
      [390, 'light'],
      [390, 'dark'],
      [700, 'light'],
      [700, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 600 });
      await page.emulateMedia({ colorScheme });
      await page.setContent(html);
      await page.screenshot({ path: `${path}-${width}-${colorScheme}.png`, fullPage: true });
    }
    await page.setContent(withoutStyleSheets(html));
    await page.screenshot({ path: `${path}-bare.png`, fullPage: true });
  }
  await browser.close();
  process.stdout.write(`${Object.keys(SAMPLE_MAILS).length} mails are in ${folder}\n`);
  return 0;
}

exitWith(main(process.argv[2] ?? 'mail-pictures'));
