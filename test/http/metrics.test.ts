import { createMetrics } from '../../platform/observation/metrics';
import { serveObservation } from '../../platform/observation/server';
import { call, createCustomer, createEvaluation, startApi } from '../support/api';
import { declaredTypes, typesOf, valueOf } from '../support/metrics';
import { useDatabase, useEach } from '../support/use';

const db = useDatabase();
const api = useEach(() => startApi(db, { limitsScale: 1 }));

test('requests are counted by declared path, method and status, and timed by path', async () => {
  const customer = await createCustomer(db);
  const { runId } = (await createEvaluation(api, customer, 'a')).body;
  await call(api, 'GET', `/v1/runs/${runId}`, { key: customer.apiKey });
  await fetch(`${api.url}/v1/runs/${runId}`, { method: 'HEAD', headers: { 'x-api-key': customer.apiKey } });
  await call(api, 'GET', `/v1/runs/${runId}`);
  const page = await api.metrics.page();
  const requests = (method: string, route: string, status: number) =>
    valueOf(page, `noi_http_requests_total{method="${method}",route="${route}",status="${status}"}`);
  expect(requests('POST', '/v1/evaluations', 202)).toBe(1);
  expect(requests('GET', '/v1/runs/{id}', 200)).toBe(2);
  expect(requests('GET', '/v1/runs/{id}', 401)).toBe(1);
  expect(valueOf(page, 'noi_http_request_duration_seconds_count{route="/v1/runs/{id}"}')).toBe(3);
  expect(valueOf(page, 'noi_http_requests_in_flight')).toBe(0);
});

test('no caller makes series of metrics: unknown paths and methods are one', async () => {
  for (const path of ['/a', '/v1/b', '/v1/runs/c/d?e=f', '/%00']) await call(api, 'GET', path);
  await call(api, 'PROPFIND', '/v1/runs');
  const page = await api.metrics.page();
  const routes = new Set([...page.matchAll(/^noi_http_requests_total\{method="(\w+)",route="([^"]+)"/gm)].map(String));
  expect([...routes]).toEqual([expect.stringContaining('route="unmatched"')]);
});

test('a request that asked to wait counts, and says nothing of how long answers take', async () => {
  const customer = await createCustomer(db);
  const { runId } = (await createEvaluation(api, customer, 'w')).body;
  const waited = await call(api, 'GET', `/v1/runs/${runId}`, { key: customer.apiKey, headers: { prefer: 'wait=1' } });
  expect(waited.headers.get('preference-applied')).toBe('wait=1');
  const page = await api.metrics.page();
  expect(valueOf(page, 'noi_http_requests_total{method="GET",route="/v1/runs/{id}",status="200"}')).toBe(1);
  expect(page).not.toContain('noi_http_request_duration_seconds_count{route="/v1/runs/{id}"}');
});

test('what a limit refused is counted under its name', async () => {
  const customer = await createCustomer(db, { plan: 'free', scopes: ['account:read'] });
  const statuses: number[] = [];
  for (let i = 0; i < 62; i++) statuses.push((await call(api, 'GET', '/v1/account', { key: customer.apiKey })).status);
  expect(statuses.slice(-2)).toEqual([429, 429]);
  expect(valueOf(await api.metrics.page(), 'noi_http_limited_total{limit="tenant"}')).toBe(2);
});

test('what was shed is counted', async () => {
  const full = await startApi(db, { settings: { maxInFlight: 0 } });
  expect((await call(full, 'GET', '/opportunities')).status).toBe(503);
  expect(valueOf(await full.metrics.page(), 'noi_http_shed_total')).toBe(1);
  await full.close();
});

test('readiness is 503 from the moment in which the stop was asked for, while requests are still answered', async () => {
  let stopping = false;
  const leaving = await startApi(db, { isStopping: () => stopping });
  expect((await call(leaving, 'GET', '/health/ready')).status).toBe(200);
  stopping = true;
  const { status, body } = await call(leaving, 'GET', '/health/ready');
  expect([status, body.status]).toEqual([503, 'not_ready']);
  expect(body.checks).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'stopping', status: 'failed' })]),
  );
  expect((await call(leaving, 'GET', '/v1/endpoint-catalog')).status).toBe(200);
  await leaving.close();
});

test('the page for operators has every metric of its process, and health; nothing else', async () => {
  const metrics = createMetrics({ defaults: true });
  const fine = { fine: true, checks: [], reasons: {} };
  const observed = {
    metrics: [metrics.page, () => Promise.reject(new Error('a part that fails'))],
    live: () => Promise.resolve(fine),
    ready: () =>
      Promise.resolve({
        fine: false,
        checks: [{ name: 'database', status: 'failed' as const, latencyMs: 1 }],
        reasons: { database: 'read_only' },
      }),
  };
  const server = await serveObservation(observed, { host: '127.0.0.1', port: 0 });
  const get = async (path: string, method = 'GET') => {
    const response = await fetch(server.url + path, { method });
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  const page = await get('/metrics');
  expect([page.status, page.type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(typesOf(page.text)).toMatchObject(declaredTypes(['api', 'worker', 'both']));
  expect(page.text).toMatch(/^nodejs_eventloop_lag_seconds /m);
  expect(page.text).toMatch(/^process_resident_memory_bytes /m);
  expect(page.text).toMatch(/^noi_build_info\{version="[\d.]+",build_id="[\w-]+"\} 1$/m);
  expect(await get('/health/live')).toMatchObject({ status: 200, text: '{"status":"live","checks":[]}' });
  expect(await get('/health/ready')).toMatchObject({
    status: 503,
    text: expect.stringContaining('"not_ready","database":"read_only"'),
  });
  expect((await get('/')).status).toBe(404);
  expect((await get('/metrics', 'POST')).status).toBe(405);
  await server.close();
});
