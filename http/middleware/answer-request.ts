import { Readable } from 'node:stream';
import type { Actor } from '../../base/audit';
import { Failure } from '../../base/failures';
import { IDEMPOTENCY_KEY_PATTERN } from '../../base/idempotency';
import { idSchema } from '../../base/ids';
import { SUBJECT_FIELDS, subjectOf, type Subject } from '../../base/subjects';
import { fingerprint, type IdempotencyClaim } from '../../modules/outbox/store/claims';
import { actingAs } from '../../prisma/client';
import { cleanText } from '../clean-text';
import type { ApiDeps } from '../deps';
import type { AnyRoute, RefusedForm, Reply } from '../endpoint';
import { linkTokenOf, refusedLink } from '../link-token';
import {
  gatherObjects,
  objectParameters,
  MAX_QUERY_LENGTH,
  MAX_QUERY_PARAMETERS,
  readQueryString,
  type QueryParameters,
} from '../query-string';
import { checkReply } from '../reply';
import { readPreferredWait } from '../request-headers';
import type { Ctx, Middleware } from '../state';
import { collectErrors, queryPointer, bodyCheck, queryCheck } from '../validation';

const IDEMPOTENCY_KEY = new RegExp(IDEMPOTENCY_KEY_PATTERN);

/** Validates id, query, body and idempotency key, runs the handler and sends its reply. */
export function answerRequest(route: AnyRoute, deps: ApiDeps): Middleware {
  const query = route.query && queryCheck(route.query);
  const objects = objectParameters(route.query);
  const body = route.body && bodyCheck(route.body);
  const id = route.id && new RegExp(idSchema(route.id.prefix).pattern!);
  const check = deps.settings.checkResponses && route.responses ? checkReply(route) : null;

  const queryOf = (ctx: Ctx) => {
    const sent = readQueryString(ctx.querystring);
    // Mail programs may change links, so a malformed query must still reach the handler.
    if (route.linkToken) return { token: linkTokenOf(sent?.token) };
    // Health checks and files ignore the query.
    if (route.uncounted) return {};
    if (!sent) throw tooLong();
    return readQuery(sent, route, { check: query, objects });
  };

  const handle = async (request: object) => {
    try {
      return await route.handle(request as never);
    } catch (error) {
      throw route.linkToken ? refusedLink(error) : error;
    }
  };

  return async (ctx) => {
    const pathId = id ? readId(ctx, route, id) : '';
    if (pathId) ctx.state.subject = subjectOf(pathId);
    const token = route.idIsToken ? linkTokenOf((ctx as PathCtx).params.id) : '';
    const parameters = queryOf(ctx);
    const sent = body ? readBody(ctx, route) : undefined;
    const asked = {
      caller: ctx.state.caller,
      id: pathId || token,
      query: parameters,
      body: sent,
      ifNoneMatch: ctx.get('if-none-match') || null,
      requestId: ctx.state.requestId,
      isHead: ctx.method === 'HEAD',
      accept: ctx.get('accept'),
      address: ctx.state.address,
      trust: () => void (ctx.state.trusted = true),
      offBudget: ctx.state.budget.offBudget,
      header: (name: string) => ctx.get(name),
      cookie: (name: string) => ctx.cookies.get(name) ?? null,
    };
    if (route.redisplayForm) ctx.state.form = { ...asked, deps, body: { ...(sent as object) } } as RefusedForm;
    if (route.bodyType !== 'raw') body?.(sent);
    const waitSeconds = route.waits ? readWait(ctx) : 0;
    // A request that waits does no work, so it needs no slot.
    if (waitSeconds > 0 || route.relays) ctx.state.releaseSlot();
    const request = {
      ...asked,
      deps: { ...deps, db: actingAs(deps.db, actorOf(ctx, route)) },
      claim: route.idempotent === true ? readClaim(ctx, route, { id: pathId, body: sent }) : undefined,
      sentClaim: isClaimed(ctx, route) ? readClaim(ctx, route, { id: pathId, body: sent }) : null,
      waitSeconds,
    };
    const reply = await handle(request);
    Object.assign(ctx.state.subject, subjectOfBody(reply.body), reply.subject);
    // A 503 was already sent.
    if (ctx.state.budget.spent) return;
    check?.(reply);
    send(ctx, reply);
  };
}

// Ids of the created resource. Does not look into lists.
function subjectOfBody(body: Reply['body']): Subject {
  if (!body || Buffer.isBuffer(body) || body instanceof Readable) return {};
  return subjectOf(...SUBJECT_FIELDS.map((field) => (body as Subject)[field]));
}

