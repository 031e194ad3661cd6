/** Reads a PDF from standard input. Prints a JSON array with the text of each page or, with `--tags`, its tags. */
import { buffer } from 'node:stream/consumers';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const pdf = await getDocument({ data: new Uint8Array(await buffer(process.stdin)), verbosity: 0 }).promise;
const pages = [];
for (let number = 1; number <= pdf.numPages; number++) {
  const page = await pdf.getPage(number);
  if (process.argv.includes('--tags')) {
    pages.push(JSON.stringify(await page.getStructTree()));
    continue;
  }
  const { items } = await page.getTextContent();
  pages.push(items.map((item) => item.str + (item.hasEOL ? '\n' : '')).join(''));
}
process.stdout.write(JSON.stringify(pages));
