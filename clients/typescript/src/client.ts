import { createCall, type Call, type CallOptions } from './call.ts';
import { listOf, type List } from './lists.ts';
import { createRuns, type Batches, type CreateOptions, type Runs, type Sandbox } from './runs.ts';
import type { Connection } from './send.ts';
import { createWebhooks, type Webhooks } from './webhook-endpoints.ts';
import type {
  Account,
  AnswerOf,
  BodyOf,
  LoggedRequest,
  Opportunity,
  Order,
  OrderSummary,
  Page,
  ProductEvent,
  QueryOf,
  Usage,
  Withdrawal,
} from './types.ts';

export interface ClientOptions {
  /** API key. Sent only to `baseUrl`, and never part of an error. */
  apiKey: string;
  /** Base URL of the service, such as `https://api.example.com`. http is allowed only on loopback. */
  baseUrl: string;
  /** Milliseconds of silence before a request is abandoned and retried. Default 60,000. */
  timeoutMs?: number;
  /** Maximum retries of a request. Default 5. */
  maxRetries?: number;
  /** Longest `Retry-After` to wait for, in milliseconds. Throws immediately if it is longer. Default 60,000. */
  maxPauseMs?: number;
  /** Largest response read into memory, in bytes. Default 64 MiB. */
  maxBytes?: number;
  /** Replaces the platform's `fetch`, for example to use a proxy. */
  fetch?: typeof fetch;
}

/** Client of the API. */
export interface Client {
  runs: Runs;
  sandbox: Sandbox;
  batches: Batches;
  /** Opportunities for sale. */
  opportunities: List<Opportunity, QueryOf<'GET /v1/opportunities'>> & {
    /** Reserves an opportunity and opens its checkout. */
    purchase(
      id: string,
      body: BodyOf<'POST /v1/opportunities/{id}/purchase'>,
      options?: CreateOptions,
    ): Promise<AnswerOf<'POST /v1/opportunities/{id}/purchase'>>;
    dossier(id: string, format: 'html' | 'md', options?: CallOptions): Promise<string>;
    dossier(id: string, format: 'pdf', options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  };
  orders: List<OrderSummary, QueryOf<'GET /v1/orders'>> & { get(id: string, options?: CallOptions): Promise<Order> };
  withdrawals: List<Withdrawal, QueryOf<'GET /v1/withdrawals'>> & {
    /** Requests a payout. This moves money, so store your own idempotency key first. */
    create(body: BodyOf<'POST /v1/withdrawals'>, options?: CreateOptions): Promise<Withdrawal>;
    get(id: string, options?: CallOptions): Promise<Withdrawal>;
  };
  webhooks: Webhooks;
  /** The account's events, as sent to webhook endpoints. Empty unless the operator has enabled product events. */
  events: List<ProductEvent, QueryOf<'GET /v1/events'>>;
  /** Requests made with the account's keys in the last seven days. */
  requests: List<LoggedRequest, QueryOf<'GET /v1/requests'>>;
  account(options?: CallOptions): Promise<Account>;
  /** Usage of the key. `runs` and `cost` count only runs that match all of `metadata`. */
  usage(options?: CallOptions & QueryOf<'GET /v1/usage'>): Promise<Usage>;
  /** Calls any other endpoint: `client.call('GET /v1/developer')`. */
  call: Call;
}

/**
 * Creates a client.
 * @throws TypeError if `apiKey` or `baseUrl` is invalid
 */
export function createClient(settings: ClientOptions): Client {
  const call = createCall(connectionOf(settings), newKey);
  return {
    ...createRuns(call, newKey),
    opportunities: {
      ...listOf(async (query: QueryOf<'GET /v1/opportunities'>, options) => {
        const { body, headers } = await call.full('GET /v1/opportunities', { query, ...options });
        const next = /<([^>]+)>;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1];
        return { data: body ?? [], nextCursor: next ? new URL(next).searchParams.get('cursor') : null };
      }),
      purchase: (id, body, options) => call('POST /v1/opportunities/{id}/purchase', { path: { id }, body, ...options }),
      dossier: ((id: string, format: 'html' | 'pdf' | 'md', options?: CallOptions) => {
        const parts = { path: { id }, query: { format }, ...options };
        const endpoint = 'GET /v1/opportunities/{id}/dossier';
        return format === 'pdf' ? call.bytes(endpoint, parts) : call.text(endpoint, parts);
      }) as Client['opportunities']['dossier'],
    },
    orders: {
      ...listOf((query: QueryOf<'GET /v1/orders'>, options) => call('GET /v1/orders', { query, ...options })),
      get: (id, options) => call('GET /v1/orders/{id}', { path: { id }, ...options }),
    },
    withdrawals: {
      ...listOf((query: QueryOf<'GET /v1/withdrawals'>, options) => call('GET /v1/withdrawals', { query, ...options })),
      create: (body, options) => call('POST /v1/withdrawals', { body, ...options }),
      get: (id, options) => call('GET /v1/withdrawals/{id}', { path: { id }, ...options }),
    },
    webhooks: createWebhooks(call),
    events: listOf(
      (query: QueryOf<'GET /v1/events'>, options) =>
        call('GET /v1/events', { query, ...options }) as Promise<Page<ProductEvent>>,
    ),
    requests: listOf((query: QueryOf<'GET /v1/requests'>, options) => call('GET /v1/requests', { query, ...options })),
    account: (options) => call('GET /v1/account', options),
    usage: ({ metadata, ...options } = {}) =>
      call('GET /v1/usage', { ...(metadata && { query: { metadata } }), ...options }),
    call,
  };
}

function connectionOf(options: ClientOptions): Connection {
  const { apiKey, baseUrl } = options;
  // `fetch` would reject such a header with an error that contains the key.
  if (typeof apiKey !== 'string' || !/^[\u0021-\u007e]+$/.test(apiKey)) {
    throw new TypeError('apiKey is missing or malformed: pass a key that starts with noi_live_ or noi_test_');
  }
  // There is no default URL, because the key would be sent to whatever server listens there.
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl)) {
    throw new TypeError('Set baseUrl (or NOI_API_URL) to the address of the service, such as https://api.example.com.');
  }
  const { protocol, hostname, username, href } = new URL(baseUrl);
  const here = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  if (username || !(protocol === 'https:' || (protocol === 'http:' && here))) {
    throw new TypeError('baseUrl must be https (http on this machine only), because requests carry the key');
  }
  return {
    apiKey,
    baseUrl: href.replace(/\/+$/, ''),
    fetch: options.fetch ?? ((...args) => fetch(...args)),
    timeoutMs: options.timeoutMs ?? 60_000,
    maxRetries: options.maxRetries ?? 5,
    maxPauseMs: options.maxPauseMs ?? 60_000,
    maxBytes: options.maxBytes ?? 64 * 1024 * 1024,
  };
}

/** 128 random bits; `crypto.randomUUID` is missing on pages without https. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
