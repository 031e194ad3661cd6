/** `npm run assets`: makes what the pages serve but nobody writes by hand (icon, social picture), and the README's picture of it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleFindings } from '../../contracts/sample-findings';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { startBrowser } from '../../test/support/browser';
import { dossierPicture } from './dossier-picture';
import { iconOf } from './icon';
import { socialPicture } from './social-picture';

const PICTURES = join('web', 'assets', 'pictures');

async function main(): Promise<void> {
  const browser = await startBrowser();
  try {
    const svg = readFileSync(join(PACKAGE_ROOT, PICTURES, 'icon.svg'), 'utf8');
    write(join(PICTURES, 'favicon.ico'), await iconOf(browser, svg, [16, 32, 48]));
    write(join(PICTURES, 'social.png'), await socialPicture(browser, svg));
    write(join('docs', 'images', 'dossier.png'), await dossierPicture(browser, sampleFindings));
  } finally {
    await browser.close();
  }
}

function write(path: string, content: Buffer): void {
  writeFileSync(join(PACKAGE_ROOT, path), content);
  process.stdout.write(`${path}: ${content.length} bytes\n`);
}

void main();
