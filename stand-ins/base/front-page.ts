import type { ServerResponse } from 'node:http';
import { html, type Fragment } from '../../platform/html';

/** What a person sees who opens the address of a stand-in. */
export interface FrontPage {
  title: string;
  what: Fragment;
  /** Lists of what is there now, by their headings. */
  lists: readonly { heading: string; none: string; items: readonly Fragment[] }[];
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const STYLE = html`<style>
  :root {
    color-scheme: light dark;
  }
  body {
    max-width: 44rem;
    margin: 2.5rem auto;
    padding: 0 1.25rem;
    font:
      1rem/1.6 system-ui,
      sans-serif;
    overflow-wrap: anywhere;
  }
  h1 {
    font-size: 1.6rem;
    line-height: 1.25;
  }
  h2 {
    font-size: 1.15rem;
    margin-top: 2rem;
  }
</style>`;

/** Answers GET / of a stand-in. */
export function sendFrontPage(response: ServerResponse, { title, what, lists }: FrontPage): void {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${STYLE}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>${what}</p>
          ${lists.map(
            ({ heading, none, items }) =>
              html`<h2>${heading}</h2>
                ${
                  items.length === 0
                    ? html`<p>${none}</p>`
                    : html`<ul>
                        ${items.map((item) => html`<li>${item}</li>`)}
                      </ul>`
                }`,
          )}
        </main>
      </body>
    </html>`;
  response.writeHead(200, HEADERS).end(page.toString());
}

/** True for the request of a browser that opens the address itself. */
export function isFrontPage(method: string | undefined, path: string): boolean {
  return method === 'GET' && path === '/';
}
