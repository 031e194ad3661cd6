import type { IncomingMessage } from 'node:http';
import { jsonObject } from '../base/http';
import type { Books } from './books';
import { answerBy, parseForm, type Route } from './form';
import { fingerprintOf, Idempotency, keyName } from './idempotency';
import { expand } from './lists';
import { PAYMENTS_STAND_IN_KEYS, PAYMENTS_STAND_IN_RESTRICTED_KEY } from './own-keys';
import { invalid, notConnected, notPermitted, ProviderError } from './provider-error';
import { API_VERSION } from './webhooks';
import { newId, type Realm } from './world';

/** Request of the provider's protocol, fully read. */
export interface ApiRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Response of the provider's protocol, ready to write. */
export interface ApiAnswer {
  status: number;
  body: string;
  headers: Record<string, string>;
}

/** Paths that need a right of payouts or of tax. */
const MORE_RIGHTS = /^\/(v2\/core|v1\/(account|balance|balance_settings|payouts|tax|transfers))(\/|$)/;

/**
 * Mode and account of a request. @throws ProviderError 401 for any key but the stand-in's own, 403 for a right that the
 * restricted key lacks and for an unknown account
 */
function realmOf(books: Books, { headers, url }: ApiRequest): Realm {
  const key = keyIn(headers.authorization ?? '');
  const restricted = key === PAYMENTS_STAND_IN_RESTRICTED_KEY;
  const live = restricted || key === PAYMENTS_STAND_IN_KEYS.live;
  if (!live && key !== PAYMENTS_STAND_IN_KEYS.test)
    throw new ProviderError(401, 'Invalid API Key provided: this is a local stand-in and takes only its own keys.');
  if (restricted && MORE_RIGHTS.test(url.pathname)) throw notPermitted(key);
  const account = headers['stripe-account']?.toString() ?? null;
  const known = account === null ? null : books.peek(account);
  const connected = known?.object === 'account' && known.realm.live === live && !known.hidden.deauthorized;
  if (account !== null && !connected) throw notConnected(account);
  return { live, account };
}

/** Answers one request: version, idempotency key, route, expansion. Never throws; `before` may refuse or delay it. */
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

/**
 * Answer to a request, also to one that ran and failed: its error is kept under the key, a 500 as any other. Version 2 of
 * the API executes a failed request again.
 */
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

// Bearer from the SDK; Basic with the key as the user name from curl, as the provider's own pages show it.
function keyIn(authorization: string): string {
  const [scheme, value = ''] = authorization.split(' ');
  return scheme === 'Basic' ? Buffer.from(value, 'base64').toString().split(':')[0]! : value;
}

function checkVersion(version: string | string[] | undefined): void {
  if (version !== undefined && version !== API_VERSION)
    throw invalid(`Invalid Stripe API version: ${String(version)}; the stand-in speaks ${API_VERSION}`);
}

const toJson = (body: unknown) => JSON.stringify(body, null, 2);
