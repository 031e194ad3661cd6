import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import {
  createCitedPages,
  type CitedPages,
  type CitedPagesOptions,
  type PageChecked,
} from '../../vendors/cited-pages/cited-pages';
import { ON_BUSY_MACHINES } from './eventually';
import { use } from './use';

export const QUOTE = 'Rows in class: 1,152. Rows differing: 391.';
export const PROSE = 'A page needs some words to be a page, and these are the words that it has. '.repeat(4);

/** Responds to one request to a site. */
export type Answer = RequestListener;
export const html = (body: string, headers: Record<string, string> = {}): Answer => {
  return (_request, response) => response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);
};
export const typed = (type: string, body: string | Buffer): Answer => {
  return (_request, response) => response.writeHead(200, { 'content-type': type }).end(body);
};
export const redirect = (location: string): Answer => {
  return (_request, response) => response.writeHead(302, { location }).end();
};

export const never = new AbortController().signal;
export const statusesIn = ({ found }: PageChecked) => found.map(({ status }) => status);

/** Local web sites, and the service that checks citations of their pages. */
export class CitedSite {
  /** Responses by host and path, or by path alone for every host. */
  pages: Record<string, Answer> = {};
  asked: { host: string; path: string; agent: string }[] = [];
  private open: CitedPages[] = [];
  private readonly server: Server = createServer((request, response) => {
    const { host = '', 'user-agent': agent = '' } = request.headers;
    this.asked.push({ host, path: request.url!, agent });
    const answer = this.pages[`${host}${request.url}`] ?? this.pages[request.url!];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  start(): Promise<void> {
    return new Promise((done) => this.server.listen(0, '127.0.0.1', done));
  }

  async clear(): Promise<void> {
    await Promise.all(this.open.map((each) => each.close()));
    Object.assign(this, { pages: {}, asked: [], open: [] });
  }

  async close(): Promise<void> {
    await this.clear();
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  create(options: Partial<CitedPagesOptions> = {}): CitedPages {
    const common = { publicUrl: 'http://127.0.0.1:1', sampleOrigin: `http://127.0.0.1:${this.port}`, pauseMs: 0 };
    const created = createCitedPages({ ...common, ...ON_BUSY_MACHINES, ...options });
    this.open.push(created);
    return created;
  }

  look(url: string, quotations = [QUOTE], options: Partial<CitedPagesOptions> = {}): Promise<PageChecked> {
    return this.create(options).check({ url, quotations, owner: 'run_1' }, never);
  }

  async statusOf(url: string, options: Partial<CitedPagesOptions> = {}) {
    return statusesIn(await this.look(url, [QUOTE], options))[0];
  }
}

/** Starts sites before the tests of a file and closes them afterwards. The file must call `clear` after each test. */
export const useCitedSite = (): CitedSite =>
  use(async () => {
    const site = new CitedSite();
    await site.start();
    return site;
  });

/** PDF operators that draw nothing. Reading a page with this many operators exceeds the page's time limit. */
const OPERATORS = 40_000_000;

/** A 157 kB PDF that takes 15 seconds to read: its one page has forty million operators, which compress well. */
export function expensivePdf(): Buffer {
  const content = deflateSync(Buffer.alloc('q Q '.length * OPERATORS, 'q Q '));
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Contents 4 0 R >>',
  ];
  const before = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.concat([
    Buffer.from(`%PDF-1.4\n${before}4 0 obj\n<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`, 'latin1'),
    content,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Size 5 /Root 1 0 R >>\n%%EOF\n', 'latin1'),
  ]);
}
