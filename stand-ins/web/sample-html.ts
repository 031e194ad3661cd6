import { html, type Markup } from '../../platform/html';
import type { SamplePage } from './find-page';

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
