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

/** Access rule of an endpoint: public, or keys with certain scopes (with `mode`, keys of that mode only). */
export type Auth = OpenAuth | KeyAuth;
export interface OpenAuth {
  type: 'open';
}
export interface KeyAuth {
  type: 'key';
  scopes: readonly Scope[];
  /**
   * `every`: all scopes are required. `any`: one suffices, and the handler requires the specific one (`requireScopes`).
   */
  match: 'every' | 'any';
  /** Null: keys of both modes. */
  mode: Mode | null;
}

/** Requires no key. A valid key only moves the rate limit from the address to its account. */
export const open: OpenAuth = { type: 'open' };

/**
 * Requires a key with all of these scopes; `mode` refuses keys of the other one (`live_key_required`,
 * `test_key_required`).
 */
export function key(scopes: Scope | readonly Scope[], { mode = null }: { mode?: Mode | null } = {}): KeyAuth {
  return { type: 'key', scopes: [scopes].flat(), match: 'every', mode };
}

/** Requires a key with at least one of these scopes; the resource determines which. */
export function keyWithAny(scopes: readonly Scope[]): KeyAuth {
  return { type: 'key', scopes, match: 'any', mode: null };
}

/** Headers of a reply: null removes a default header, a list sends the header several times. */
type Headers = Record<string, string | readonly string[] | null>;

/** Reply of a handler: the only source of status, headers and body. */
export interface Reply {
  status: number;
  headers?: Headers;
  /** Objects are sent as JSON, bytes and streams as they are; undefined sends no body. */
  body?: object | Buffer | Readable;
  /** Content type of bytes and streams. */
  type?: string;
  /** True where the body is the `selection` of its endpoint. */
  partial?: boolean;
  /** Ids for the log line that neither the path nor a member of a JSON body names. */
  subject?: LoggedIds;
}

/** Subject of a request for its log line, with the provider's event, and what it is about, if it reported one. */
export type LoggedIds = Subject & { eventId?: string; eventType?: string };

/** Content of a successful response: a JSON schema, one of several media types with their schemas, or none. */
export type ResponseSpec = TSchema | TypedContent | null;
export interface TypedContent {
  /** Name of the answer, as `title` is that of a schema. */
  title: string;
  content: Readonly<Record<string, TSchema>>;
}

/** Schemas of content that is not JSON. */
export const TEXT = Type.String();
export const BYTES = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' });

/** True for a response of several media types. */
export function isTyped(response: ResponseSpec): response is TypedContent {
  return response !== null && 'content' in response;
}

/** Request as a handler receives it: authenticated, limited and validated. */
export interface EndpointRequest<A extends Auth, Q extends TObject, B extends TSchema> {
  deps: ApiDeps;
  /** Caller behind the key; null only on open routes without a valid key. */
  caller: A extends KeyAuth ? Caller : Caller | null;
  /** The `{id}` of the path, well-formed. */
  id: string;
  query: Static<Q>;
  body: Static<B>;
  /** Identity of the logical operation. Set only on routes that require an Idempotency-Key. */
  claim: IdempotencyClaim;
  /** As `claim`, on routes where the Idempotency-Key is optional; null if none was sent. */
  sentClaim: IdempotencyClaim | null;
  /** Seconds of `Prefer: wait=N` (RFC 7240), 0 if absent. */
  waitSeconds: number;
  ifNoneMatch: string | null;
  requestId: string;
  /** True for HEAD requests, which must not change anything. */
  isHead: boolean;
  /** Raw Accept header; empty if absent. */
  accept: string;
  /** Client address as reported by the trusted proxies. */
  address: string;
  /** Says that a signed request was verified: until then it counts against its network, however it ends. */
  trust(): void;
  /** Awaits work on the client's own time, excluded from the time budget. */
  offBudget<T>(work: Promise<T>): Promise<T>;
  /** Header by its lower-case name; empty if absent. */
  header(name: string): string;
  /** Value of a cookie; null if absent. */
  cookie(name: string): string | null;
}

/** A refused form as it was sent, unchecked. */
export type RefusedForm = Omit<EndpointRequest<OpenAuth, TObject, TObject>, 'body' | 'claim' | 'sentClaim'> & {
  body: Readonly<Record<string, unknown>>;
};

