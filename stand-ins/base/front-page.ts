import type { ServerResponse } from 'node:http';
import { html, Markup, type Fragment } from '../../platform/html';

/** What a person sees who opens the address of a stand-in. */
export interface FrontPage {
  title: string;
  what: Fragment;
  /** Lists of what is there now, by their headings. */
  lists: readonly { heading: string; none: string; items: readonly Fragment[] }[];
}

/** Headers of every page of a stand-in, which loads nothing from elsewhere. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
  'cache-control': 'no-store',
  // With no referrer at all a browser sends its forms with `Origin: null`, as a foreign page can.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

const STYLE = new Markup(`<style>
:root{color-scheme:light dark;font:1rem/1.6 system-ui,sans-serif}
body{max-width:40rem;margin:1.5rem auto;padding:0 1.25rem;overflow-wrap:anywhere}
label,small,legend{display:block;padding:.35rem 0}
button{width:100%;min-height:48px}
</style>`);

/** A page of a stand-in; `banner` is a note above it. */
export function pageOf(title: string, main: Fragment, banner: Fragment = null): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${STYLE}
      </head>
      <body>
        ${banner && html`<p role="note">${banner}</p>`}
        <main>
          <h1>${title}</h1>
          ${main}
        </main>
      </body>
    </html>`.toString();
}

/** Answers GET / of a stand-in. */
export function sendFrontPage(response: ServerResponse, { title, what, lists }: FrontPage): void {
  const shown = lists.map(({ heading, none, items }) => {
    const list = html`<ul>
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>`;
    return html`<h2>${heading}</h2>
      ${items.length === 0 ? html`<p>${none}</p>` : list}`;
  });
  response.writeHead(200, PAGE_HEADERS).end(pageOf(title, [html`<p>${what}</p>`, shown]));
}
