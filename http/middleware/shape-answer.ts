import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants } from 'node:zlib';
import compress from 'koa-compress';
import type { AnyRoute } from '../endpoint';
import { VERSIONING_PATH, type Retirement } from '../retirement';
import type { Middleware } from '../state';

const HEADERS = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
});

/** Sets restrictive security headers. Routes may override them. */
export function secureAnswer(publicUrl: string): Middleware {
  // Browsers honor this header only over https (RFC 6797, 7.2).
  const transport = publicUrl.startsWith('https:')
    ? [['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const]
    : [];
  const headers = [...HEADERS, ...transport];
  return (ctx, next) => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return next() as Promise<void>;
  };
}

/** Headers that announce a retirement: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and links to details. */
function retirementHeaders({ announced, sunset, successor }: Retirement, publicUrl: string) {
  const links = [`<${publicUrl}${VERSIONING_PATH}>; rel="deprecation"; type="text/html"`];
  if (successor) links.push(`<${publicUrl}${successor}>; rel="successor-version"`);
  return {
    Deprecation: `@${Date.parse(announced) / 1000}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: links.join(', '),
  };
}

/** Announces a route's retirement in all responses of the route, including failures. */
export function announceRetirement({ retires }: AnyRoute, publicUrl: string): Middleware[] {
  if (!retires) return [];
  const { Link, ...headers } = retirementHeaders(retires, publicUrl);
  const announce: Middleware = async (ctx, next) => {
    ctx.set({ ...headers, Link });
    await next();
    // Lists also use the Link header, to point to their next page.
    const own = ctx.response.get('Link');
    if (own !== Link) ctx.set('Link', `${own}, ${Link}`);
  };
  return [announce];
}

/** Below this size in bytes, compression saves nothing. */
const THRESHOLD = 1024;

/**
 * Compresses text responses to GET above 1 kB with brotli or gzip. Skips event streams, which must not be delayed.
 * Skips pages with a POST form: if such a page also contains an attacker's text, its compressed length reveals secrets
 * (CVE-2013-3587).
 */
export function compressAnswer(): Middleware {
  const compressed = compress({
    threshold: THRESHOLD,
    br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zstd: false,
    deflate: false,
    filter: (type) => /^(text\/(?!event-stream)|application\/(.+\+)?(json|xml|yaml)|image\/svg)/.test(type ?? ''),
  });
  return async (ctx, next) => {
    await next();
    // Most API responses are this short, and the middleware below would process their headers for nothing.
    if (isShort(ctx.body)) return;
    if (ctx.method !== 'GET' || hasForm(ctx.body)) (ctx as { compress?: false }).compress = false;
    await compressed(ctx, () => Promise.resolve());
    // A strong tag must not identify both the compressed and the uncompressed response (RFC 9110, 8.8.3).
    const etag: string | undefined = ctx.response.get('ETag');
    if (etag?.startsWith('"') && ctx.response.get('Content-Encoding')) ctx.set('ETag', `W/${etag}`);
  };
}

function isShort(body: unknown): boolean {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return false;
  return body.length < THRESHOLD && Buffer.byteLength(body) < THRESHOLD;
}

function hasForm(body: unknown): boolean {
  return Buffer.isBuffer(body) && body.includes('method="post"');
}

/** Number of bytes to drain from an unread body. Only then does a client that is still sending receive the response. */
const LINGER_BYTES = 1024 * 1024;

/** Drains up to 1 MB of an unread body before closing. Otherwise the client could lose the response (RFC 9112, 9.6). */
export function discardUnread(): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      if (!ctx.req.complete) discard(ctx.req, ctx.res);
    }
  };
}

function discard(request: IncomingMessage, response: ServerResponse): void {
  let left = LINGER_BYTES;
  const count = (chunk: Buffer) => {
    left -= chunk.length;
    if (left >= 0) return;
    request.off('data', count).pause();
    if (response.writableFinished) request.destroy();
    else response.once('finish', () => request.destroy());
  };
  request.on('data', count);
}
