import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { namesPrivateAddress, publicLookup, refusedAddress, type ResolveAll } from '../public-network';
import type { PageReader } from './page-reader';

type Fetched = { status: number; redirect: URL; page: null } | { status: number; redirect: null; page: FetchedPage };

export interface FetchedPage {
  /** Body after decoding its Content-Encoding. */
  body: Buffer;
  contentType: string;
  /** True if the page is longer than the part that was read. */
  cut: boolean;
}

export interface FetchOptions {
  userAgent: string;
  /** Maximum number of bytes to read. Applies to the compressed and to the decompressed size. */
  maxBytes: number;
  signal: AbortSignal;
  resolveAll: ResolveAll;
  /** Server to use for reserved names (see {@link isReserved}) if everything runs on one machine; otherwise null. */
  sampleOrigin: URL | null;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** True if nobody can own the name (RFC 2606, RFC 6761). Sample dossiers cite sources with such names. */
export function isReserved({ hostname }: Pick<URL, 'hostname'>): boolean {
  return /(?:^|\.)(?:example|example\.(?:com|net|org))$/u.test(hostname);
}

/** True if we may request the URL: http or https on the default port, without credentials. */
export function isOrdinary({ protocol, port, username, password }: URL): boolean {
  return /^https?:$/u.test(protocol) && port === '' && username === '' && password === '';
}

/**
 * Sends one GET on its own connection to a checked address. Does not follow redirects.
 * @throws Error without a response, or if the address is not public
 */
export async function fetchOnce(url: URL, options: FetchOptions): Promise<Fetched> {
  const response = await get(url, options);
  const status = response.statusCode!;
  const { location } = response.headers;
  if (REDIRECTS.has(status) && location !== undefined && URL.canParse(location, url.href)) {
    response.destroy();
    return { status, redirect: new URL(location, url.href), page: null };
  }
  const { body, cut } = await read(response, options.maxBytes);
  return { status, redirect: null, page: { body, cut, contentType: response.headers['content-type'] ?? '' } };
}

async function get(url: URL, options: FetchOptions): Promise<IncomingMessage> {
  const { userAgent, signal, resolveAll, sampleOrigin } = options;
  const sample = sampleOrigin !== null && isReserved(url);
  // Checked here because Node connects to literal IP addresses without a lookup.
  if (!isOrdinary(url) || (!sample && namesPrivateAddress(url))) throw refusedAddress();
  const target = sample ? new URL(url.pathname + url.search, sampleOrigin) : url;
  return new Promise((resolve, reject) => {
    const request = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, {
      agent: false,
      lookup: publicLookup(resolveAll, sample),
      signal,
      headers: {
        Host: url.host,
        'User-Agent': userAgent,
        Accept: 'text/html, application/xhtml+xml, application/pdf, text/plain;q=0.9, */*;q=0.5',
        'Accept-Encoding': 'gzip, br',
      },
    });
    request.on('error', reject).on('response', resolve).end();
  });
}

async function read(response: IncomingMessage, maxBytes: number): Promise<{ body: Buffer; cut: boolean }> {
  const stream = decoded(response);
  const chunks: Buffer[] = [];
  let bytes = 0;
  let sent = 0;
  // The compressed size is limited, too, because a long body may decompress to nothing.
  if (stream !== response) {
    response.on('data', (chunk: Buffer) => {
      sent += chunk.length;
      if (sent > maxBytes) response.destroy(new Error('The page exceeds the size limit'));
    });
  }
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, maxBytes - bytes));
      bytes += chunk.length;
      if (bytes > maxBytes) return { body: Buffer.concat(chunks), cut: true };
    }
  } catch (error) {
    if (sent <= maxBytes) throw error;
    return { body: Buffer.concat(chunks), cut: true };
  } finally {
    response.destroy();
  }
  return { body: Buffer.concat(chunks), cut: false };
}

function decoded(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  if (!/^(?:gzip|x-gzip|br)$/u.test(encoding)) throw new Error('The page has an encoding that we did not request');
  const decoder = encoding === 'br' ? createBrotliDecompress() : createGunzip();
  // The callback does nothing, because reading from the decoder throws its errors.
  return pipeline(response, decoder, () => undefined);
}

/** Maximum bytes of robots.txt; RFC 9309 requires at least 500 KiB. */
const MAX_BYTES = 512_000;
const MAX_REDIRECTS = 5;
const MAX_ORIGINS = 200;
/** Age after which rules are read again, in milliseconds. */
const MAX_AGE_MS = 3_600_000;

/** Rules of one origin: the content of its robots.txt, or the same answer for all URLs. */
type Rules = { text: string; url: string } | 'everything' | 'nothing';

/**
 * Checks robots.txt (RFC 9309), cached for an hour. If an origin does not respond, nothing is allowed. If it has no
 * rules, everything is allowed.
 */
export function createRobots(reader: PageReader, agent: string) {
  const known = new LRUCache<string, Exclude<Rules, 'nothing'>>({ max: MAX_ORIGINS, ttl: MAX_AGE_MS });
  return {
    async allows(url: URL, owner: string, options: Omit<FetchOptions, 'maxBytes'>): Promise<boolean> {
      const rules = known.get(url.origin) ?? (await readRules(url, options).catch(() => 'nothing' as const));
      // A failure is not cached.
      if (rules === 'nothing') return false;
      known.set(url.origin, rules);
      if (rules === 'everything') return true;
      const question = { rules: rules.text, rulesUrl: rules.url, url: url.href, agent };
      return reader.allows(owner, question).then(
        ({ allowed }) => allowed,
        () => false,
      );
    },
  };
}

async function readRules(url: URL, options: Omit<FetchOptions, 'maxBytes'>): Promise<Rules> {
  const rulesUrl = new URL('/robots.txt', url.origin);
  let next = rulesUrl;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const { status, redirect, page } = await fetchOnce(next, { ...options, maxBytes: MAX_BYTES });
    if (redirect) {
      next = redirect;
      continue;
    }
    // RFC 9309, 2.3.1: "unavailable" means that there are no rules, "unreachable" that everything is disallowed.
    if (status >= 500 || status === 429) return 'nothing';
    return status >= 400 ? 'everything' : { text: page.body.toString('utf8'), url: rulesUrl.href };
  }
  return 'everything';
}
