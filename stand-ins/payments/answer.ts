import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { jsonObject } from '../base/http';
import type { Books } from './books';
import { expand } from './lists';
import { answerBy, parseForm, invalid, notConnected, notPermitted, ProviderError, type Route } from './protocol';
import { API_VERSION } from './webhooks';
import { newId, type Realm, type KeptAnswer, type World } from './world';

export interface ApiRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

interface ApiAnswer {
  status: number;
  body: string;
  headers: Record<string, string>;
}

/** Paths that need permissions for payouts or tax. */
const MORE_RIGHTS = /^\/(v2\/core|v1\/(account|balance|balance_settings|payouts|tax|transfers))(\/|$)/;

/** @throws ProviderError 401 for unknown keys, 403 for missing permissions and unknown accounts */
function realmOf(books: Books, { headers, url }: ApiRequest): Realm {
  const key = keyIn(headers.authorization ?? '');
  const restricted = key === PAYMENTS_STAND_IN_RESTRICTED_KEY;
  const live = restricted || key === PAYMENTS_STAND_IN_KEYS.live;
  if (!live && key !== PAYMENTS_STAND_IN_KEYS.test)
    throw new ProviderError(401, 'Invalid API Key provided: this is a local stand-in and accepts only its own keys.');
  if (restricted && MORE_RIGHTS.test(url.pathname)) throw notPermitted(key);
  const account = headers['stripe-account']?.toString() ?? null;
  const known = account === null ? null : books.peek(account);
  const connected = known?.object === 'account' && known.realm.live === live && !known.hidden.deauthorized;
  if (account !== null && !connected) throw notConnected(account);
  return { live, account };
}

/** Answers one request, idempotently if it has an idempotency key. Never throws. `before` may refuse or delay it. */
export async function answerApi(
  books: Books,
  routes: Route[],
  idempotency: Idempotency,
  request: ApiRequest,
  before: () => Promise<void>,
): Promise<ApiAnswer> {
  const requestId = newId('req');
  const key = request.method === 'POST' ? request.headers['idempotency-key']?.toString() : undefined;
  const headers = {
    'request-id': requestId,
    'stripe-version': API_VERSION,
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  let claimedKey: string | null = null;
  try {
    const realm = realmOf(books, request);
    checkVersion(request.headers['stripe-version']);
    const fingerprint = fingerprintOf(request.method, request.url.pathname, request.body);
    if (key !== undefined) {
      const name = keyName(realm, key);
      const kept = idempotency.begin(name, fingerprint);
      if (kept) {
        const replay = { 'idempotent-replayed': 'true', 'original-request': kept.requestId };
        return { status: kept.status, body: kept.body, headers: { ...headers, ...replay } };
      }
      claimedKey = name;
    }
    const { status, body, kept } = await executed(request, async () => {
      await before();
      return dispatch(books, routes, request, realm);
    });
    if (claimedKey !== null) idempotency.end(claimedKey, kept ? { fingerprint, requestId, status, body } : null);
    return { status, body, headers };
  } catch (error) {
    if (claimedKey !== null) idempotency.end(claimedKey, null);
    const known = error instanceof ProviderError ? error : new ProviderError(500, String(error), { type: 'api_error' });
    return {
      status: known.status,
      body: toJson(isV2(request) ? known.bodyV2() : known.body()),
      headers: { ...headers, ...known.details.headers },
    };
  }
}

/** Runs a request. If the operation ran and failed, its error is stored for repeats, except in API version 2. */
async function executed(request: ApiRequest, run: () => Promise<{ status: number; body: string; kept: boolean }>) {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ProviderError) || !error.details.executed || isV2(request)) throw error;
    return { status: error.status, body: toJson(error.body()), kept: true };
  }
}

