import { pino } from 'pino';
import { newId } from '../../contracts/ids';
import type { LoggedRequest } from '../../contracts/requests';
import { SERVICE_VERSION } from '../../contracts/versions';
import { createUsageRecorder } from '../../http/usage-recorder';
import { openDatabase } from '../../prisma/client';
import { addUsage, type RequestEntry } from '../../store/usage/add-usage';
import { listRequests } from '../../store/usage/list-requests';
import { trimRequests } from '../../store/usage/trim-requests';
import { call, createCustomer, createEvaluation, type Customer } from '../support/api';
import { startLosingProxy } from '../support/lost-answers';
import { signIn } from '../support/people';
import { useApi } from '../support/use';

const { db, api } = useApi();

interface Listed {
  data: LoggedRequest[];
  nextCursor: string | null;
}

const logOf = async ({ apiKey }: Pick<Customer, 'apiKey'>, query = '') =>
  (await call<Listed>(api, 'GET', `/v1/requests${query}`, { key: apiKey })).body;

function entryOf({ accountId, keyId }: Customer, more: Partial<RequestEntry> = {}): RequestEntry {
  return {
    id: newId('req'),
    accountId,
    mode: 'live',
    apiKeyId: keyId,
    requestId: 'a-request',
    method: 'GET',
    endpoint: '/v1/runs',
    path: '/v1/runs',
    status: 200,
    code: null,
    durationMs: 1,
    serviceVersion: '1.0.0',
    userAgent: null,
    at: new Date(),
    ...more,
  };
}

const entriesOf = ({ accountId }: Customer) =>
  listRequests(db, { accountId, mode: 'live' }, { limit: 1_000 }).then((rows) => rows.map(({ id }) => id));

test('the log shows each request with its answer, its key and its program, newest first', async () => {
  const customer = await createCustomer(db);
  await db.prisma.apiKey.update({ where: { id: customer.keyId }, data: { name: 'Production' } });
  const headers = { 'x-request-id': 'mine-12345678', 'user-agent': `curl/8 ${'x'.repeat(500)}` };
  await call(api, 'GET', '/v1/runs?limit=1', { key: customer.apiKey, headers });
  const refused = await createEvaluation(api, customer, 'bad', { idea: 'short' });

  const { data, nextCursor } = await logOf(customer);

  expect(nextCursor).toBeNull();
  expect(data).toEqual([
    expect.objectContaining({
      method: 'POST',
      path: '/v1/evaluations',
      endpoint: '/v1/evaluations',
      status: 400,
      code: 'invalid_request',
      requestId: refused.headers.get('x-request-id'),
    }),
    {
      at: expect.stringMatching(/^20.*Z$/) as string,
      method: 'GET',
      path: '/v1/runs',
      endpoint: '/v1/runs',
      status: 200,
      code: null,
      requestId: 'mine-12345678',
      apiKeyId: customer.keyId,
      apiKeyName: 'Production',
      durationMs: expect.any(Number) as number,
      serviceVersion: SERVICE_VERSION,
      userAgent: `curl/8 ${'x'.repeat(193)}`,
    },
  ]);
});

