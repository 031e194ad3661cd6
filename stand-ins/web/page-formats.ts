import { html, type Markup } from '../../platform/html';
import type { SamplePage } from './pages';

/** Long enough for a page that is not taken for one whose text scripts put there. */
const IMPRINT =
  'This page is part of the sample web: reserved names that nobody can own, served by a program on the same machine, ' +
  'with invented figures. It exists so that the quotations of a sample can be looked up word for word.';

/** Page as HTML, with what real pages have around and inside their text: emphasis, line breaks, a script, hidden text. */
export function sampleHtml({ title, publishedAt, text }: SamplePage): string {
  const published = publishedAt && html`<p>Published <time datetime="${publishedAt}">${publishedAt}</time></p>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <style>
          p {
            max-width: 40em;
          }
        </style>
      </head>
      <body>
        <nav><a href="/">Home</a> <a href="/archive">Archive</a></nav>
        <h1>${title}</h1>
        ${published} ${text.map(paragraphOf)}
        <p hidden>Nobody reads this line.</p>
        <p>${IMPRINT}</p>
        <script>
          document.title += '';
        </script>
      </body>
    </html> `.toString();
}

/** Paragraph whose first word is emphasized and whose source breaks its line in the middle. */
function paragraphOf(paragraph: string): Markup {
  const [first = '', ...rest] = paragraph.split(' ');
  const half = Math.ceil(rest.length / 2);
  const [begin, end] = [rest.slice(0, half).join(' '), rest.slice(half).join(' ')];
  return html`<p><b>${first}</b> ${begin} ${end}</p> `;
}

const LINES_A_PAGE = 45;
const CHARACTERS_A_LINE = 88;

/** Text as a PDF of the plainest kind: one typeface, no compression. Characters beyond Latin-1 become `?`. */
export function samplePdf(paragraphs: readonly string[]): Buffer {
  const lines = paragraphs.flatMap((paragraph) => [...wrapped(paragraph), '']);
  const pages = Array.from({ length: Math.ceil(lines.length / LINES_A_PAGE) }, (_, i) =>
    contentOf(lines.slice(i * LINES_A_PAGE, (i + 1) * LINES_A_PAGE)),
  );
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((content, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}${trailer}`, 'latin1');
}

function contentOf(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n');
  return `BT /F1 11 Tf 15 TL 60 780 Td\n${shown}\nET`;
}

function escaped(line: string): string {
  return line.replace(/[^\u0020-\u00ff]/gu, '?').replace(/[\\()]/gu, (character) => `\\${character}`);
}

function wrapped(paragraph: string): string[] {
  const lines = [''];
  for (const word of paragraph.split(/\s+/u)) {
    const last = lines.at(-1)!;
    if (last !== '' && last.length + word.length >= CHARACTERS_A_LINE) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
