import { constants } from 'node:zlib';
import compress from 'koa-compress';
import type { Middleware } from '../state';

/**
 * Compresses text answers to GET above 1 kB, by brotli or gzip. Left as they are: event streams, which must not be held
 * back, and pages with a form that changes something: beside text that a caller chooses, the length of a compressed
 * page tells what is secret in it (CVE-2013-3587).
 */
export function compressAnswer(): Middleware {
  const compressed = compress({
    threshold: 1024,
    br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zstd: false,
    deflate: false,
    filter: (type) => /^(text\/(?!event-stream)|application\/(.+\+)?(json|xml|yaml)|image\/svg)/.test(type ?? ''),
  });
  return async (ctx, next) => {
    await compressed(ctx, async () => {
      await next();
      if (ctx.method !== 'GET' || hasForm(ctx.body)) (ctx as { compress?: false }).compress = false;
    });
    // One strong tag must not name two representations (RFC 9110, 8.8.3).
    const etag: string | undefined = ctx.response.get('ETag');
    if (etag?.startsWith('"') && ctx.response.get('Content-Encoding')) ctx.set('ETag', `W/${etag}`);
  };
}

function hasForm(body: unknown): boolean {
  return Buffer.isBuffer(body) && body.includes('method="post"');
}