test('nothing that a caller may have put where it does not belong is kept: query, body, key, controls', async () => {
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

test('the answer is the one that the caller got: refused by a scope, by a limit, or by no key at all', async () => {
  const customer = await createCustomer(db, { scopes: ['usage:read'] });
  await call(api, 'GET', '/v1/runs', { key: customer.apiKey });
  await call(api, 'GET', '/v1/runs');
  await call(api, 'GET', '/opportunities', { key: customer.apiKey });
  expect((await logOf(customer)).data.map(({ path, code }) => [path, code])).toEqual([
    ['/v1/runs', 'insufficient_scope'],
  ]);
});

test('it is read by pages, by status and by time, each request once', async () => {
  const customer = await createCustomer(db);
  for (let i = 0; i < 3; i++) await call(api, 'GET', '/v1/runs', { key: customer.apiKey });
  await call(api, 'GET', '/v1/runs/run_nonsense', { key: customer.apiKey });
  const all = (await logOf(customer)).data.map(({ requestId }) => requestId);
  expect(all).toHaveLength(4);

  const first = await logOf(customer, '?status=2xx&limit=3');
  const second = await logOf(customer, `?status=200&limit=3&cursor=${first.nextCursor}`);
  expect(
    first.data
      .slice(1)
      .concat(second.data)
      .map(({ requestId }) => requestId),
  ).toEqual(expect.arrayContaining(all.slice(1)));
  expect((await logOf(customer, '?status=4xx')).data.map(({ status }) => status)).toEqual([404]);
  expect((await logOf(customer, '?status=403')).data).toEqual([]);
  expect((await logOf(customer, '?created_before=2026-01-01T00:00:00Z')).data).toEqual([]);
  expect((await logOf(customer, '?created_after=2026-01-01T00:00:00Z&status=404')).data).toHaveLength(1);
  for (const query of ['status=9xx', 'status=40', 'cursor=run_1', 'limit=0', 'page=2']) {
    const { status, body } = await call(api, 'GET', `/v1/requests?${query}`, { key: customer.apiKey });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  }
});

test('an account sees its own requests, and a key those of its mode', async () => {
  const customer = await createCustomer(db);
  const other = await createCustomer(db);
  const test = await createCustomer(db, { mode: 'test' });
  for (const { apiKey } of [customer, other, test]) await call(api, 'GET', '/v1/account', { key: apiKey });
  for (const one of [customer, other, test]) {
    expect((await logOf(one)).data.map(({ apiKeyId }) => apiKeyId)).toEqual([one.keyId]);
  }
});

test('entries whose answer was lost are written once', async () => {
  const customer = await createCustomer(db);
  const proxy = await startLosingProxy(db.url);
  const behind = openDatabase(proxy.url, 1);
  const recorder = createUsageRecorder(behind, pino({ level: 'silent' }));
  const [first, second] = [entryOf(customer), entryOf(customer)];
  try {
    recorder.log(first);
    proxy.lose('usage-add', 1);
    await recorder.flush();
    recorder.log(second);
    await recorder.close();
    expect([proxy.lost(), await entriesOf(customer)]).toEqual([1, [second.id, first.id]]);
  } finally {
    await behind.close();
    await proxy.close();
  }
});

test('an account cannot fill the log: of an interval a hundred are written, and the newest are kept', async () => {
  const [busy, other] = [await createCustomer(db), await createCustomer(db)];
  const log = pino({ level: 'silent' });
  const recorder = createUsageRecorder(db, log, { trimEveryMs: 0, kept: 30 });
  const entries = Array.from({ length: 150 }, () => entryOf(busy));
  for (const entry of entries) recorder.log(entry);
  const kept = entryOf(other);
  recorder.log(kept);
  await recorder.close();
  expect(await entriesOf(busy)).toEqual(
    entries
      .slice(70, 100)
      .map(({ id }) => id)
      .reverse(),
  );
  expect(await entriesOf(other)).toEqual([kept.id]);
  await trimRequests(db, [{ accountId: other.accountId, mode: 'test' }], 0);
  expect(await entriesOf(other)).toEqual([kept.id]);
});

test('nothing is written of an account that was erased meanwhile', async () => {
  const customer = await createCustomer(db);
  await db.prisma.account.update({ where: { id: customer.accountId }, data: { status: 'erased' } });
  await addUsage(db, { writer: 'late', sequence: 1, counts: [], entries: [entryOf(customer)] });
  expect(await entriesOf(customer)).toEqual([]);
});

test('the page of the account shows the same, filtered by links of its own, as text', async () => {
  const customer = await createCustomer(db);
  const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: customer.accountId } });
  const headers = { 'user-agent': '<script>alert(1)</script>' };
  await call(api, 'GET', '/v1/runs/run_nonsense', { key: customer.apiKey, headers });
  await call(api, 'GET', '/v1/account', { key: customer.apiKey });
  const cookie = await signIn(api, db, email);
  const page = async (query = '') =>
    (await call(api, 'GET', `/account/requests${query}`, { headers: { cookie } })).text;

  expect(await page()).toContain('GET /v1/account');
  const refused = await page('?status=4xx');
  expect(refused).toContain('run_not_found');
  expect(refused).toContain('&lt;script&gt;');
  expect(refused).not.toContain('GET /v1/account<');
  expect(await page('?status=nonsense&before=x&mode=x')).toContain('GET /v1/account');
  expect(await page('?mode=test')).toContain('No requests yet');
});