// Records the key as the actor. Account pages record the session instead.
function actorOf({ state }: Ctx, route: AnyRoute): Actor {
  const { caller, requestId } = state;
  if (caller) return { kind: 'customer', name: caller.apiKeyId, via: 'key', requestId };
  return { kind: 'customer', name: 'anonymous', via: route.failsAs === 'page' ? 'browser' : null, requestId };
}

type PathCtx = Ctx & { params: { id: string } };

function readId(ctx: Ctx, route: AnyRoute, pattern: RegExp): string {
  const { id } = (ctx as PathCtx).params;
  if (!pattern.test(id)) throw new Failure(route.id!.missing);
  return id;
}

interface QueryReader {
  check: ((value: unknown) => void) | undefined;
  objects: readonly string[];
}

function tooLong(): Failure {
  return new Failure('query_too_long', {
    detail: `The query has more than ${MAX_QUERY_PARAMETERS} parameters or ${MAX_QUERY_LENGTH} characters.`,
  });
}

function readQuery(parameters: QueryParameters, route: AnyRoute, { check, objects }: QueryReader): unknown {
  if (!check && route.ignoresQuery) return {};
  const sent = cleanText(parameters, 'query') as Record<string, unknown>;
  if (!check) {
    refuseUnknown(sent);
    return sent;
  }
  const query = gatherObjects(objects, sent);
  try {
    check(query);
  } catch (error) {
    throw failureOfParameter(error, route) ?? error;
  }
  return query;
}

function failureOfParameter(error: unknown, { queryFailures = {} }: AnyRoute): Failure | null {
  const [first] = error instanceof Failure ? (error.public.errors ?? []) : [];
  const name = first?.pointer.slice(1) ?? '';
  const code = Object.hasOwn(queryFailures, name) && queryFailures[name];
  return code ? new Failure(code) : null;
}

function refuseUnknown(query: Record<string, unknown>): void {
  const errors = collectErrors();
  for (const name of Object.keys(query)) {
    errors.add(() => ({ pointer: queryPointer([name]), code: 'unknown_field', detail: 'is not a known parameter' }));
  }
  errors.refuse();
}

function readBody(ctx: Ctx, { bodyType, untrimmed = [] }: AnyRoute): unknown {
  const { body: raw } = ctx.request as { body?: unknown };
  if (bodyType === 'raw') return raw;
  const body = cleanText(raw);
  for (const name of untrimmed) keepSpaces(raw, body, name);
  return body;
}

function keepSpaces(raw: unknown, body: unknown, name: string): void {
  const written = (raw as Record<string, unknown> | null | undefined)?.[name];
  if (typeof written === 'string') (body as Record<string, unknown>)[name] = written.normalize('NFC');
}

function isClaimed(ctx: Ctx, { idempotent }: AnyRoute): boolean {
  return idempotent === 'optional' && ctx.get('idempotency-key') !== '';
}

/** Claim on an idempotency key. The scope of a key is its account, mode, method and path. */
function readClaim(
  ctx: Ctx,
  { method, path }: AnyRoute,
  { id, body }: { id: string; body: unknown },
): IdempotencyClaim {
  const { accountId, mode } = ctx.state.caller!;
  const operation = `${method} ${path.replace('{id}', id)}`;
  return { accountId, mode, operation, key: readIdempotencyKey(ctx), fingerprint: fingerprint(body) };
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
  const seconds = readPreferredWait(ctx.get('prefer'));
  if (seconds === null) return 0;
  ctx.set('Preference-Applied', `wait=${seconds}`);
  return seconds;
}

const JSON_TYPE = 'application/json; charset=utf-8';

const texts = new WeakMap<object, string>();

/** JSON of a body. Frozen bodies cannot change, so their JSON is cached. */
function jsonOf(body: object): string {
  if (!Object.isFrozen(body)) return JSON.stringify(body);
  const known = texts.get(body);
  if (known !== undefined) return known;
  const text = JSON.stringify(body);
  texts.set(body, text);
  return text;
}

function send(ctx: Ctx, { status, headers, body, type }: Reply): void {
  ctx.status = status;
  for (const name in headers) {
    const value = headers[name];
    if (value === null) ctx.remove(name);
    else ctx.res.setHeader(name, value as string | string[]);
  }
  if (body === undefined) {
    ctx.body = null;
    ctx.status = status;
  } else if (Buffer.isBuffer(body) || body instanceof Readable) {
    ctx.type = type ?? 'application/octet-stream';
    ctx.body = body;
  } else {
    // Set the type first; otherwise Koa derives it from the content.
    if (type) ctx.type = type;
    else ctx.res.setHeader('Content-Type', JSON_TYPE);
    ctx.body = jsonOf(body);
  }
}
