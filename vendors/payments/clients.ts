import { createHash } from 'node:crypto';
// oxlint-disable-next-line import/no-named-as-default -- for CommonJS the named export is a type only
import Stripe from 'stripe';
import { MODES, type Mode } from '../../base/access';
import { PaymentsError, type PaymentsErrorKind } from '../../modules/orders/payment-provider';
import { measured, retryAfterMs, type OnCall } from '../measured-calls';

export interface Connection {
  keys: Partial<Record<Mode, string | undefined>>;
  /** Base URL of the provider or the stand-in. */
  baseUrl?: string | undefined;
  /** Timeout for a response, in milliseconds. */
  requestTimeoutMs?: number | undefined;
  maxNetworkRetries?: number | undefined;
  onCall?: OnCall | undefined;
}

export interface Clients {
  modes: Mode[];
  /** @throws PaymentsError `not_configured` */
  of(mode: Mode): Stripe;
}

/** Pinned, because minor versions of the SDK change the default. The SDK's types match this version. */
const API_VERSION = '2026-10-28.endive';
const REQUEST_TIMEOUT_MS = 20_000;
const MAX_NETWORK_RETRIES = 2;

/**
 * Creates one client per mode.
 * @throws Error if a key belongs to another mode, or the URL is invalid. The message never quotes keys.
 */
export function openClients(connection: Connection): Clients {
  const clients = new Map<Mode, Stripe>();
  for (const mode of MODES) {
    const key = connection.keys[mode];
    if (key === undefined) continue;
    checkKey(mode, key);
    clients.set(mode, openClient(key, connection));
  }
  return {
    modes: [...clients.keys()],
    of(mode) {
      const client = clients.get(mode);
      if (!client) throw new PaymentsError('not_configured', `There is no payment key for ${mode} mode`);
      return client;
    },
  };
}

/** Calls the provider in one mode and throws {@link PaymentsError}. `create` also passes the id of the deployment. */
export type Calls = ReturnType<typeof callsOf>;

export function callsOf(clients: Clients, deploymentId: () => Promise<string>) {
  return {
    call: <T>(mode: Mode, make: (client: Stripe) => Promise<T>) => translated(() => make(clients.of(mode))),
    create: <T>(mode: Mode, make: (client: Stripe, deploymentId: string) => Promise<T>) =>
      translated(async () => make(clients.of(mode), await deploymentId())),
  };
}

function checkKey(mode: Mode, key: string): void {
  const [, given] = /^(?:sk|rk)_(live|test)_\S+$/.exec(key) ?? [];
  if (!given) throw new Error(`The payment key for ${mode} mode is not a secret or restricted key (sk_… or rk_…)`);
  if (given !== mode) throw new Error(`The payment key given for ${mode} mode is a ${given} mode key`);
}

function openClient(key: string, { baseUrl, requestTimeoutMs, maxNetworkRetries, onCall }: Connection): Stripe {
  return new Stripe(key, {
    apiVersion: API_VERSION,
    timeout: requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    maxNetworkRetries: maxNetworkRetries ?? MAX_NETWORK_RETRIES,
    telemetry: false,
    ...(onCall && { httpClient: measuredClient(onCall) }),
    ...(baseUrl !== undefined && addressOf(baseUrl)),
  });
}

/** The vendor's HTTP client for Node, extended to report each request. */
function measuredClient(onCall: OnCall) {
  const client = Stripe.createNodeHttpClient();
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (...request: Parameters<typeof client.makeRequest>) => {
      const [, , path, method, headers] = request;
      const send = () => client.makeRequest(...request);
      // A 403 for a connected account may mean that the account is closed. It says nothing about our key.
      const isOurs = !(headers as Record<string, unknown>)['Stripe-Account'];
      return measured(onCall, { provider: 'payments', method, path }, send, (answer) =>
        answer.getStatusCode() === 403 && !isOurs ? 400 : answer.getStatusCode(),
      );
    },
  };
}

function addressOf(baseUrl: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { protocol, hostname, port, pathname, search } = new URL(baseUrl);
  if ((protocol !== 'http:' && protocol !== 'https:') || pathname !== '/' || search !== '')
    throw new Error('The address of the payment provider must be http(s)://host[:port] without a path');
  const secure = protocol === 'https:';
  return { host: hostname, port: port || (secure ? '443' : '80'), protocol: secure ? 'https' : 'http' };
}

