import type { Readable } from 'node:stream';
import { Type, type Static, type TObject, type TSchema } from '@sinclair/typebox';
import type { Mode, Scope } from '../base/access';
import type { Failure, FailureCode } from '../base/failures';
import type { IdPrefix } from '../base/ids';
import type { Subject } from '../base/subjects';
import type { Caller } from '../modules/accounts/store/callers';
import type { IdempotencyClaim } from '../modules/outbox/store/claims';
import type { ApiDeps } from './deps';
import type { EndpointLimit } from './limits/limit-classes';
import type { Retirement } from './retirement';
import type { Service } from './services';

/** Access rule of an endpoint: public, or only for keys with certain scopes and optionally of one mode. */
export type Auth = OpenAuth | KeyAuth;
export interface OpenAuth {
  type: 'open';
}
export interface KeyAuth {
  type: 'key';
  scopes: readonly Scope[];
  /** `every`: all scopes are required. `any`: one is enough, and the handler checks which one (`requireScopes`). */
  match: 'every' | 'any';
  /** Mode of the keys that are allowed; null allows both modes. */
  mode: Mode | null;
}

/** Requires no key. If a valid key is sent, the request counts against its account instead of the network. */
export const open: OpenAuth = { type: 'open' };

/** Requires a key with all of these scopes, optionally of one mode (`live_key_required`, `test_key_required`). */
export function key(scopes: Scope | readonly Scope[], { mode = null }: { mode?: Mode | null } = {}): KeyAuth {
  return { type: 'key', scopes: [scopes].flat(), match: 'every', mode };
}

/** Requires a key with at least one of these scopes. The requested resource determines which one. */
export function keyWithAny(scopes: readonly Scope[]): KeyAuth {
  return { type: 'key', scopes, match: 'any', mode: null };
}

/** Headers of a reply. Null removes a default header; a list sends the header several times. */
type Headers = Record<string, string | readonly string[] | null>;

/** Reply of a handler, which alone determines status, headers and body. */
export interface Reply {
  status: number;
  headers?: Headers;
  /** Objects are sent as JSON; bytes and streams are sent unchanged. Undefined sends no body. */
  body?: object | Buffer | Readable;
  /** Content type for bytes and streams. */
  type?: string;
  /** True if the body has only the members that the `selection` parameter named. */
  partial?: boolean;
  /** Ids for the log line that are neither in the path nor in the JSON body. */
  subject?: LoggedIds;
}

/** Ids for a request's log line, plus the id and type of a provider event. */
export type LoggedIds = Subject & { eventId?: string; eventType?: string };

/** Content of a successful response: a JSON schema, several media types, or no body (null). */
export type ResponseSpec = TSchema | TypedContent | null;
export interface TypedContent {
  /** Name of the response, used like the `title` of a schema. */
  title: string;
  content: Readonly<Record<string, TSchema>>;
}

/** Schemas of content that is not JSON. */
export const TEXT = Type.String();
export const BYTES = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' });

/** True for a response that is available in several media types. */
export function isTyped(response: ResponseSpec): response is TypedContent {
  return response !== null && 'content' in response;
}

/** Request as a handler receives it: authenticated, limited and validated. */
export interface EndpointRequest<A extends Auth, Q extends TObject, B extends TSchema> {
  deps: ApiDeps;
  /** Caller that owns the key. Null only on open routes without a valid key. */
  caller: A extends KeyAuth ? Caller : Caller | null;
  /** The `{id}` in the path, already checked for its format. */
  id: string;
  query: Static<Q>;
  body: Static<B>;
  /** Claim on the Idempotency-Key. Present only on routes that require a key. */
  claim: IdempotencyClaim;
  /** Like `claim`, but for routes where the Idempotency-Key is optional; null if none was sent. */
  sentClaim: IdempotencyClaim | null;
  /** Seconds from `Prefer: wait=N` (RFC 7240), or 0 if absent. */
  waitSeconds: number;
  ifNoneMatch: string | null;
  requestId: string;
  /** True for HEAD requests, which must not change anything. */
  isHead: boolean;
  /** Raw Accept header; empty if absent. */
  accept: string;
  /** Client address as reported by the trusted proxies. */
  address: string;
  /** Marks a signed request as verified. Unverified requests count against the sender's network. */
  trust(): void;
  /** Awaits work whose duration does not count toward the request's time budget. */
  offBudget<T>(work: Promise<T>): Promise<T>;
  /** Header by its lower-case name, or an empty string. */
  header(name: string): string;
  cookie(name: string): string | null;
}

