import { createHmac } from 'node:crypto';
import { SCOPES } from '../../contracts/access';
import { createKey } from '../../store/keys/create-key';
import { rotateKey } from '../../store/keys/rotate-key';
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

let api: TestApi;
const db = useDatabase();
const provider = useProvider();
afterEach(() => api.close());

const start = async (options: TestApiOptions = {}) => {
  api = await startApi(db, { limitsScale: 1, payments: clientOf(provider), ...options });
};

/** Gives each caller its own address, as a proxy would report it. */
const as = (address: string) => ({ 'x-forwarded-for': address });

async function tally(times: number, request: (i: number) => Promise<{ status: number }>) {
  const seen: Record<number, number> = {};
  for (let i = 0; i < times; i++) {
    const { status } = await request(i);
    seen[status] = (seen[status] ?? 0) + 1;
  }
  return seen;
}

const signed = (body: string, secret: string) => {
  const time = Math.floor(Date.now() / 1_000);
  const v1 = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return { 'stripe-signature': `t=${time},v1=${v1}`, 'content-type': 'application/json' };
};

test('a customer of IPv6 is one network: its 2^64 addresses share one count', async () => {
  await start({ settings: { trustedHops: 1 } });
  const ask = (address: string) =>
    call(api, 'POST', '/v1/auth/sign-in-link', { body: { email: 'a@example.com' }, headers: as(address) });
  expect(await tally(8, (i) => ask(`2001:db8:1:1::${i + 1}`))).toEqual({ 202: 5, 429: 3 });
  expect((await ask('2001:db8:1:2::1')).status).toBe(202);
  expect(await tally(3, () => ask('203.0.113.9'))).toEqual({ 202: 3 });
  expect(await tally(4, () => ask('::ffff:203.0.113.9'))).toEqual({ 202: 2, 429: 2 });
});

