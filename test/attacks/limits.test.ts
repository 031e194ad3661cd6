import { SCOPES, type Scope } from '../../base/access';
import { createKey, rotateKey } from '../../modules/accounts/store/keys';
import {
  call,
  createCustomer,
  createEvaluation,
  startApi,
  type Answer,
  type TestApi,
  type TestApiOptions,
} from '../support/api';
import { eventually } from '../support/eventually';
import { clientOf, WEBHOOK_SECRETS } from '../support/shop';
import { useDatabase, useProvider } from '../support/use';
import { stripeHeaders } from '../support/webhooks';

let api: TestApi;
const db = useDatabase();
const provider = useProvider();
afterEach(() => api.close());

const start = async (options: TestApiOptions = {}) => {
  api = await startApi(db, { limitsScale: 1, payments: clientOf(provider), ...options });
};

async function tally(times: number, request: (i: number) => Promise<{ status: number }>) {
  const seen: Record<number, number> = {};
  for (let i = 0; i < times; i++) {
    const { status } = await request(i);
    seen[status] = (seen[status] ?? 0) + 1;
  }
  return seen;
}

/** The header in which the proxy reports the caller's IP address. */
const as = (address: string) => ({ 'x-forwarded-for': address });
const get = (path: string, key?: string, headers: Record<string, string> = {}) =>
  call(api, 'GET', path, { ...(key !== undefined && { key }), headers });
const account = (key: string) => get('/v1/account', key);
const askLink = (address: string) =>
  call(api, 'POST', '/v1/auth/sign-in-link', { body: { email: 'a@example.com' }, headers: as(address) });
const keyFor = async (accountId: string, scopes: readonly Scope[] = SCOPES) =>
  (await createKey(db, { accountId, name: 'more', mode: 'live', scopes })).secret;

describe('a caller’s address', () => {
  test('counts as one network for all addresses of an IPv6 customer', async () => {
    await start({ settings: { trustedHops: 1 } });
    expect(await tally(8, (i) => askLink(`2001:db8:1:1::${i + 1}`))).toEqual({ 202: 5, 429: 3 });
    expect((await askLink('2001:db8:1:2::1')).status).toBe(202);
    expect(await tally(3, () => askLink('203.0.113.9'))).toEqual({ 202: 3 });
    expect(await tally(4, () => askLink('::ffff:203.0.113.9'))).toEqual({ 202: 2, 429: 2 });
  });

  test('is refused after 300 bad keys a minute, but a valid key from it still works', async () => {
    await start({ settings: { trustedHops: 2 } });
    const wrong = (i: number) => get('/v1/runs', 'noi_live_wrong', as(`10.0.1.${i % 250}, 127.0.0.4, 10.0.0.1`));
    expect(await tally(320, wrong)).toEqual({ 401: 300, 429: 20 });
    const { apiKey } = await createCustomer(db);
    const here = as('127.0.0.4, 10.0.0.1');
    const statuses = [await get('/v1/runs', apiKey, here), await get('/v1/opportunities', undefined, here)];
    expect(statuses.map(({ status }) => status)).toEqual([200, 429]);
  });
});