/** A rejected form as it was sent. Its values are not validated. */
export type RefusedForm = Omit<EndpointRequest<OpenAuth, TObject, TObject>, 'body' | 'claim' | 'sentClaim'> & {
  body: Readonly<Record<string, unknown>>;
};

/** Declaration of a route. The router, validation and limits derive from it. Endpoints and pages are routes. */
export interface Route<A extends Auth = Auth, Q extends TObject = TObject, B extends TSchema = TSchema> {
  method: 'GET' | 'POST' | 'DELETE';
  /** Path with at most one `{id}`. */
  path: string;
  auth: A;
  /** Service that must be configured. Otherwise requests fail with `service_not_configured` before the body is read. */
  needs?: Service;
  limit?: EndpointLimit;
  /** Exempt from limits and load shedding. For cheap requests such as health checks and static files. */
  uncounted?: true;
  /** Responses can exceed 64 kB, so concurrent requests are limited per account or network. */
  large?: true;
  /**
   * The handler calls this API, and those calls use their own slots and time budgets. The outer request therefore holds
   * no slot while it waits, and metrics omit its duration.
   */
  relays?: true;
  /** Speaks MCP. Rejects requests from other sites with 403, even with a valid key. A 401 asks for a Bearer token. */
  mcp?: true;
  /** Public document that scripts of any site may read (CORS). */
  anyOrigin?: true;
  /** Retirement of this route, which every response and the API description announce. */
  retires?: Retirement;
  /** Ignores unknown query parameters instead of rejecting them. */
  ignoresQuery?: true;
  /** Prefix of the path's `{id}`, and the failure for a malformed id. */
  id?: { prefix: IdPrefix; missing: FailureCode };
  /** The path's `{id}` is a secret token. It is passed unchanged and never logged. */
  idIsToken?: true;
  query?: Q;
  /** Failures to return instead of `invalid_request` if these parameters have invalid values. */
  queryFailures?: Readonly<Record<string, FailureCode>>;
  body?: B;
  /** Body format; JSON by default. `raw` is a Buffer. Forms from other origins are rejected. */
  bodyType?: 'form' | 'raw';
  /** Body members that must not be trimmed, such as passwords. They are still normalized to NFC. */
  untrimmed?: readonly string[];
  /** Signature headers that a `raw` body needs. Verified requests (`trust`) are exempt from limits. */
  signedBy?: readonly string[];
  /** Accepts links that mail programs changed: treats a malformed `token` as empty and ignores added parameters. */
  linkToken?: true;
  /** Maximum size of a JSON body in bytes, if it differs from the default. */
  maxBodyBytes?: number;
  /** Format of failures: Problem Details, an HTML page, or negotiated by the Accept header. */
  failsAs?: 'problem' | 'page' | 'negotiated';
  /** Shows the form again with its values and errors, or shows another page. Null shows the failure page. */
  redisplayForm?(refused: RefusedForm, failure: Failure): Reply | null | Promise<Reply | null>;
  /** Honors `Prefer: wait`. */
  waits?: true;
  /**
   * Schema of the events sent for `Accept: text/event-stream`. Streams resume after `Last-Event-ID`. If no further
   * events are possible, the response is 204.
   */
  streams?: TSchema;
  /** Requires an Idempotency-Key (`claim`) or accepts one (`sentClaim`). The handler replies with `operationReply`. */
  idempotent?: true | 'optional';
  /** Status to use instead of 409 on endpoints whose public contract has no 409. */
  conflictsAs?: 400;
  /** Sends 401 without a body (docs/interface/accounts.md#account-and-usage). */
  bareUnauthorized?: true;
  /** Successful responses by status. Null for routes without a contract, such as pages. */
  responses: Record<number, ResponseSpec> | null;
  /** Query parameter that selects members of the body, and the schema of the resulting `partial` 200. */
  selection?: { parameter: string; schema: TSchema };
  handle(request: EndpointRequest<A, Q, B>): Reply | Promise<Reply>;
}