/** Route of the service: the declaration that router, checks and limits derive from. Endpoints and pages are routes. */
export interface Route<A extends Auth = Auth, Q extends TObject = TObject, B extends TSchema = TSchema> {
  method: 'GET' | 'POST' | 'DELETE';
  /** Path with at most one `{id}`. */
  path: string;
  auth: A;
  /**
   * Required service; without it requests fail with `service_not_configured` before the body is read
   * (docs/interface/requests.md#order-of-checks).
   */
  needs?: Service;
  /** Endpoint-specific rate limit. */
  limit?: EndpointLimit;
  /** Exempt from limits and load shedding: health checks and files of pages, which cost nothing. */
  uncounted?: true;
  /** Answers may have more than 64 kB: an account or network takes a few at once. */
  large?: true;
  /**
   * Answered by requests to this API itself. They take slots and time of their own, so this one holds no slot while it
   * waits for them, and how long it takes is no measure of ours.
   */
  relays?: true;
  /** Speaks MCP: pages of other sites are refused with 403, whatever key they carry, and a 401 names Bearer. */
  mcp?: true;
  /** Public document that scripts of any site may read. */
  anyOrigin?: true;
  /** Announced in every answer and in the description. */
  retires?: Retirement;
  /** Ignores unknown query parameters instead of refusing them. */
  ignoresQuery?: true;
  /** Prefix of the `{id}` of the path, and the failure for a malformed id. */
  id?: { prefix: IdPrefix; missing: FailureCode };
  /** The `{id}` of the path is a secret token, passed on as it is and never logged. */
  idIsToken?: true;
  query?: Q;
  /** Failures of invalid values of these parameters, in place of `invalid_request`. */
  queryFailures?: Readonly<Record<string, FailureCode>>;
  body?: B;
  /** Body format, JSON by default. `raw` is a Buffer; forms from other origins are refused. */
  bodyType?: 'form' | 'raw';
  /** Body members that are not trimmed, such as passwords. All members are normalised to NFC. */
  untrimmed?: readonly string[];
  /**
   * Signature headers of a `raw` body. Requests without them are refused before the body is read; verified requests
   * (`trust`) are exempt from limits.
   */
  signedBy?: readonly string[];
  /**
   * Reads the `token` of a mailed link leniently: malformed tokens read as empty, and parameters added by mail programs
   * are ignored.
   */
  linkToken?: true;
  /** Maximum size of a JSON body in bytes, if it differs from the default. */
  maxBodyBytes?: number;
  /** Format of failures: Problem Details, a page, or negotiated by the Accept header. */
  failsAs?: 'problem' | 'page' | 'negotiated';
  /** Shows the form again, or a page that leads on, with what was sent and what is wrong; null shows the failure page. */
  redisplayForm?(refused: RefusedForm, failure: Failure): Reply | null | Promise<Reply | null>;
  /** Honours `Prefer: wait`. */
  waits?: true;
  /**
   * Answers `Accept: text/event-stream` by server-sent events of this schema, after the one in `Last-Event-ID`, and by
   * 204 where nothing will follow that one.
   */
  streams?: TSchema;
  /**
   * Requires an Idempotency-Key, or honours one: the handler receives the `claim`, or the `sentClaim`, and replies with
   * `operationReply`.
   */
  idempotent?: true | 'optional';
  /** Replaces status 409 where the interface declares none. */
  conflictsAs?: 400;
  /** Sends 401 without a body (docs/interface/accounts.md#account-and-usage). */
  bareUnauthorized?: true;
  /** Declared successes; null for routes without a contract, such as pages. */
  responses: Record<number, ResponseSpec> | null;
  /** Query parameter by which a caller asks for some members, and what the `partial` 200 then is. */
  selection?: { parameter: string; schema: TSchema };
  handle(request: EndpointRequest<A, Q, B>): Reply | Promise<Reply>;
}

/** Tags of the description, in the order in which a customer needs them. */
export const TAGS = {
  evaluations: 'Idea Checks: an agent researches one newsletter idea.',
  searches: 'Custom Searches: agents find, research and rank several ideas for one operator.',
  runs: 'Status and documents of Idea Checks and Custom Searches.',
  batches: 'Runs started together.',
  sandbox: 'Free runs with test keys. Words in the request choose how they end.',
  'findings-schema': 'JSON Schema of the findings.',
  opportunities: 'Researched opportunities for sale, and the dossiers of those you bought.',
  'checkout-sessions': 'Hosted checkout for credits and opportunities.',
  orders: 'Orders, their payments, invoices and refunds.',
  account: 'The account behind the key: plan, credits, balance.',
  usage: 'Requests, runs, cost, budget and limits of the key.',
  webhooks: 'Your endpoints that receive events.',
  'webhook-events': 'The events that your endpoints receive.',
  withdrawals: "Payouts of a contributor's balance.",
  scan: 'Free scans, confirmed by email.',
  auth: 'Links and passwords for signing in to the account pages.',
  marketing: 'Unsubscribe from marketing emails.',
  'support-requests': 'Messages to support.',
  developer: 'Starting points for developers.',
  'endpoint-catalog': 'List of all endpoints.',
  platform: 'Health, this description, and routes of providers and pages.',
} as const;
export type Tag = keyof typeof TAGS;

/** Headers that a success may carry in addition to those of every response. */
export type AnswerHeader = 'Location' | 'Link' | 'Retry-After' | 'Content-Disposition';

/** Endpoint as one declared value, from which router, validators, OpenAPI and catalogue derive. */
export interface Endpoint<
  A extends Auth = Auth,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
> extends Route<A, Q, B> {
  operationId: string;
  /** OpenAPI tag. */
  tag: Tag;
  summary: string;
  description?: string;
  audience: 'public' | 'customer' | 'buyer' | 'contributor' | 'operator';
  /** Set if a success starts a managed agent run (endpoint catalogue). */
  startsRun?: true;
  /** Called by providers or by forms of our own pages; clients leave it out. */
  internal?: true;
  /** Headers of successes in addition to those that its declaration implies. */
  answers?: readonly AnswerHeader[];
  /** Owner of the returned data (endpoint catalogue). */
  responseScope: 'public' | 'caller_account' | null;
  responses: Record<number, ResponseSpec>;
  /** Example of a successful response, if the schema provides none. */
  example?: object;
  /** Failures besides those that `problemsOf` derives. */
  problems?: readonly FailureCode[];
}

/** Endpoint of any handler type, for tables. */
export type AnyEndpoint = Omit<Endpoint, 'handle'> & { handle(request: never): Reply | Promise<Reply> };

/** Route of any handler type, for tables. */
export type AnyRoute = Omit<Route, 'handle'> & { handle(request: never): Reply | Promise<Reply> };

/** Declares an endpoint and infers the types of its handler. */
export function endpoint<A extends Auth, Q extends TObject, B extends TSchema>(
  spec: Endpoint<A, Q, B>,
): Endpoint<A, Q, B> {
  return spec;
}
