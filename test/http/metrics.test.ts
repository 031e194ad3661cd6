import { createMetrics } from '../../platform/observation/metrics';
import { serveObservation } from '../../platform/observation/server';
import { call, createCustomer, createEvaluation, startApi } from '../support/api';
import { declaredTypes, typesOf, valueOf } from '../support/metrics';
import { useDatabase, useEach } from '../support/use';

const db = useDatabase();
const api = useEach(() => startApi(db, { limitsScale: 1 }));

test('requests are counted by declared path, method and status, and timed', async () => {
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
});

test('unknown paths and methods share one series', async () => {
  for (const path of ['/a', '/v1/b', '/v1/runs/c/d?e=f', '/%00']) await call(api, 'GET', path);
  await call(api, 'PROPFIND', '/v1/runs');
  const page = await api.metrics.page();
  const routes = new Set([...page.matchAll(/^noi_http_requests_total\{method="(\w+)",route="([^"]+)"/gm)].map(String));
  expect([...routes]).toEqual([expect.stringContaining('route="unmatched"')]);
});

test('readiness is 503 once a stop was requested, other requests still answered', async () => {
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

test('the page for operators has every metric and the health of its process', async () => {
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