/** Tags in the API description, in the order in which customers need them. */
export const TAGS = {
  evaluations: 'Idea Checks: an agent researches one newsletter idea.',
  searches: 'Custom Searches: agents find, research and rank several ideas for one operator.',
  runs: 'Status and documents of Idea Checks and Custom Searches.',
  batches: 'Runs started together.',
  sandbox: 'Free runs with test keys. Phrases in the request choose the outcome.',
  'findings-schema': 'JSON Schema of the findings.',
  opportunities: 'Researched opportunities for sale, and dossiers of opportunities that you bought.',
  'checkout-sessions': 'Hosted checkout for credits and opportunities.',
  orders: 'Orders with payments, invoices and refunds.',
  account: 'The account of the key: plan, entitlements, balance.',
  usage: 'Requests, runs, cost, budget and limits of the key.',
  webhooks: 'Endpoints that receive your events.',
  'webhook-events': 'Events that your endpoints receive.',
  withdrawals: "Payouts of a contributor's balance.",
  scan: 'Free scans, confirmed by email.',
  auth: 'Sign-in links and passwords for the account pages.',
  marketing: 'Unsubscribe from marketing emails.',
  'support-requests': 'Messages to support.',
  developer: 'Starting points for developers.',
  'endpoint-catalog': 'List of all endpoints.',
  platform: 'Health, this description, and routes of providers and pages.',
} as const;
export type Tag = keyof typeof TAGS;

/** Additional headers of successful responses. */
export type AnswerHeader = 'Location' | 'Link' | 'Retry-After' | 'Content-Disposition';

/** Declaration of an endpoint. The router, validators, OpenAPI and catalog derive from it. */
export interface Endpoint<
  A extends Auth = Auth,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
> extends Route<A, Q, B> {
  operationId: string;
  tag: Tag;
  summary: string;
  description?: string;
  audience: 'public' | 'customer' | 'buyer' | 'contributor' | 'operator';
  /** True if a successful request starts a managed agent run (for the endpoint catalog). */
  startsRun?: true;
  /** Only providers or our own forms call this endpoint, so clients omit it. */
  internal?: true;
  /** Headers of successful responses that the rest of the declaration does not imply. */
  answers?: readonly AnswerHeader[];
  /** Who owns the returned data (for the endpoint catalog). */
  responseScope: 'public' | 'caller_account' | null;
  responses: Record<number, ResponseSpec>;
  /** Example of a successful response, if the schema provides none. */
  example?: object;
  /** Failures that the endpoint can return in addition to those that `problemsOf` derives from the declaration. */
  problems?: readonly FailureCode[];
}

/** Endpoint with any handler type, for tables of endpoints. */
export type AnyEndpoint = Omit<Endpoint, 'handle'> & { handle(request: never): Reply | Promise<Reply> };

/** Route with any handler type, for tables of routes. */
export type AnyRoute = Omit<Route, 'handle'> & { handle(request: never): Reply | Promise<Reply> };

/** Declares an endpoint and infers the types of its handler. */
export function endpoint<A extends Auth, Q extends TObject, B extends TSchema>(
  spec: Endpoint<A, Q, B>,
): Endpoint<A, Q, B> {
  return spec;
}
