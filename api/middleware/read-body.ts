import { koaBody } from 'koa-body';
import { Failure } from '../../contracts/failures';
import type { Middleware } from '../state';

/** Largest body in bytes (contract.md, Limits). */
const MAX_BODY = 64 * 1024;

/**
 * Reads a JSON body into `ctx.request.body`.
 *
 * @throws Failure `unsupported_media_type` (415) for another type; the parser's own errors for size and syntax
 */
export function readJson(): Middleware {
  const parse = koaBody({
    json: true,
    text: false,
    urlencoded: false,
    multipart: false,
    jsonLimit: MAX_BODY,
    jsonStrict: false,
  });
  return async (ctx, next) => {
    // null: there is no body at all, which validation then says better.
    if (ctx.is('application/json', 'application/*+json') === false) throw new Failure('unsupported_media_type');
    await parse(ctx, next);
  };
}
