import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { html } from '../../platform/html';
import { stall } from '../base/http';
import { findPage, type SamplePage } from './find-page';
import { sampleHtml } from './sample-html';
import { samplePdf } from './sample-pdf';

/** What a page does instead of being itself (docs/interface.md, Local stand-ins). */
export const PAGE_EFFECTS = [
  'changed',
  'missing',
  'slow',
  'huge',
  'gzip_bomb',
  'wall',
  'redirect_to_private',
  'pdf',
  'script_only',
  'shell',
  'interstitial',
  'sign_in',
  'denial',
  'comment',
  'disallowed',
  'closed',
] as const;
export type PageEffect = (typeof PAGE_EFFECTS)[number];

/** What the registry of the reserved names says of one. */
export const NAME_ANSWERS = { registered: 200, not_found: 404, unknown: 503 } as const;
export type NameAnswer = keyof typeof NAME_ANSWERS;

/** Host at which the service asks for reserved names, as registries are asked by RDAP. */
const REGISTRY = 'rdap.example';

const RESERVED = /(?:^|\.)(?:example|example\.(?:com|net|org))$/u;
const HUGE_BYTES = 6_000_000;
/** Long enough for a page whose text is not put there by scripts. */
const CHANGED = [
  'This page has been rewritten since it was cited, as pages on the web are all the time.',
  'It keeps its address and its title, but none of the sentences that stood here before remain in it.',
  'Whoever cited it can no longer be followed: the words that were quoted are nowhere to be found.',
];
/** What sites have around a page that is not there: more letters than a short page. */
const FRAME = `<header><a href="/">Home</a></header><footer><p>${CHANGED.join(' ')}</p></footer>`;
const DENIAL = 'It is by no means the case, as some have said, that the following holds: ';
const METADATA = 'http://169.254.169.254/latest/meta-data/';

/** Visits that are remembered. */
const MOST_VISITS = 5_000;

/** Web of the samples: pages by address, with the effects that were set on some of them. */
export class SampleWeb {
  private readonly effects = new Map<string, PageEffect>();
  private readonly visits = new Set<string>();
  private readonly names = new Map<string, NameAnswer>();
  private readonly looked: string[] = [];

  /** Sets an effect. @throws the error of `refuse` if the address or the effect is unknown */
  set(body: Record<string, unknown>, refuse: (message: string) => Error): { url: string; effect: PageEffect } {
    const { url, effect } = body;
    const known = PAGE_EFFECTS.find((each) => each === effect);
    if (!known) throw refuse(`"effect" must be one of ${PAGE_EFFECTS.join(', ')}`);
    if (typeof url !== 'string' || !URL.canParse(url)) throw refuse('"url" must be the address of a page');
    this.effects.set(new URL(url).href, known);
    return { url, effect: known };
  }

  /** Sets what is said of a name, of which nothing is known otherwise. @throws the error of `refuse` for any other answer */
  setName(body: Record<string, unknown>, refuse: (message: string) => Error): { domain: string; answer: NameAnswer } {
    const { domain, answer } = body as { domain?: unknown; answer?: NameAnswer };
    const known = Object.keys(NAME_ANSWERS).join(', ');
    if (typeof domain !== 'string' || !RESERVED.test(domain)) throw refuse('"domain" must be a reserved name');
    if (!answer || !(answer in NAME_ANSWERS)) throw refuse(`"answer" must be one of ${known}`);
    this.names.set(domain, answer);
    return { domain, answer };
  }

  /** Names that were looked up, each as often as it was, and the newest last. */
  lookedUp(): string[] {
    return this.looked;
  }

  /** Effects by address. */
  list(): Record<string, PageEffect> {
    return Object.fromEntries(this.effects);
  }

  /** Addresses that were asked for, the newest of them last. */
  visited(): string[] {
    return [...this.visits];
  }

  /** True if an agent that opens a page sees it: effects are what our own reader gets, but for one. */
  opensForAgents(url: string): boolean {
    return findPage(url) !== null && this.effects.get(new URL(url).href) !== 'closed';
  }

  clear(): void {
    this.names.clear();
    this.effects.clear();
  }

  /** True if a request is for a page of the samples, not for the stand-in itself. */
  static isMeant({ headers }: IncomingMessage): boolean {
    return RESERVED.test(hostOf(headers.host));
  }

  /** Answers a request for a page. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, `https://${hostOf(request.headers.host)}`);
    if (url.hostname === REGISTRY) return this.say(url.pathname.slice('/domain/'.length), response);
    if (url.pathname === '/robots.txt') return send(response, 200, 'text/plain', this.robots(url.hostname));
    this.visits.add(url.href);
    if (this.visits.size > MOST_VISITS) this.visits.delete(this.visits.values().next().value!);
    const page = findPage(url.href);
    const effect = this.effects.get(url.href);
    if (!page || effect === 'missing') return send(response, 404, 'text/html', '<h1>There is no such page</h1>');
    await (effect === undefined || effect === 'disallowed' ? show(page, response) : act(effect, page, response));
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

async function act(effect: PageEffect, page: SamplePage, response: ServerResponse): Promise<void> {
  switch (effect) {
    case 'changed':
      return show({ ...page, text: CHANGED }, response);
    case 'slow':
      response.writeHead(200, { 'content-type': 'text/html' }).write('<!doctype html><p>');
      return stall(response);
    case 'huge':
      return send(response, 200, 'text/plain', 'Filling. '.repeat(HUGE_BYTES / 9) + page.text.join('\n'));
    case 'gzip_bomb':
      return send(response, 200, 'text/html', gzipSync(Buffer.alloc(20_000_000)), { 'content-encoding': 'gzip' });
    case 'wall':
    case 'closed':
      return send(response, 403, 'text/html', '<h1>Only for subscribers</h1>');
    case 'redirect_to_private':
      return send(response, 302, 'text/plain', '', { location: METADATA });
    case 'shell':
      return send(response, 200, 'text/html', `${FRAME}<div id="root"></div><script src="/app.js"></script>`);
    case 'interstitial':
      return send(
        response,
        200,
        'text/html',
        `<title>Just a moment...</title>${FRAME}<script src="/check.js"></script>`,
      );
    case 'sign_in':
      return send(response, 302, 'text/plain', '', { location: `/login?next=${encodeURIComponent(page.url)}` });
    case 'denial':
      return show({ ...page, text: page.text.map((paragraph) => `${DENIAL}${paragraph}`) }, response);
    case 'comment':
      return send(response, 200, 'text/html', inComment(page));
    case 'pdf':
      return show({ ...page, format: 'pdf' }, response);
    default:
      return send(response, 200, 'text/html', '<!doctype html><div id="app"></div><script src="/app.js"></script>');
  }
}

/** A page about something else, on which a visitor wrote what was cited. */
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
