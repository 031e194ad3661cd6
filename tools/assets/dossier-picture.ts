import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import type { Findings } from '../../contracts/findings';
import { createDossierRenderer } from '../../documents/create-dossier-renderer';

/** Pages of the PDF that the picture shows: the summary, and the economics. */
const PAGES = [1, 4];
const WIDTH = 560;

/** Script that draws pages of a PDF side by side, with what pdfjs has put into the page. */
const draw = (pdf: string) => `(async () => {
  const data = Uint8Array.from(atob('${pdf}'), (letter) => letter.charCodeAt(0));
  const document_ = await pdfjsLib.getDocument({ data }).promise;
  for (const number of ${JSON.stringify(PAGES)}) {
    const page = await document_.getPage(number);
    const viewport = page.getViewport({ scale: ${WIDTH} / page.getViewport({ scale: 1 }).width });
    const canvas = document.body.appendChild(document.createElement('canvas'));
    Object.assign(canvas, { width: viewport.width, height: viewport.height });
    await page.render({ canvas, viewport }).promise;
  }
})()`;

/** Picture of two pages of a dossier's PDF, for the README. */
export async function dossierPicture(browser: Browser, findings: Findings): Promise<Buffer> {
  const renderer = createDossierRenderer();
  const pdf = await renderer.pdf(findings);
  await renderer.close();
  const page = await browser.newPage({ viewport: { width: 2 * WIDTH + 120, height: 872 } });
  await page.setContent(`<style>
    body{margin:0;padding:40px;display:flex;gap:40px;background:#e7e9ee}
    canvas{box-shadow:0 2px 14px #17202e33}
  </style>`);
  // The worker next to the library: it then draws in the page itself.
  for (const name of ['pdf.worker.min.mjs', 'pdf.min.mjs']) {
    const content = readFileSync(require.resolve(`pdfjs-dist/build/${name}`), 'utf8');
    await page.addScriptTag({ content, type: 'module' });
  }
  await page.waitForFunction('globalThis.pdfjsLib && globalThis.pdfjsWorker');
  await page.evaluate(draw(pdf.toString('base64')));
  const image = await page.screenshot();
  await page.close();
  return image;
}
