import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { html } from '../../base/html';
import { stall } from '../base/http';
import { sampleHtml, samplePdf, findPage, type SamplePage } from './pages';

/** HTTP statuses of the registry's possible answers about a reserved name. */
const NAME_ANSWERS = { registered: 200, not_found: 404, unknown: 503 } as const;
export type NameAnswer = keyof typeof NAME_ANSWERS;

/** Host where the service looks up reserved names (RDAP). */
const REGISTRY = 'rdap.example';

const RESERVED = /(?:^|\.)(?:example|example\.(?:com|net|org))$/u;
const HUGE_BYTES = 6_000_000;
/** Long enough that the page is not mistaken for one that scripts render. */
const CHANGED = [
  'This page has been rewritten since it was cited, as pages on the web are all the time.',
  'It keeps its address and its title, but none of its earlier sentences remain on it today.',
  'Earlier citations of it can no longer be followed: the quoted words are nowhere to be found.',
];
/** Header and footer of a page without content. Even alone, they are longer than a short page. */
const FRAME = `<header><a href="/">Home</a></header><footer><p>${CHANGED.join(' ')}</p></footer>`;
const DENIAL = 'It is by no means the case, as some have said, that the following holds: ';
const METADATA = 'http://169.254.169.254/latest/meta-data/';

type Show = (page: SamplePage, response: ServerResponse) => void | Promise<void>;
const always =
  (status: number, text: string, headers?: Record<string, string>): Show =>
  (_, response) =>
    send(response, status, 'text/html', text, headers);
const SCRIPT = '<script src="/app.js"></script>';

/** Effects that replace a page's normal response (stand-ins/README.md). */
const EFFECTS = {
  changed: (of, response) => show({ ...of, text: CHANGED }, response),
  missing: always(404, '<h1>There is no such page</h1>'),
  slow(_, response) {
    response.writeHead(200, { 'content-type': 'text/html' }).write('<!doctype html><p>');
    return stall(response);
  },
  huge: ({ text }, response) => send(response, 200, 'text/plain', 'Filling. '.repeat(HUGE_BYTES / 9) + text.join('\n')),
  gzip_bomb: (_, response) =>
    send(response, 200, 'text/html', gzipSync(Buffer.alloc(20_000_000)), { 'content-encoding': 'gzip' }),
  wall: always(403, '<h1>Only for subscribers</h1>'),
  redirect_to_private: always(302, '', { location: METADATA }),
  pdf: (of, response) => show({ ...of, format: 'pdf' }, response),
  script_only: always(200, `<!doctype html><div id="app"></div>${SCRIPT}`),
  shell: always(200, `${FRAME}<div id="root"></div>${SCRIPT}`),
  interstitial: always(200, `<title>Just a moment...</title>${FRAME}<script src="/check.js"></script>`),
  sign_in: ({ url }, response) =>
    always(302, '', { location: `/login?next=${encodeURIComponent(url)}` })(null!, response),
  denial: (of, response) => show({ ...of, text: of.text.map((paragraph) => `${DENIAL}${paragraph}`) }, response),
  comment: (of, response) => send(response, 200, 'text/html', inComment(of)),
  disallowed: (of, response) => show(of, response),
  closed: always(403, '<h1>Only for subscribers</h1>'),
} satisfies Record<string, Show>;
export type PageEffect = keyof typeof EFFECTS;
export const EFFECT = z.strictObject({ url: z.url(), effect: z.enum(Object.keys(EFFECTS) as PageEffect[]) });

const MOST_VISITS = 5_000;

/** The sample web: pages by URL, with optional effects. */
export class SampleWeb {
  private readonly effects = new Map<string, PageEffect>();
  private readonly visits = new Set<string>();
  private readonly names = new Map<string, NameAnswer>();
  private readonly looked: string[] = [];

  set({ url, effect }: z.output<typeof EFFECT>) {
    this.effects.set(new URL(url).href, effect);
    return { url, effect };
  }

  /** Sets the registry's answer for a name; `not_found` by default. @throws the error of `refuse` for invalid input */
  setName(body: Record<string, unknown>, refuse: (message: string) => Error): { domain: string; answer: NameAnswer } {
    const { domain, answer } = body as { domain?: unknown; answer?: NameAnswer };
    const known = Object.keys(NAME_ANSWERS).join(', ');
    if (typeof domain !== 'string' || !RESERVED.test(domain)) throw refuse('"domain" must be a reserved name');
    if (!answer || !(answer in NAME_ANSWERS)) throw refuse(`"answer" must be one of ${known}`);
    this.names.set(domain, answer);
    return { domain, answer };
  }

  /** Names that were looked up, including repeated lookups, newest last. */
  lookedUp(): string[] {
    return this.looked;
  }

  list(): Record<string, PageEffect> {
    return Object.fromEntries(this.effects);
  }

  /** Visited URLs without duplicates, in order of their first visit. */
  visited(): string[] {
    return [...this.visits];
  }

  /** True if an agent can open a page. Effects other than `closed` apply only to our own reader. */
  opensForAgents(url: string): boolean {
    return findPage(url) !== null && this.effects.get(new URL(url).href) !== 'closed';
  }

  clear(): void {
    this.names.clear();
    this.effects.clear();
  }

  /** True if a request is for the sample web rather than for the stand-in itself. */
  static isMeant({ headers }: IncomingMessage): boolean {
    return RESERVED.test(hostOf(headers.host));
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, `https://${hostOf(request.headers.host)}`);
    if (url.hostname === REGISTRY) return this.say(url.pathname.slice('/domain/'.length), response);
    if (url.pathname === '/robots.txt') return send(response, 200, 'text/plain', this.robots(url.hostname));
    this.visits.add(url.href);
    if (this.visits.size > MOST_VISITS) this.visits.delete(this.visits.values().next().value!);
    const found = findPage(url.href);
    const effect = this.effects.get(url.href);
    await (found ? (effect ? EFFECTS[effect] : show)(found, response) : EFFECTS.missing(null!, response));
  }

  private say(domain: string, response: ServerResponse): void {
    this.looked.push(domain);
    if (this.looked.length > MOST_VISITS) this.looked.shift();
    const status = NAME_ANSWERS[this.names.get(domain) ?? 'not_found'];
    send(response, status, 'application/rdap+json', JSON.stringify({ objectClassName: 'domain', ldhName: domain }));
  }

  private robots(hostname: string): string {
    const closed = [...this.effects]
      .filter(([url, effect]) => effect === 'disallowed' && new URL(url).hostname === hostname)
      .map(([url]) => `Disallow: ${new URL(url).pathname}\n`);
    return `User-agent: *\n${closed.join('')}Allow: /\n`;
  }
}

function hostOf(host = ''): string {
  return host.replace(/:\d+$/u, '').toLowerCase();
}

/** A page about something else, with the cited text in a visitor's comment. */
function inComment({ title, text }: SamplePage): string {
  return html`<!doctype html>
    <title>${title}</title>
    <article>${CHANGED.map((paragraph) => html`<p>${paragraph}</p>`)}</article>
    <section id="comments">${text.map((paragraph) => html`<p>${paragraph}</p>`)}</section>`.toString();
}

async function show(page: SamplePage, response: ServerResponse): Promise<void> {
  if (page.format === 'pdf') return send(response, 200, 'application/pdf', samplePdf([page.title, ...page.text]));
  if (page.format === 'text') return send(response, 200, 'text/plain; charset=utf-8', page.text.join('\n\n'));
  return send(response, 200, 'text/html; charset=utf-8', sampleHtml(page));
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': type, ...headers }).end(body);
}
