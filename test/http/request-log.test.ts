import { SERVICE_VERSION } from '../../base/versions';
import type { LoggedRequest } from '../../modules/usage/contract';
import { call, createCustomer, createEvaluation, type Customer } from '../support/api';
import { useApi } from '../support/use';

const { db, api } = useApi();

type Log = { data: LoggedRequest[]; nextCursor: string | null };
const logOf = async ({ apiKey }: Customer, query = '') =>
  (await call<Log>(api, 'GET', `/v1/requests${query}`, { key: apiKey })).body;

test('shows each request with its answer, key and client program, newest first', async () => {
  const customer = await createCustomer(db);
  const headers = { 'x-request-id': 'mine-12345678', 'user-agent': `curl/8 ${'x'.repeat(500)}` };
  await call(api, 'GET', '/v1/runs?limit=1', { key: customer.apiKey, headers });
  await createEvaluation(api, customer, 'bad', { idea: 'short' });
  const { data, nextCursor } = await logOf(customer);
  expect(nextCursor).toBeNull();
  expect(data).toEqual([
    expect.objectContaining({ method: 'POST', path: '/v1/evaluations', status: 400, code: 'invalid_request' }),
    {
      at: expect.stringMatching(/^20.*Z$/) as string,
      method: 'GET',
      path: '/v1/runs',
      endpoint: '/v1/runs',
      status: 200,
      code: null,
      requestId: 'mine-12345678',
      apiKeyId: customer.keyId,
      apiKeyName: 'test',
      durationMs: expect.any(Number) as number,
      serviceVersion: SERVICE_VERSION,
      userAgent: `curl/8 ${'x'.repeat(193)}`,
    },
  ]);
});

test('stores no query, body, key or control character', async () => {
  const customer = await createCustomer(db);
  const { apiKey } = customer;
  await call(api, 'GET', `/v1/runs/${apiKey}?token=secret-query`, { key: apiKey });
  await call(api, 'GET', `/v1/run?key=${apiKey}`, { key: apiKey, headers: { 'user-agent': `${apiKey}\u0080\tend` } });
  await createEvaluation(api, customer, 'a-key', { idea: 'a secret idea of which no word may be kept' });
  const { data } = await logOf(customer);
  expect(data.map(({ path, status, endpoint }) => [path, status, endpoint])).toEqual([
    ['/v1/evaluations', 202, '/v1/evaluations'],
    ['/v1/run', 404, null],
    ['/v1/runs/noi_live_…', 404, '/v1/runs/{id}'],
  ]);
  expect(data[1]!.userAgent).toBe('noi_live_…\tend');
  const { rows } = await db.pool.query('SELECT * FROM api_requests WHERE account_id = $1', [customer.accountId]);
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${apiKey}|secret`));
});

test('filters by status and time, by page, only for its own account and mode', async () => {
  const customer = await createCustomer(db);
  for (let i = 0; i < 3; i++) await call(api, 'GET', '/v1/runs', { key: customer.apiKey });
  await call(api, 'GET', '/v1/runs/run_nonsense', { key: customer.apiKey });
  const all = (await logOf(customer)).data.map(({ requestId }) => requestId);
  expect(all).toHaveLength(4);
  const first = await logOf(customer, '?limit=3');
  const second = await logOf(customer, `?limit=3&cursor=${first.nextCursor}`);
  const paged = [...first.data.slice(1), ...second.data].map(({ requestId }) => requestId);
  expect(paged).toEqual(expect.arrayContaining(all.slice(1, 3)));
  expect((await logOf(customer, '?status=4xx')).data.map(({ status }) => status)).toEqual([404]);
  expect((await logOf(customer, '?status=403')).data).toEqual([]);
  expect((await logOf(customer, '?created_before=2026-01-01T00:00:00Z')).data).toEqual([]);
  expect((await logOf(customer, '?created_after=2026-01-01T00:00:00Z&status=404')).data).toHaveLength(1);
  const several = (await logOf(customer, '?status=403,2xx,404')).data.map(({ status }) => status);
  expect(new Set(several)).toEqual(new Set([200, 404]));
  expect((await logOf(customer, '?status=403,5xx')).data).toEqual([]);
  for (const other of [await createCustomer(db), await createCustomer(db, { mode: 'test' })])
    expect((await logOf(other)).data).toEqual([]);
});
