import type { IncomingMessage, Server, ServerResponse, RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { html, Markup, type Fragment } from '../../base/html';

/** Longer than the idle timeout of clients, so that they never send a request over a closing connection. */
export const KEEP_ALIVE_MS = 65_000;

const DEFAULT_STALL_MS = 60_000;

/** Sends nothing for `forMs`, then drops the connection. Returns early if the client disconnects. */
export async function stall(response: ServerResponse, forMs = DEFAULT_STALL_MS): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  if (!response.destroyed) await sleep(forMs, undefined, { signal: gone.signal }).catch(() => undefined);
  response.destroy();
}

export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Parses a JSON object. An empty string counts as `{}`. @throws the error of `refuse` for anything else */
export function jsonObject(text: string, refuse: (message: string) => Error): Record<string, unknown> {
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(text);
  } catch {
    throw refuse('The body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('The body must be a JSON object');
  return value as Record<string, unknown>;
}

/** Sends JSON text unless the client has disconnected. */
export function sendJson(response: ServerResponse, status: number, text: string): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}

/** Value of a Retry-After header in seconds, rounded up. */
export function retryAfterSeconds(delayMs = 1_000): string {
  return String(Math.ceil(delayMs / 1_000));
}

export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Host names of this machine and of the stand-in internet. An attacker cannot register them. */
const OWN_NAMES =
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|(?:.+\.)?example(?:\.(?:com|net|org))?|api\.(?:anthropic|stripe|resend)\.com)(?::\d+)?$/;

/** True if a request is local. The Host and Origin headers reveal DNS rebinding and requests from other sites. */
export function isOfThisMachine({ headers: { host, origin } }: IncomingMessage): boolean {
  return OWN_NAMES.test(host ?? '') && (origin === undefined || OWN_NAMES.test(origin.replace(/^https?:\/\//, '')));
}

/** Lets local requests through. All other requests get a 421. */
export function forThisMachine(answer: RequestListener): RequestListener {
  return (request, response) => {
    if (isOfThisMachine(request)) return answer(request, response);
    response
      .writeHead(421, { 'content-type': 'text/plain' })
      .end('Only programs and pages of this machine may use this server.\n');
  };
}

export interface StandIn {
  server: Server;
  close(): Promise<void>;
}

/** Runs a stand-in as a process. Prints `{"listening": url}`. On SIGTERM, saves its state and exits. */
export function serve(standIn: StandIn, host: string, port: number): void {
  standIn.server.listen(port, host, () => {
    process.stdout.write(`${JSON.stringify({ listening: `http://${host}:${port}` })}\n`);
  });
  process.once('SIGTERM', () => void standIn.close().then(() => process.exit(0)));
}

export interface FrontPage {
  title: string;
  what: Fragment;
  lists: readonly { heading: string; none: string; items: readonly Fragment[] }[];
}

/** Headers of all stand-in pages. Pages load nothing from other hosts. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
  'cache-control': 'no-store',
  // Without a referrer, browsers submit forms with `Origin: null`, which foreign pages can also send.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** Colors and fonts of the product's pages (web/style.ts), light and dark. */
const STYLE = new Markup(`<style>
:root{color-scheme:light dark;--ground:#f7f6f2;--card:#fff;--ink:#16202f;--soft:#566070;--line:#e1ded5;--accent:#2f4b8f;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--ground:#0f141b;--card:#171e28;--ink:#e9edf3;--soft:#a7b2c2;--line:#2b3543;--accent:#a4bbff;--on-accent:#0e1a3a}}
*{box-sizing:border-box}
body{max-width:70rem;margin:0 auto;padding:1.5rem 1.25rem 4rem;background:var(--ground);color:var(--ink);font:1.0625rem/1.6 "Source Sans 3",system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
h1,h2{font-family:"Iowan Old Style",Palatino,Georgia,serif;font-weight:600;line-height:1.2}
h1{margin:.5rem 0 1rem;font-size:2rem}
h2{margin:2.5rem 0 .75rem;font-size:1.4rem}
a{color:var(--accent)}
small,dt,time,[role=note]{color:var(--soft)}
form{max-width:36rem}
label,small,legend{display:block;padding:.35rem 0}
button{width:100%;min-height:48px;border:0;border-radius:10px;background:var(--accent);color:var(--on-accent);font:600 1.0625rem "Source Sans 3",system-ui,sans-serif}
input:not([type=radio]),select{width:100%;min-height:44px;padding:0 .75rem;border:1px solid var(--soft);border-radius:10px;background:var(--card);color:inherit;font:inherit}
dl div{display:flex;gap:1rem}dt{flex:0 0 3.5rem}dd{margin:0}
.rows{margin:0;padding:0;list-style:none;border-top:1px solid var(--line)}
.rows li{padding:.75rem 0;border-bottom:1px solid var(--line)}
.rows a{font-weight:600}
.rows small{padding:0}
pre,iframe{width:100%;border:1px solid var(--line);border-radius:10px;background:var(--card)}
pre{margin:0 0 1.5rem;padding:1rem;font:.875rem/1.55 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap}
iframe{height:46rem}
</style>`);

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
