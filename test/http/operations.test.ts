/** Data for operators of an API: its log, metrics, health and status. */
import { recordDrift, recordProvisionedAgent } from '../../modules/findings/store/agents';
import type { ServiceStatus } from '../../modules/operations/contract';
import { beat, recordStop } from '../../modules/operations/store/workers';
import { call, createCustomer, createEvaluation, linesAbout, startApi, type TestApi } from '../support/api';
import { createTestDatabase } from '../support/database';
import { sendForm } from '../support/people';
import { use, useSellingApi } from '../support/use';

const { db, api } = useSellingApi();
const customer = use(() => createCustomer(db));

test('logs the network of refusals and sign-in attempts as a keyed hash', async () => {
  const refused = [await call(api, 'GET', '/v1/account'), await call(api, 'GET', '/v1/account', { key: 'noi_live_x' })];
  await sendForm(api, '/sign-in/password', { email: 'nobody@example.com', password: 'a wrong one' });
  await sendForm(api, '/sign-in/passkey/answer', { passkey: 'a wrong one' });
  const lines = api.logged.map((line) => JSON.parse(line) as { msg: string; network?: string });
  const attempts = lines.filter(({ msg }) => /^(?:password|passkey) attempt$/.test(msg));
  expect(attempts).toHaveLength(2);
  const named = [...refused.flatMap((answer) => linesAbout(api, answer)), ...attempts];
  const networks = named.map(({ network }) => network as string);
  expect(networks).toEqual(networks.map(() => expect.stringMatching(/^[0-9a-f]{16}$/) as string));
  expect(new Set(networks).size).toBe(1);
  const allowed = await call(api, 'GET', '/v1/account', { key: customer.apiKey });
  expect(linesAbout(api, allowed)[0]).not.toHaveProperty('network');
});

test('counts requests by declared path, method and status, and unknown paths in one series', async () => {
  const own = await startApi(db);
  const { runId } = (await createEvaluation(own, customer, 'counted')).body;
  await call(own, 'GET', `/v1/runs/${runId}`, { key: customer.apiKey });
  await call(own, 'GET', `/v1/runs/${runId}`);
  for (const path of ['/a', '/v1/b', '/v1/runs/c/d?e=f', '/%00']) await call(own, 'GET', path);
  await call(own, 'PROPFIND', '/v1/runs');
  const page = await own.metrics.page();
  const counted = [...page.matchAll(/^noi_http_requests_total\{method="\w+",route="([^"]+)",status="(\d+)"/gm)];
  const expected = ['/v1/evaluations 202', '/v1/runs/{id} 200', '/v1/runs/{id} 401', 'unmatched 404'];
  expect(counted.map(([, route, status]) => `${route} ${status}`)).toEqual(expect.arrayContaining(expected));
  expect(new Set(counted.map(([, route]) => route)).size).toBe(3);
  const durations = [...page.matchAll(/^noi_http_request_duration_seconds_count(\{.*runs\/\{id\}.*\}) (\d+)$/gm)];
  expect(durations.map(([, labels, count]) => `${labels} ${count}`)).toEqual([
    '{method="GET",route="/v1/runs/{id}",status="2xx"} 1',
    '{method="GET",route="/v1/runs/{id}",status="4xx"} 1',
  ]);
  await own.close();
});

test('neither counts nor logs health checks', async () => {
  const own = await startApi(db, { isStopping: () => true });
  for (const path of ['/health', '/health/ready', '/health/live']) await call(own, 'GET', path);
  expect(await own.metrics.page()).not.toMatch(/^noi_http_request(s_total|_duration_seconds_count)\{/m);
  expect(own.logged.join('')).not.toContain('requestId');
  await call(own, 'GET', '/healthy');
  expect(await own.metrics.page()).toContain('route="unmatched",status="404"} 1');
  await own.close();
});

test('reports not ready (503) once a stop is requested, but still answers other requests', async () => {
  let stopping = false;
  const leaving = await startApi(db, { isStopping: () => stopping });
  expect((await call(leaving, 'GET', '/health/ready')).status).toBe(200);
  stopping = true;
  const { status, body } = await call(leaving, 'GET', '/health/ready');
  expect([status, body]).toMatchObject([503, { status: 'not_ready' }]);
  expect(body.checks).toContainEqual(expect.objectContaining({ name: 'stopping', status: 'failed' }));
  expect((await call(leaving, 'GET', '/v1/endpoint-catalog')).status).toBe(200);
  await leaving.close();
});

describe('the service status', () => {
  const WORKER = {
    identity: 'worker@secret-host',
    role: 'worker' as const,
    host: 'secret-host',
    pid: 4711,
    version: '1.0.0',
    buildId: 'secret-build',
    startedAt: new Date(),
  };
  const AGENT = { provider: 'p', agentId: 'secret-agent', agentVersion: '1', definition: 'd', providerData: {} };
  const statusOf = async (of: TestApi) => (await call<ServiceStatus>(of, 'GET', '/v1/status')).body;
  const partsOf = ({ components }: ServiceStatus) => Object.fromEntries(components.map((part) => [part.name, part]));

  test('is degraded until an agent is provisioned, and shows no internal names', async () => {
    const fresh = await createTestDatabase();
    const newborn = await startApi(fresh);
    const health = async () => (await call(newborn, 'GET', '/health')).body;
    expect(await health()).toMatchObject({
      status: 'degraded',
      apiVersion: 'v1',
      findingsSchemaVersion: '1.2.0',
      hostingContract: { valid: true, violations: [] },
      managedAgent: { driftStatus: 'unprovisioned', checkedAt: null },
    });
    expect(partsOf(await statusOf(newborn))).toMatchObject({ workers: { status: 'down' }, agent: { status: 'down' } });
    await recordProvisionedAgent(fresh, 'newsletter-research', AGENT);
    expect(await health()).toMatchObject({ status: 'ok', managedAgent: { driftStatus: 'in_sync' } });
    await newborn.close();
    await fresh.close();
  });

  test('says in words what works, and when failing components were last seen', async () => {
    await recordProvisionedAgent(db, 'newsletter-research', AGENT);
    await beat(db, WORKER);
    const { status, summary, ...rest } = await statusOf(api);
    expect([status, summary]).toEqual(['working', 'All systems are working.']);
    const page = await call(api, 'GET', '/status');
    for (const words of ['All systems are working.', 'Research agent', '<time']) expect(page.text).toContain(words);
    expect(page.text + JSON.stringify(rest)).not.toContain('secret');
    await recordStop(db, WORKER.identity);
    await recordDrift(db, 'newsletter-research', { definition: AGENT.definition, driftStatus: 'drifted' });
    const away = await startApi(db, { pingTemporal: () => Promise.reject(new Error('no')) });
    const impaired = await statusOf(away);
    expect(impaired.status).toBe('impaired');
    expect(partsOf(impaired)).toMatchObject({
      database: { status: 'working' },
      workflows: { status: 'down', lastSeenAt: null, summary: expect.stringContaining('Nothing is lost') as string },
      workers: { status: 'down', lastSeenAt: expect.stringMatching(/Z$/) as string },
      agent: { status: 'impaired', lastSeenAt: expect.stringMatching(/Z$/) as string },
    });
    await away.close();
  });
});
