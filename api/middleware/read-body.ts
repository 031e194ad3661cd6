import { koaBody } from 'koa-body';
import { Failure, type FailureCode } from '../../contracts/failures';
import type { Middleware } from '../state';

/** Largest body in bytes (contract.md, Limits). */
const MAX_BODY = 64 * 1024;

/** What the parser's errors mean, by their status. Their messages quote the body, so they are not passed on. */
const PARSER_FAILURES: Record<number, FailureCode> = {
  400: 'invalid_json',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

/**
 * Reads a JSON body into `ctx.request.body`.
 *
 * @throws Failure `unsupported_media_type`, `payload_too_large`, `invalid_json`
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
    try {
      await parse(ctx, () => Promise.resolve());
    } catch (error) {
      const code = PARSER_FAILURES[(error as { status?: number }).status ?? 500];
      throw code ? new Failure(code, { cause: error }) : error;
    }
    await next();
  };
}
