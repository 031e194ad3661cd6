import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Scope } from '../contracts/access';
import { FAILURES, type FailureCode } from '../contracts/failures';
import type { IdPrefix } from '../contracts/ids';
import type { Markup } from '../providers/html';
import type { Caller } from '../store/api-keys';
import type { ApiDeps } from './deps';
import type { EndpointLimit } from './limits/limit-classes';

/** Who may call an endpoint: everybody, or keys with a scope (where `live`, live keys only). */
export type Auth = OpenAuth | KeyAuth;
export interface OpenAuth {
  type: 'open';
}
export interface KeyAuth {
  type: 'key';
  scope: Scope;
  live: boolean;
}

/** No key is needed; one that is sent is not looked at. */
export const open: OpenAuth = { type: 'open' };

/** A key with this scope is needed; with `live` a test key is refused (`live_key_required`). */
export function key(scope: Scope, { live = false } = {}): KeyAuth {
  return { type: 'key', scope, live };
}

/** What a handler answers with: nothing else sets status, headers or body. */
export interface Reply {
  status: number;
  /** null takes away a header that every answer has. */
  headers?: Record<string, string | null>;
  /** An object is sent as JSON, bytes as they are; undefined sends no body. */
  body?: object | Buffer;
  /** Content type of bytes. */
  type?: string;
}

/** What a successful status carries: a JSON schema, one of several media types, or nothing. */
export type ResponseSpec = TSchema | { content: readonly string[] } | null;

/** What a handler is given: the request after every check. */
export interface EndpointRequest<A extends Auth, Q extends TObject, B extends TSchema> {
  deps: ApiDeps;
  caller: A extends KeyAuth ? Caller : null;
  /** The `{id}` of the path, well-formed. */
  id: string;
  query: Static<Q>;
  body: Static<B>;
  /** The Idempotency-Key header, on endpoints that need one. */
  idempotencyKey: string;
  /** Seconds of `Prefer: wait=N` (RFC 7240), 0 where it is absent. */
  waitSeconds: number;
  ifNoneMatch: string | null;
  requestId: string;
  /** Whether only the head of the answer is wanted: nothing may be changed then. */
  isHead: boolean;
  /** The Accept header as it came; empty where there is none. */
  accept: string;
  /** Address that the request came from, as far as the proxies that we trust tell it. */
  address: string;
  /** Header by its lower-case name; empty where it is absent. */
  header(name: string): string;
  /** Value of a cookie; null where it is absent. */
  cookie(name: string): string | null;
}

/** Texts of a form by the names of their fields. */
export type SentForm = Readonly<Record<string, string>>;

/** One way into the service: what router, checks and limits need to know of it. Endpoints and pages are routes. */
export interface Route<A extends Auth = Auth, Q extends TObject = TObject, B extends TSchema = TSchema> {
  method: 'GET' | 'POST';
  /** Path with at most one `{id}`. */
  path: string;
  auth: A;
  /**
   * Whether what this route works on is configured, for whoever calls; where it is not, the answer is `service_not_configured`
   * before anything is read (contract.md, Order of checks).
   */
  needs?(deps: ApiDeps, caller: Caller | null): boolean;
  /** The limit of its own that this endpoint counts against; reads of runs count against no other. */
  limit?: EndpointLimit;
  /** Prefix of the path's `{id}`, and what a malformed id is answered with. */
  id?: { prefix: IdPrefix; missing: FailureCode };
  query?: Q;
  body?: B;
  /** How the body comes: JSON where nothing is said; `raw` as a Buffer; a form is refused when a page of another origin sent it. */
  bodyType?: 'form' | 'raw';
  /** Largest JSON body in bytes, where it is not that of every endpoint. */
  maxBodyBytes?: number;
  /** Whom failures are told: programs (Problem Details), readers (a page), or whichever the Accept header names. */
  failsAs?: 'problem' | 'page' | 'negotiated';
  /** Shows the form of a page again, with what was sent and what was wrong with it, so that nothing has to be written twice. */
  formAgain?(sent: SentForm, wrong: Markup, status: number): Reply;
  /** Whether `Prefer: wait` is honoured. */
  waits?: true;
  idempotent?: true;
  /** The status of failures that are 409 elsewhere: where the interface declares none. */
  conflictsAs?: 400;
  /** Answers 401 without a body (spec row 21). */
  bareUnauthorized?: true;
  /** What successes carry; null where nobody is promised anything, as with pages. */
  responses: Record<number, ResponseSpec> | null;
  handle(request: EndpointRequest<A, Q, B>): Reply | Promise<Reply>;
}

/** One endpoint: everything about it in one value. Router, validators, OpenAPI and catalogue are derived from it. */
export interface Endpoint<
  A extends Auth = Auth,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
> extends Route<A, Q, B> {
  operationId: string;
  summary: string;
  description?: string;
  audience: 'public' | 'customer' | 'buyer' | 'contributor' | 'operator';
  /** Whether a success starts a managed agent run (endpoint catalogue). */
  startsRun?: true;
  /** Whose data the answer holds (endpoint catalogue). */
  responseScope: 'public' | 'caller_account' | null;
  responses: Record<number, ResponseSpec>;
  /** A successful answer, where its schema's own examples make none. */
  example?: object;
  /** Failures beside those that every endpoint of its sort has; see `problemsOf`. */
  problems?: readonly FailureCode[];
}

/** An endpoint as the table holds it. */
export type AnyEndpoint = Omit<Endpoint, 'handle'> & { handle(request: never): Reply | Promise<Reply> };

/** A route as the application holds it. */
export type AnyRoute = Omit<Route, 'handle'> & { handle(request: never): Reply | Promise<Reply> };

/** Declares an endpoint; the types of its handler follow from what it declares. */
export function endpoint<A extends Auth, Q extends TObject, B extends TSchema>(
  spec: Endpoint<A, Q, B>,
): Endpoint<A, Q, B> {
  return spec;
}

/** The status that a route answers a failure with: the registry's, unless the interface wants another. */
export function statusOf(route: AnyRoute | null, code: FailureCode): number {
  const { status } = FAILURES[code];
  return status === 409 ? (route?.conflictsAs ?? status) : status;
}

/** Every failure that an endpoint can answer with, from what it declares (contract.md, Statuses beyond the rows). */
export function problemsOf(spec: AnyEndpoint): FailureCode[] {
  const codes = new Set<FailureCode>(spec.problems);
  if (spec.path.startsWith('/v1/') || (spec.body && spec.bodyType !== 'raw')) codes.add('invalid_request');
  if (spec.auth.type === 'key') {
    for (const code of ['missing_api_key', 'invalid_api_key', 'insufficient_scope', 'service_unavailable'] as const) {
      codes.add(code);
    }
    if (spec.auth.live) codes.add('live_key_required');
  }
  if (spec.id) codes.add(spec.id.missing);
  if (spec.body) {
    if (spec.bodyType === 'form') codes.add('origin_not_allowed');
    if (spec.bodyType === undefined) codes.add('invalid_json');
    if (spec.bodyType !== 'raw') codes.add('unsupported_media_type');
    codes.add('payload_too_large');
  }
  if (spec.needs) codes.add('service_not_configured');
  if (spec.idempotent) {
    for (const code of ['invalid_idempotency_key', 'idempotency_key_reused', 'idempotency_in_flight'] as const) {
      codes.add(code);
    }
  }
  codes.add('rate_limited');
  codes.add('internal_error');
  return [...codes];
}
