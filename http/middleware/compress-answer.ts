import { constants } from 'node:zlib';
import compress from 'koa-compress';
import type { Middleware } from '../state';

/** Bytes below which compression saves nothing. */
const THRESHOLD = 1024;

/**
 * Compresses text answers to GET above 1 kB, by brotli or gzip. Left as they are: event streams, which must not be held
 * back, and pages with a form that changes something: next to text that a caller chooses, the length of a compressed
 * page reveals what is secret in it (CVE-2013-3587).
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
    // Most answers of the API end here, and the middleware below would still read and write headers of each.
    if (isShort(ctx.body)) return;
    if (ctx.method !== 'GET' || hasForm(ctx.body)) (ctx as { compress?: false }).compress = false;
    await compressed(ctx, () => Promise.resolve());
    // One strong tag must not name two representations (RFC 9110, 8.8.3).
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
