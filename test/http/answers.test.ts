/** Properties of every response, for all endpoints. */
import { call, createCustomer, type Customer } from '../support/api';
import { use, useApi } from '../support/use';

const { db, api } = useApi();
const customer: Customer = use(() => createCustomer(db));
const get = <T = Record<string, unknown>>(path: string, headers = {}, key = customer.apiKey) =>
  call<T>(api, 'GET', path, { headers, key });

test('answers 404 to unknown paths and 405 with Allow to wrong methods, without the query', async () => {
  const unknown = await get('/v1/nothing?secret=1');
  expect(unknown.body).toMatchObject({ status: 404, code: 'not_found', instance: '/v1/nothing' });
  expect(unknown.text).not.toContain('secret');
  for (const method of ['DELETE', 'PUT']) {
    const { body, headers } = await call(api, method, '/v1/runs/sample/findings');
    expect([body.code, headers.get('allow')]).toEqual(['method_not_allowed', 'GET, HEAD']);
  }
});

test('gives every answer a request ID: the caller’s, if valid', async () => {
  const idOf = async (id?: string) =>
    (await get('/health', id ? { 'x-request-id': id } : {})).headers.get('x-request-id');
  expect(await idOf()).toMatch(/^[0-9a-f-]{36}$/);
  expect(await idOf('trace-12345678')).toBe('trace-12345678');
  expect(await idOf('a b"c')).not.toContain('"');
  expect((await get('/v1/run', { 'x-request-id': 'trace-abcdefgh' })).body.requestId).toBe('trace-abcdefgh');
});

test('forbids sniffing, framing and referrers in every answer', async () => {
  for (const path of ['/health', '/v1/runs', '/nothing']) {
    const { headers } = await get(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  }
});

test('lets only public documents be cached, revalidated and read by scripts of any site', async () => {
  const origin = { origin: 'https://editor.example' };
  for (const path of [
    '/openapi/v1.json',
    '/openapi/3.0/v1.json',
    '/v1/endpoint-catalog',
    '/v1/findings-schema',
    '/v1/runs/sample/findings',
  ]) {
    const { headers } = await get(path, origin);
    expect([path, headers.get('cache-control')]).toEqual([path, 'public, max-age=300']);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect((await get(path, { 'if-none-match': headers.get('etag')! })).status).toBe(304);
  }
  for (const path of ['/v1/runs', '/v1/account', '/health'])
    expect([path, (await get(path, origin)).headers.get('access-control-allow-origin')]).toEqual([path, null]);
});