test('one address that floods is refused by its own limit and uses up nothing of the platform for others', async () => {
  await start({ settings: { trustedHops: 1 }, limitsScale: 0.1 });
  const customer = await createCustomer(db);
  const flood = await Promise.all(
    Array.from({ length: 300 }, () => call(api, 'GET', '/v1/findings-schema', { headers: as('203.0.113.1') })),
  );
  expect(flood.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(flood.every(({ status, body }) => status === 200 || body.limitLevel === 'ip')).toBe(true);
  const [other, keyed, health] = await Promise.all([
    call(api, 'GET', '/v1/findings-schema', { headers: as('203.0.113.2') }),
    call(api, 'GET', '/v1/account', { key: customer.apiKey, headers: as('203.0.113.3') }),
    call(api, 'GET', '/health', { headers: as('203.0.113.1') }),
  ]);
  expect([other.status, keyed.status, health.status]).toEqual([200, 200, 200]);
});

test('a key that floods is refused by its own limit and uses up nothing of the platform for others', async () => {
  await start({ limitsScale: 0.1 });
  const flooding = await createCustomer(db, { plan: 'free' });
  const other = await createCustomer(db);
  const flood = await Promise.all(
    Array.from({ length: 300 }, () => call(api, 'GET', '/v1/account', { key: flooding.apiKey })),
  );
  expect(flood.filter(({ status }) => status === 200)).toHaveLength(6);
  expect(flood.filter(({ body }) => body.limitLevel === 'platform')).toEqual([]);
  expect((await call(api, 'GET', '/v1/account', { key: other.apiKey })).status).toBe(200);
});

test('a valid key is not refused for what others did from its address, also where no process has seen it', async () => {
  await start();
  await tally(310, () => call(api, 'GET', '/v1/runs', { key: 'noi_live_wrong' }));
  expect((await call(api, 'GET', '/v1/runs', { key: 'noi_live_wrong' })).status).toBe(429);
  const customer = await createCustomer(db);
  expect((await call(api, 'GET', '/v1/runs', { key: customer.apiKey })).status).toBe(200);
  expect((await call(api, 'GET', '/v1/opportunities', { key: customer.apiKey })).status).toBe(200);
  expect((await call(api, 'GET', '/v1/opportunities')).status).toBe(429);
});

test('signed provider webhooks and health count against no limit, forged ones against their address', async () => {
  await start({ limitsScale: 0.02, settings: { trustedHops: 1 } });
  const body = JSON.stringify({
    id: 'evt_x',
    object: 'event',
    type: 'nothing.known',
    livemode: true,
    created: 1,
    data: { object: {} },
  });
  const post = (headers: Record<string, string>, from: string) =>
    call(api, 'POST', '/webhooks/stripe', { body, headers: { ...headers, ...as(from) } });
  expect(await tally(60, () => post(signed(body, WEBHOOK_SECRETS.live), '203.0.113.5'))).toEqual({ 200: 60 });
  expect(await tally(60, () => call(api, 'GET', '/health/ready', { headers: as('203.0.113.5') }))).toEqual({ 200: 60 });
  expect(await tally(20, () => post(signed(body, 'whsec_forged'), '203.0.113.6'))).toEqual({ 400: 6, 429: 14 });
  expect(await tally(20, () => post({}, '203.0.113.7'))).toEqual({ 400: 6, 429: 14 });
  // A flood from the provider's own address does not affect its signed events.
  await tally(20, () => post({}, '203.0.113.5'));
  expect((await post(signed(body, WEBHOOK_SECRETS.live), '203.0.113.5')).status).toBe(200);
});

test('keys that are rotated or made do not multiply the limit of their account', async () => {
  await start();
  const { accountId, keyId, apiKey } = await createCustomer(db, { plan: 'free' });
  const make = async () => (await createKey(db, { accountId, name: 'more', mode: 'live', scopes: SCOPES })).secret;
  const keys = [apiKey, await make(), await make(), (await rotateKey(db, keyId, 60_000)).secret];
  expect(await tally(80, (i) => call(api, 'GET', '/v1/account', { key: keys[i % keys.length]! }))).toEqual({
    200: 60,
    429: 20,
  });
});

test("a key on a lower plan has that plan's number for itself, and counts within its account's", async () => {
  await start();
  const { accountId, apiKey } = await createCustomer(db, { plan: 'starter' });
  const lower = async () =>
    (await createKey(db, { accountId, name: 'lower', mode: 'live', scopes: SCOPES, plan: 'free' })).secret;
  const [one, two] = [await lower(), await lower()];
  expect(await tally(80, (i) => call(api, 'GET', '/v1/account', { key: i % 2 ? one : two }))).toEqual({
    200: 60,
    429: 20,
  });
  expect(await tally(70, () => call(api, 'GET', '/v1/account', { key: apiKey }))).toEqual({ 200: 60, 429: 10 });
});

test("a key that lacks the scope spends nothing of the endpoint's limit that its account has", async () => {
  await start();
  const { accountId, apiKey } = await createCustomer(db, { credits: 1 });
  const { secret } = await createKey(db, { accountId, name: 'reader', mode: 'live', scopes: ['account:read'] });
  expect(await tally(30, (i) => createEvaluation(api, { apiKey: secret }, `no-${i}`))).toEqual({ 403: 30 });
  expect((await createEvaluation(api, { apiKey }, 'yes')).status).toBe(202);
});

test('a key that lacks the scope to read runs is held to the plan of its account', async () => {
  await start();
  const { apiKey } = await createCustomer(db, { plan: 'free', scopes: ['account:read'] });
  expect(await tally(70, () => call(api, 'GET', '/v1/runs', { key: apiKey }))).toEqual({ 403: 60, 429: 10 });
});

test('more requests at once than the process has places for are 503 with Retry-After; health is answered, and so is the next', async () => {
  await start({ limitsScale: 1_000, settings: { maxInFlight: 5 } });
  const { apiKey } = await createCustomer(db);
  const ask = () => call(api, 'GET', '/v1/account', { key: apiKey });
  expect((await ask()).status).toBe(200);
  const blocker = await db.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE');
  const answered: Answer[] = [];
  const all = Array.from({ length: 12 }, () => ask().then((answer) => void answered.push(answer)));
  await eventually('seven are shed', async () => answered.length >= 7);
  expect(answered.map(({ status, body, headers }) => [status, body.code, headers.get('retry-after')])).toEqual(
    Array(7).fill([503, 'overloaded', '1']),
  );
  expect((await call(api, 'GET', '/health/ready')).status).toBe(200);
  await blocker.query('COMMIT');
  blocker.release();
  await Promise.all(all);
  expect(answered.slice(7).map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect((await ask()).status).toBe(200);
});

test('neither clients that wait for a change nor those that send slowly take up places', async () => {
  await start({ limitsScale: 1_000, settings: { maxInFlight: 2 } });
  const customer = await createCustomer(db);
  const { runId } = (await createEvaluation(api, customer, 'waits')).body;
  const stopped = new AbortController();
  const waiting = Array.from({ length: 4 }, () =>
    fetch(`${api.url}/v1/runs/${runId}`, {
      headers: { 'x-api-key': customer.apiKey, prefer: 'wait=20' },
      signal: stopped.signal,
    }).catch(() => null),
  );
  const slow = Array.from({ length: 4 }, () =>
    fetch(`${api.url}/v1/support-requests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{"email"')) }),
      duplex: 'half',
      signal: stopped.signal,
    }).catch(() => null),
  );
  await tally(10, () => call(api, 'GET', '/v1/account', { key: customer.apiKey })).then((seen) =>
    expect(seen).toEqual({ 200: 10 }),
  );
  stopped.abort();
  await Promise.all([...waiting, ...slow]);
});