describe('a flood', () => {
  test('from one address uses up its own limit, not the platform’s', async () => {
    await start({ settings: { trustedHops: 1 }, limitsScale: 0.1 });
    const { apiKey } = await createCustomer(db);
    const from = (address: string, path = '/v1/findings-schema', key?: string) => get(path, key, as(address));
    const flood = await Promise.all(Array.from({ length: 300 }, () => from('203.0.113.1')));
    expect(flood.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(flood.every(({ status, body }) => status === 200 || body.limitLevel === 'ip')).toBe(true);
    expect((await from('203.0.113.2')).status).toBe(200);
    expect((await from('203.0.113.3', '/v1/account', apiKey)).status).toBe(200);
    expect((await from('203.0.113.1', '/health')).status).toBe(200);
  });

  test('of signed events or health checks is not limited, but of forged events it is', async () => {
    await start({ limitsScale: 0.02, settings: { trustedHops: 1 } });
    const event = { id: 'evt_x', object: 'event', type: 'nothing.known', livemode: true, created: 1 };
    const body = JSON.stringify({ ...event, data: { object: {} } });
    const post = (secret: string | null, from: string) => {
      const signature = secret ? stripeHeaders(Buffer.from(body), secret) : {};
      return call(api, 'POST', '/webhooks/stripe', { body, headers: { ...signature, ...as(from) } });
    };
    expect(await tally(60, () => post(WEBHOOK_SECRETS.live, '203.0.113.5'))).toEqual({ 200: 60 });
    expect(await tally(60, () => get('/health/ready', undefined, as('203.0.113.5')))).toEqual({ 200: 60 });
    expect(await tally(20, () => post('whsec_forged', '203.0.113.6'))).toEqual({ 400: 6, 429: 14 });
    // A flood from the provider's own IP address does not affect its signed events.
    expect(await tally(20, () => post(null, '203.0.113.5'))).toEqual({ 400: 6, 429: 14 });
    expect((await post(WEBHOOK_SECRETS.live, '203.0.113.5')).status).toBe(200);
  });
});

describe('an account’s limit', () => {
  test('is shared by all its keys, including rotated ones', async () => {
    await start();
    const { accountId, keyId, apiKey } = await createCustomer(db, { plan: 'free' });
    const keys = [apiKey, await keyFor(accountId), (await rotateKey(db, keyId, 60_000)).secret];
    expect(await tally(80, (i) => account(keys[i % keys.length]!))).toEqual({ 200: 60, 429: 20 });
  });

  test('also counts keys without the scope, which spend nothing of the endpoint’s limit', async () => {
    await start();
    const { accountId, apiKey } = await createCustomer(db, { credits: 1 });
    const reader = await keyFor(accountId, ['account:read']);
    expect(await tally(30, (i) => createEvaluation(api, { apiKey: reader }, `no-${i}`))).toEqual({ 403: 30 });
    expect((await createEvaluation(api, { apiKey }, 'yes')).status).toBe(202);
    const free = await createCustomer(db, { plan: 'free', scopes: ['account:read'] });
    expect(await tally(70, () => get('/v1/runs', free.apiKey))).toEqual({ 403: 60, 429: 10 });
  });
});

describe('concurrent requests', () => {
  test('are 503 with Retry-After beyond the process’s capacity, while health checks pass', async () => {
    await start({ limitsScale: 1_000, settings: { maxInFlight: 5 } });
    const { apiKey } = await createCustomer(db);
    expect((await account(apiKey)).status).toBe(200);
    const blocker = await db.pool.connect();
    await blocker.query('BEGIN; LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE');
    const answered: Answer[] = [];
    const all = Array.from({ length: 12 }, () => account(apiKey).then((answer) => void answered.push(answer)));
    await eventually('seven are shed', () => answered.length >= 7);
    expect(answered.map(({ status, body, headers }) => [status, body.code, headers.get('retry-after')])).toEqual(
      Array(7).fill([503, 'overloaded', '1']),
    );
    expect((await get('/health/ready')).status).toBe(200);
    await blocker.query('COMMIT');
    blocker.release();
    await Promise.all(all);
    expect(answered.slice(7).map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect((await account(apiKey)).status).toBe(200);
  });

  test('take no capacity while they wait for a change or send slowly', async () => {
    await start({ limitsScale: 1_000, settings: { maxInFlight: 2 } });
    const customer = await createCustomer(db);
    const { runId } = (await createEvaluation(api, customer, 'waits')).body;
    const stopped = new AbortController();
    const begin = (path: string, init: RequestInit) =>
      fetch(api.url + path, { signal: stopped.signal, ...init }).catch(() => null);
    const waits = { headers: { 'x-api-key': customer.apiKey, prefer: 'wait=20' } };
    const slow = () => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{"email"')) }),
      duplex: 'half',
    });
    const open = Array.from({ length: 8 }, (_, i) =>
      i % 2 ? begin(`/v1/runs/${runId}`, waits) : begin('/v1/support-requests', slow() as RequestInit),
    );
    expect(await tally(10, () => account(customer.apiKey))).toEqual({ 200: 10 });
    stopped.abort();
    await Promise.all(open);
  });
});
