/** `npm run assets`: makes the icon and the social picture of the pages, and the README's picture of a dossier. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page, ViewportSize } from 'playwright-core';
import { sampleFindings } from '../../contracts/sample-findings';
import { createDossierRenderer } from '../../documents/create-dossier-renderer';
import { TYPEFACES } from '../../documents/typefaces';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { startBrowser } from '../../test/support/browser';
import { exitWith } from '../../test/support/exit-with';
import { COLOURS } from '../../web/tokens';

const PICTURES = join('web', 'assets', 'pictures');
const ICON_SIZES = [16, 32, 48];
/** Pages of the dossier's PDF that the README shows: the summary and the economics. */
const DOSSIER_PAGES = [1, 4];
const DOSSIER_WIDTH = 560;

async function picture(
  browser: Browser,
  viewport: ViewportSize,
  html: string,
  draw: (page: Page) => Promise<unknown> = () => Promise.resolve(),
): Promise<Buffer> {
  const page = await browser.newPage({ viewport });
  await page.setContent(html);
  await draw(page);
  await page.evaluate('document.fonts.ready');
  const image = await page.screenshot({ omitBackground: true });
  await page.close();
  return image;
}

/** Icon file with a drawing in several sizes, as PNG images: a header, an entry for each, then the images. */
async function icon(browser: Browser, svg: string): Promise<Buffer> {
  const head = Buffer.alloc(6 + 16 * ICON_SIZES.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(ICON_SIZES.length, 4);
  const images: Buffer[] = [];
  let offset = head.length;
  for (const [place, size] of ICON_SIZES.entries()) {
    const style = `<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>`;
    const image = await picture(browser, { width: size, height: size }, style + svg);
    const at = 6 + 16 * place;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(image.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += image.length;
    images.push(image);
  }
  return Buffer.concat([head, ...images]);
}

/** Picture that previews of links show: the mark, the name and what the service does. */
function social(browser: Browser, svg: string): Promise<Buffer> {
  const faces = TYPEFACES.filter(({ subset }) => subset === 'latin').map(({ family, weight, path }) => {
    const data = readFileSync(path).toString('base64');
    return `@font-face{font-family:"${family}";font-weight:${weight};src:url(data:font/woff2;base64,${data})}`;
  });
  return picture(
    browser,
    { width: 1200, height: 630 },
    `<style>${faces.join('')}
    *{margin:0;box-sizing:border-box}
    body{width:1200px;height:630px;padding:84px 90px;background:${COLOURS.ground.light};color:${COLOURS.ink.light};
      border-bottom:14px solid ${COLOURS.accent.light};display:flex;flex-direction:column;justify-content:space-between;
      font:400 34px/1.4 "Source Sans 3"}
    div{display:flex;align-items:center;gap:28px;font:600 34px/1.15 "Source Serif 4 Display"}
    svg{width:92px;height:92px}
    h1{font:600 84px/1.08 "Source Serif 4 Display";letter-spacing:-1.5px;max-width:1000px}
    p{color:${COLOURS.soft.light}}
  </style>
  <div>${svg}<span>Newsletter Opportunity<br>Intelligence</span></div>
  <h1>Know whether a newsletter is worth starting.</h1>
  <p>Researched by AI agents. Every score with its sources.</p>`,
  );
}

/** Two pages of a dossier's PDF side by side, drawn by pdfjs. */
async function dossier(browser: Browser): Promise<Buffer> {
  const renderer = createDossierRenderer();
  const pdf = (await renderer.pdf(sampleFindings)).toString('base64');
  await renderer.close();
  const style = `<style>body{margin:0;padding:40px;display:flex;gap:40px;background:#e7e9ee}
    canvas{box-shadow:0 2px 14px #17202e33}</style>`;
  return picture(browser, { width: 2 * DOSSIER_WIDTH + 120, height: 872 }, style, async (page) => {
    // The worker next to the library: it then draws in the page itself.
    for (const name of ['pdf.worker.min.mjs', 'pdf.min.mjs']) {
      const content = readFileSync(require.resolve(`pdfjs-dist/build/${name}`), 'utf8');
      await page.addScriptTag({ content, type: 'module' });
    }
    await page.waitForFunction('globalThis.pdfjsLib && globalThis.pdfjsWorker');
    await page.evaluate(`(async () => {
      const data = Uint8Array.from(atob('${pdf}'), (letter) => letter.charCodeAt(0));
      const shown = await pdfjsLib.getDocument({ data }).promise;
      for (const number of ${JSON.stringify(DOSSIER_PAGES)}) {
        const page = await shown.getPage(number);
        const viewport = page.getViewport({ scale: ${DOSSIER_WIDTH} / page.getViewport({ scale: 1 }).width });
        const canvas = document.body.appendChild(document.createElement('canvas'));
        Object.assign(canvas, { width: viewport.width, height: viewport.height });
        await page.render({ canvas, viewport }).promise;
      }
    })()`);
  });
}

async function main(): Promise<number> {
  const browser = await startBrowser();
  const svg = readFileSync(join(PACKAGE_ROOT, PICTURES, 'icon.svg'), 'utf8');
  const made = {
    [join(PICTURES, 'favicon.ico')]: await icon(browser, svg),
    [join(PICTURES, 'social.png')]: await social(browser, svg),
    [join('docs', 'images', 'dossier.png')]: await dossier(browser),
  };
  await browser.close();
  for (const [path, content] of Object.entries(made)) {
    writeFileSync(join(PACKAGE_ROOT, path), content);
    process.stdout.write(`${path}: ${content.length} bytes\n`);
  }
  return 0;
}

exitWith(main());
