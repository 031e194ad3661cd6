import type { IncomingMessage } from 'node:http';
import { koaBody } from 'koa-body';
import { Failure, type FailureCode } from '../../contracts/failures';
import type { Middleware } from '../state';

/** Largest body in bytes (contract.md, Limits). */
const MAX_BODY = 64 * 1024;

/** Largest body of a webhook; an event of the payment provider can carry a large object. */
const MAX_RAW_BODY = 1024 * 1024;

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
export function readJson(maxBytes = MAX_BODY): Middleware {
  return readAs(['application/json', 'application/*+json'], { json: true, jsonLimit: maxBytes, jsonStrict: false });
}

/**
 * Reads an `application/x-www-form-urlencoded` body into `ctx.request.body`: texts by name, a list where a name comes twice.
 *
 * @throws Failure `unsupported_media_type`, `payload_too_large`
 */
export function readForm(): Middleware {
  return readAs(['application/x-www-form-urlencoded'], { urlencoded: true, formLimit: MAX_BODY });
}

/**
 * Reads a body as it came into `ctx.request.body`, as a Buffer: what is signed is signed byte by byte.
 *
 * @throws Failure `payload_too_large`
 */
export function readRaw(): Middleware {
  return async (ctx, next) => {
    (ctx.request as { body?: unknown }).body = await readBytes(ctx.req);
    await next();
  };
}

function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      // What is too long is read to its end and not kept: a sender that is cut off would not hear why.
      if (length <= MAX_RAW_BODY) chunks.push(chunk);
    });
    request.on('end', () => {
      if (length > MAX_RAW_BODY) reject(new Failure('payload_too_large'));
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    });
    request.on('error', reject);
  });
}

function readAs(types: string[], options: Parameters<typeof koaBody>[0]): Middleware {
  const parse = koaBody({ json: false, text: false, urlencoded: false, multipart: false, ...options });
  return async (ctx, next) => {
    // null: there is no body at all, which validation then says better.
    if (ctx.is(...(types as [string])) === false) throw new Failure('unsupported_media_type');
    try {
      await parse(ctx, () => Promise.resolve());
    } catch (error) {
      const code = PARSER_FAILURES[(error as { status?: number }).status ?? 500];
      throw code ? new Failure(code, { cause: error }) : error;
    }
    await next();
  };
}
