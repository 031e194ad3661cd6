import { Failure } from '../../contracts/failures';
import { idSchema } from '../../contracts/ids';
import { cleanText } from '../clean-text';
import type { ApiDeps } from '../deps';
import type { AnyRoute, Reply } from '../endpoint';
import type { Ctx, Middleware } from '../state';
import { bodyCheck, queryCheck } from '../validation';
import { checkReply } from '../check-reply';

const IDEMPOTENCY_KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;
const MAX_WAIT_SECONDS = 30;

/** Checks what is left to check (id, query, body, key of the operation), runs the handler and sends its reply. */
export function answerRequest(route: AnyRoute, deps: ApiDeps): Middleware {
  const query = route.query && queryCheck(route.query);
  const body = route.body && bodyCheck(route.body);
  const id = route.id && new RegExp(idSchema(route.id.prefix).pattern!);
  const versioned = route.path.startsWith('/v1/');
  const check = deps.settings.checkResponses && route.responses ? checkReply(route) : null;

  return async (ctx) => {
    const request = {
      deps,
      caller: ctx.state.caller,
      id: id ? readId(ctx, route, id) : '',
      query: query || versioned ? readQuery(ctx, query) : {},
      body: body ? readBody(ctx, route, body) : undefined,
      idempotencyKey: route.idempotent ? readIdempotencyKey(ctx) : '',
      waitSeconds: route.waits ? readWait(ctx) : 0,
      ifNoneMatch: ctx.get('if-none-match') || null,
      requestId: ctx.state.requestId,
      isHead: ctx.method === 'HEAD',
      accept: ctx.get('accept'),
      address: ctx.ip,
      header: (name: string) => ctx.get(name),
      cookie: (name: string) => ctx.cookies.get(name) ?? null,
    };
    const reply = await route.handle(request as never);
    check?.(reply);
    send(ctx, reply);
  };
}

function readId(ctx: Ctx, route: AnyRoute, pattern: RegExp): string {
  const { id } = (ctx as Ctx & { params: { id: string } }).params;
  if (!pattern.test(id)) throw new Failure(route.id!.missing);
  return id;
}

function readQuery(ctx: Ctx, check: ((value: unknown) => void) | undefined): unknown {
  if (!ctx.querystring) {
    const empty = {};
    check?.(empty);
    return empty;
  }
  const query = cleanText({ ...ctx.query }) as Record<string, unknown>;
  if (check) check(query);
  else refuseUnknown(query);
  return query;
}

function refuseUnknown(query: Record<string, unknown>): void {
  const names = Object.keys(query);
  if (names.length === 0) return;
  throw new Failure('invalid_request', {
    detail: `?${names[0]} is not a known parameter.`,
    errors: names.map((name) => ({ pointer: `?${name}`, code: 'unknown_field', detail: 'is not a known parameter' })),
  });
}

function readBody(ctx: Ctx, { bodyType }: AnyRoute, check: (value: unknown) => void): unknown {
  const { body: raw } = ctx.request as { body?: unknown };
  if (bodyType === 'raw') return raw;
  const body = cleanText(raw);
  check(body);
  return body;
}

function readIdempotencyKey(ctx: Ctx): string {
  const key = ctx.get('idempotency-key');
  if (IDEMPOTENCY_KEY.test(key)) return key;
  throw new Failure('invalid_idempotency_key', {
    errors: [
      {
        pointer: 'Idempotency-Key',
        code: key ? 'invalid_format' : 'required',
        detail: 'must be 1 to 255 printable ASCII characters',
      },
    ],
  });
}

function readWait(ctx: Ctx): number {
  const match = /(?:^|[,;\s])wait\s*=\s*"?(\d+)"?/i.exec(ctx.get('prefer'));
  if (!match) return 0;
  const seconds = Number(match[1]);
  if (seconds <= MAX_WAIT_SECONDS) {
    ctx.set('Preference-Applied', `wait=${seconds}`);
    return seconds;
  }
  throw new Failure('invalid_request', {
    detail: `Prefer: wait must not exceed ${MAX_WAIT_SECONDS} seconds.`,
    errors: [{ pointer: 'Prefer', code: 'out_of_range', detail: `wait must be at most ${MAX_WAIT_SECONDS}` }],
  });
}

function send(ctx: Ctx, { status, headers, body, type }: Reply): void {
  ctx.status = status;
  for (const name in headers) {
    const value = headers[name];
    if (value === null) ctx.remove(name);
    else ctx.set(name, value!);
  }
  if (body === undefined) {
    ctx.body = null;
    ctx.status = status;
  } else if (Buffer.isBuffer(body)) {
    ctx.type = type ?? 'application/octet-stream';
    ctx.body = body;
  } else {
    // The type first: Koa would look at the text for one otherwise.
    ctx.type = type ?? 'application/json';
    ctx.body = JSON.stringify(body);
  }
}