/** Wait after a 429 without Retry-After. */
const DEFAULT_RETRY_AFTER_MS = 2_000;

/** Error codes that are more specific than the status. */
const KINDS: Record<string, PaymentsErrorKind> = {
  resource_missing: 'not_found',
  charge_disputed: 'disputed',
  refund_disputed_payment: 'disputed',
  balance_insufficient: 'insufficient_funds',
  // Sent with a 403. Our key is valid, but the connected account is closed or has disconnected.
  account_invalid: 'account_gone',
  // Sent by version 2 of the API, which we use only for accounts.
  not_found: 'account_gone',
};

/** Translates a vendor error. Returns other errors unchanged. Messages quote neither keys nor email addresses. */
function toPaymentsError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { statusCode: status, code, requestId, headers, type, param } = error;
  const message = `Payment provider: ${status ?? 'no answer'} ${code ?? type}${requestId ? ` (${requestId})` : ''}`;
  const as = (kind: PaymentsErrorKind, waitMs: number | null = null) =>
    new PaymentsError(kind, message, waitMs, { cause: error });

  if (status === undefined) return as('unavailable');
  const wait = retryAfterMs(headers?.['retry-after']);
  if (status === 429) return as('rate_limited', wait ?? DEFAULT_RETRY_AFTER_MS);
  // 409 means that a request with the same idempotency key is in progress.
  if (status >= 500 || status === 409) return as('unavailable', wait);
  // For a transfer to a closed account, the provider reports the destination as missing.
  if (code === 'resource_missing' && param === 'destination') return as('account_gone');
  if (status === 401) return as('key_refused');
  const kind = KINDS[code ?? ''];
  // A restricted key without the permission gets a 403 without a code.
  if (status === 403 && kind !== 'account_gone') return as('not_permitted');
  return as(kind ?? 'rejected');
}

/** Runs a call and throws its failure as a {@link PaymentsError}. */
export async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toPaymentsError(error);
  }
}

/** Reads one of the provider's lists and throws its failures as a {@link PaymentsError}. */
export async function* translatedEach<T>(list: () => AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* list();
  } catch (error) {
    throw toPaymentsError(error);
  }
}

/** Vendor code of a translated error; null for other errors. */
export function vendorCode(error: unknown): string | null {
  const cause = error instanceof PaymentsError ? error.cause : error;
  return cause instanceof Stripe.errors.StripeError ? (cause.code ?? null) : null;
}

/** True if the error is a 400, the provider's response to an operation that the current state does not allow. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.statusCode === 400;
}

/** Maximum number of idempotency keys for one write. Each failed attempt can use up one key. */
const MAX_KEYS = 100;

/** A write to the provider that must happen only once. */
interface Write<T> {
  /** Idempotency key of the first attempt. Further attempts append `~1`, `~2` and so on. */
  key: string;
  /** Looks up the result of an earlier attempt; null if there is no result. */
  find(): Promise<T | null>;
  make(idempotencyKey: string): Promise<T>;
  /** Also tries the next key if the provider replays an old refusal. The cause, such as a dispute, may be gone. */
  pastRefusals?: boolean;
}

/**
 * Makes a write once, trying idempotency keys in a fixed order. For a day, the provider replays a 500 to requests with
 * the same key. A first 5xx can come from a proxy while the write still runs, so only a replayed 5xx moves to the next
 * key, and only if a look-up finds no result. All callers try the keys in the same order, so attempts never run under
 * two keys at once.
 */
export async function writeOnce<T>({ key, find, make, pastRefusals = false }: Write<T>): Promise<T> {
  for (let n = 0; ; n++) {
    try {
      return await make(n === 0 ? key : `${key}~${n}`);
    } catch (error) {
      if (!isRepeated(error, pastRefusals) || n + 1 === MAX_KEYS) throw error;
    }
    const found = await find();
    if (found !== null) return found;
  }
}

/** Idempotency key suffix for an email address. A retry with another address is refused unless its key is new. */
export function addressKey(email: string | null): string {
  return email === null ? '' : `:${createHash('sha256').update(email).digest('hex').slice(0, 16)}`;
}

function isRepeated(error: unknown, refusals: boolean): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  const failed = refusals || (error.statusCode ?? 0) >= 500;
  return failed && error.headers?.['idempotent-replayed'] === 'true';
}
