import type { IncomingMessage } from 'node:http';
import { koaBody } from 'koa-body';
import { Failure, type FailureCode } from '../../base/failures';
import type { Ctx, Middleware } from '../state';

/** Maximum size of a body in bytes, both compressed and decompressed (docs/interface/limits.md). */
const MAX_BODY = 64 * 1024;

/** Maximum size of a signed event in bytes. The payment provider's events can be large. */
const MAX_RAW_BODY = 256 * 1024;

const ENCODINGS = ['gzip', 'deflate', 'br', 'identity'];

/** Failure codes by parser status. Parser messages quote the body, so the caller must not get them. */
const PARSER_FAILURES: Record<number, FailureCode> = {
  400: 'invalid_json',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

/**
 * Reads a JSON body into `ctx.request.body`; undefined if empty.
 *
 * @throws Failure `unsupported_media_type`, `payload_too_large`, `invalid_json`, `invalid_request`
 */
export function readJson(maxBytes = MAX_BODY): Middleware {
  return readAs(['application/json', 'application/*+json'], { json: true, jsonLimit: maxBytes, jsonStrict: false });
}

/**
 * Reads an `application/x-www-form-urlencoded` body into `ctx.request.body`: strings by name, or lists for repeated
 * names.
 *
 * @throws Failure `unsupported_media_type`, `payload_too_large`, `invalid_request`
 */
export function readForm(): Middleware {
  return readAs(['application/x-www-form-urlencoded'], { urlencoded: true, formLimit: MAX_BODY });
}

/**
 * Reads the raw body into `ctx.request.body` as a Buffer, because the signature covers the exact bytes. If the
 * signature headers are missing, rejects the request before reading its body.
 *
 * @throws Failure `invalid_webhook`, `payload_too_large`
 */
export function readSigned(headers: readonly string[]): Middleware {
  return async (ctx, next) => {
    if (headers.some((name) => !ctx.get(name))) {
      throw new Failure('invalid_webhook', { detail: 'Refused: signature.' });
    }
    (ctx.request as { body?: unknown }).body = await ctx.state.budget.offBudget(readBytes(ctx.req, MAX_RAW_BODY));
    await next();
  };
}

function readAs(types: string[], options: Parameters<typeof koaBody>[0]): Middleware {
  const none = { json: false, text: false, urlencoded: false, multipart: false };
  const parse = koaBody({ ...none, includeUnparsed: true, jsonTypes: types, urlencodedTypes: types, ...options });
  return async (ctx, next) => {
    const type = ctx.is(...(types as [string]));
    if (type === false) throw new Failure('unsupported_media_type');
    // A null type means that there is no body. Validation reports a missing body with a better error.
    if (type !== null) await ctx.state.budget.offBudget(parseBody(ctx, parse));
    await next();
  };
}

async function parseBody(ctx: Ctx, parse: ReturnType<typeof koaBody>): Promise<void> {
  nameEncoding(ctx);
  try {
    await parse(ctx, () => Promise.resolve());
  } catch (error) {
    throw parserFailure(error as ParserError, ctx.get('content-encoding'));
  }
  const request = ctx.request as { body?: unknown; rawBody?: unknown };
  // The decoder replaces invalid UTF-8 with U+FFFD. Such text must not be stored.
  if (typeof request.rawBody === 'string' && request.rawBody.includes('\uFFFD')) {
    throw new Failure('invalid_json', { detail: 'The body is not encoded in UTF-8.' });
  }
  if (request.body === '') request.body = undefined;
}

// The parser accepts only lower-case names.
function nameEncoding(ctx: Ctx): void {
  const encoding = ctx.get('content-encoding').trim().toLowerCase() || 'identity';
  if (!ENCODINGS.includes(encoding)) {
    throw new Failure('unsupported_media_type', {
      detail: 'Send the body uncompressed, or with one Content-Encoding of gzip, deflate or br.',
      headers: { 'Accept-Encoding': 'gzip, deflate, br' },
    });
  }
  ctx.req.headers['content-encoding'] = encoding;
}

interface ParserError extends Error {
  status?: number;
  type?: string;
}

function parserFailure(error: ParserError, encoding: string): Error {
  if (error.type === 'request.aborted' || error.type === 'request.size.invalid') {
    return new Failure('invalid_request', { detail: 'The body ended early.', cause: error });
  }
  // Parser errors have a status. Decompression errors do not.
  if (error.status === undefined && encoding !== 'identity') {
    const detail = 'does not match the encoding of the body';
    const errors = [{ pointer: 'Content-Encoding', code: 'invalid_format', detail }];
    return new Failure('invalid_request', { detail: `Content-Encoding ${detail}.`, errors, cause: error });
  }
  const code = PARSER_FAILURES[error.status ?? 500];
  return code ? new Failure(code, { cause: error }) : error;
}

/** Reads a body, buffering at most `maxBytes`. @throws Failure `payload_too_large`, `invalid_request` if cut off */
export function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (error: Failure | null) => {
      request.off('data', take).off('end', end).off('error', broken).off('close', broken);
      if (error) reject(error);
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length));
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) finish(new Failure('payload_too_large'));
      else chunks.push(chunk);
    };
    const end = () => finish(null);
    const broken = () => finish(new Failure('invalid_request', { detail: 'The body ended early.' }));
    if (Number(request.headers['content-length']) > maxBytes) return reject(new Failure('payload_too_large'));
    request.on('data', take).on('end', end).on('error', broken).on('close', broken);
  });
}