function dispatch(books: Books, routes: Route[], request: ApiRequest, realm: Realm) {
  const { method, url, body } = request;
  const isJson = isV2(request) && method !== 'GET';
  const given = isJson ? jsonObject(body, invalid) : parseForm(method === 'GET' ? url.search.slice(1) : body);
  const { expand: paths = {}, ...params } = given;
  const found = answerBy(routes, { params, realm, method, path: url.pathname }) as Record<string, unknown> | undefined;
  if (!found) throw new ProviderError(404, `Unrecognized request URL (${method}: ${url.pathname}).`);
  expand(books, found, Object.values(paths as object) as string[]);
  return { status: 200, body: toJson(found), kept: true };
}

const isV2 = ({ url }: ApiRequest) => url.pathname.startsWith('/v2/');

// The SDK sends Bearer. The provider's curl examples send Basic, with the key as the user name.
function keyIn(authorization: string): string {
  const [scheme, value = ''] = authorization.split(' ');
  return scheme === 'Basic' ? Buffer.from(value, 'base64').toString().split(':')[0]! : value;
}

function checkVersion(version: string | string[] | undefined): void {
  if (version !== undefined && version !== API_VERSION)
    throw invalid(`Invalid Stripe API version: ${String(version)}; the stand-in supports ${API_VERSION}`);
}

const toJson = (body: unknown) => JSON.stringify(body, null, 2);

const KEPT_FOR_MS = 24 * 3_600_000;
const MAX_KEY_LENGTH = 255;
const OTHER_PARAMETERS =
  'Keys for idempotent requests can only be used with the same parameters they were first used with.';
const IN_PROGRESS = 'There is currently another in-progress request using this Idempotent Key.';

/** Responses by idempotency key. A repeated request gets the first response and has no further effect. */
export class Idempotency {
  private readonly inProgress = new Set<string>();

  constructor(private readonly answers: World['answers']) {}

  /** Returns the stored response, or claims the key. @throws ProviderError 400 if reused, 409 while in progress */
  begin(name: string, fingerprint: string): KeptAnswer | null {
    const kept = this.answers.get(name);
    if (kept && kept.at > Date.now() - KEPT_FOR_MS) {
      if (kept.fingerprint === fingerprint) return kept;
      throw new ProviderError(400, OTHER_PARAMETERS, { type: 'idempotency_error' });
    }
    if (this.inProgress.has(name)) {
      const code = 'idempotency_key_in_use';
      throw new ProviderError(409, IN_PROGRESS, { type: 'idempotency_error', code });
    }
    this.inProgress.add(name);
    return null;
  }

  /** Stores the response, or releases the key if the request was rejected before it ran. */
  end(name: string, answer: Omit<KeptAnswer, 'at'> | null): void {
    this.inProgress.delete(name);
    if (!answer) return;
    this.answers.delete(name);
    this.answers.set(name, { ...answer, at: Date.now() });
    for (const [oldest, { at }] of this.answers) {
      if (at > Date.now() - KEPT_FOR_MS) break;
      this.answers.delete(oldest);
    }
  }
}

/** Scopes a key to its realm. @throws ProviderError 400 if the key is too long */
function keyName({ live, account }: Realm, key: string): string {
  if (key.length > MAX_KEY_LENGTH)
    throw new ProviderError(400, `Idempotency keys have up to ${MAX_KEY_LENGTH} characters`);
  return `${live ? 'live' : 'test'}/${account ?? ''}/${key}`;
}

function fingerprintOf(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');
}

/** Unrestricted keys by mode. They are not secret. All other keys are refused, except the restricted one below. */
export const PAYMENTS_STAND_IN_KEYS = { live: 'sk_live_local_stand_in', test: 'sk_test_local_stand_in' } as const;

/** A restricted live key without permissions for payouts and tax (see `docs/operations.md`, Payments). */
export const PAYMENTS_STAND_IN_RESTRICTED_KEY = 'rk_live_local_stand_in';

/** Webhook signing secrets of local instances, by mode. Valid only for a local API. */
export const PAYMENTS_STAND_IN_SECRETS = {
  live: 'whsec_local_stand_in_live',
  test: 'whsec_local_stand_in_test',
} as const;
