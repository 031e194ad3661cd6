import { Validator } from '@seriousme/openapi-schema-validator';
import { FAILURES } from '../../contracts/failures';
import { Findings } from '../../contracts/findings';
import { sampleFindings } from '../../contracts/sample-findings';
import { describeOpenApi } from '../../api/description/openapi';
import { allEndpoints } from '../../api/endpoints/table';
import { retiring } from '../../web/developers/versioning-page';
import { earliestSunset, type Retirement } from '../../http/retirement';
import { recordProvisionedAgent } from '../../store/agents/provisioned-agents';
import { withAnswers } from '../../tools/openapi/description';
import { call, createCustomer, startApi } from '../support/api';
import { offer } from '../support/shop';
import { useApi } from '../support/use';

const { db, api } = useApi();

const get = <T = Record<string, unknown>>(path: string, headers = {}) => call<T>(api, 'GET', path, { headers });
type Operation = { responses: Record<string, unknown>; security: unknown[]; operationId: string };
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };

test('the OpenAPI document is valid 3.1 by an independent validator', async () => {
  const document = (await get<Document>('/openapi/v1.json')).body;
  expect(document.openapi).toBe('3.1.0');
  expect(await new Validator().validate(document)).toMatchObject({ valid: true });
});

test('OpenAPI, catalogue and table name the same endpoints', async () => {
  const table = allEndpoints('http://x').map(({ method, path }) => `${method} ${path}`);
  const { paths } = (await get<Document>('/openapi/v1.json')).body;
  const described = Object.entries(paths).flatMap(([path, of]) =>
    Object.keys(of).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const catalogue = (await get<{ method: string; path: string }[]>('/v1/endpoint-catalog')).body;
  expect(described.sort()).toEqual([...table].sort());
  expect(catalogue.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...table].sort());
});

test('every operation declares 429, 500 and 503, keyed ones 401 and 403, and every failure as Problem Details', async () => {
  const { paths } = (await get<Document>('/openapi/v1.json')).body;
  for (const operation of Object.values(paths).flatMap((of) => Object.values(of))) {
    const statuses = Object.keys(operation.responses);
    const keyed = operation.security.length > 0 ? ['401', '403'] : [];
    const silent = operation.operationId === 'getHealth' ? [] : ['503'];
    expect(statuses).toEqual(expect.arrayContaining(['429', '500', ...silent, ...keyed]));
    for (const [status, response] of Object.entries(operation.responses)) {
      if (Number(status) < 400 || operation.operationId === 'getReady') continue;
      // The 401 of the usage dashboard has no body.
      if (status === '401' && operation.operationId === 'getUsage') continue;
      expect(response).toMatchObject({
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/ProblemDetails' } } },
      });
    }
  }
});

test('every answer of every operation is declared with the limits that all answers report', async () => {
  const { paths } = withAnswers((await get<Document>('/openapi/v1.json')).body);
  for (const { responses } of Object.values(paths).flatMap((of) => Object.values(of))) {
    for (const response of Object.values(responses)) {
      expect(response).toMatchObject({
        headers: { 'RateLimit-Policy': expect.anything(), RateLimit: expect.anything() },
      });
    }
  }
});

test('the 401 of the usage dashboard is declared without a body', async () => {
  const { paths } = (await get<Document>('/openapi/v1.json')).body;
  expect(paths['/v1/usage']!.get!.responses['401']).not.toHaveProperty('content');
});

test('the catalogue has exactly the seven fields of the specification', async () => {
  const catalogue = (await get<object[]>('/v1/endpoint-catalog')).body;
  expect(catalogue).toContainEqual({
    method: 'POST',
    path: '/v1/evaluations',
    audience: 'customer',
    requiredScope: 'evaluations:create',
    requiresIdempotencyKey: true,
    startsAsyncManagedAgentRun: true,
    responseScope: 'caller_account',
  });
  expect(catalogue).toContainEqual(
    expect.objectContaining({ path: '/health', requiredScope: null, startsAsyncManagedAgentRun: false }),
  );
});

test('the published findings schema is the one in use, but open at every level, and the sample satisfies it', async () => {
  const schema = await get('/v1/findings-schema');
  const open = JSON.parse(JSON.stringify(Findings), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const { additionalProperties: _closed, ...rest } = value as Record<string, unknown>;
    return rest;
  }) as Record<string, unknown>;
  expect(schema.body).toEqual(open);
  expect(JSON.stringify(schema.body)).not.toContain('additionalProperties');
  expect(schema.body.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
  const sample = await get('/v1/runs/sample/findings');
  expect([sample.status, sample.body]).toEqual([200, JSON.parse(JSON.stringify(sampleFindings))]);
});

test('an answer that changes only with a release is cached and answers 304', async () => {
  for (const path of ['/openapi/v1.json', '/v1/endpoint-catalog', '/v1/findings-schema', '/v1/runs/sample/findings']) {
    const first = await get(path);
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    expect((await get(path, { 'if-none-match': first.headers.get('etag')! })).status).toBe(304);
  }
});

test('health reports versions and drift, and is degraded while no agent is provisioned', async () => {
  const health = (await get('/health')).body;
  expect(health).toMatchObject({
    status: 'degraded',
    apiVersion: 'v1',
    findingsSchemaVersion: '1.2.0',
    hostingContract: { valid: true, violations: [] },
    managedAgent: { driftStatus: 'unprovisioned', checkedAt: null },
  });
  await recordProvisionedAgent(db, 'newsletter-research', {
    provider: 'p',
    agentId: 'a',
    agentVersion: '1',
    definition: 'd',
    providerData: {},
  });
  expect((await get('/health')).body).toMatchObject({ status: 'ok', managedAgent: { driftStatus: 'in_sync' } });
});

test('readiness names its checks', async () => {
  const { status, body } = await get<{ status: string; checks: { name: string; status: string }[] }>('/health/ready');
  expect([status, body.status]).toEqual([200, 'ready']);
  expect(body.checks.map((check) => [check.name, check.status])).toEqual([
    ['database', 'ok'],
    ['temporal', 'ok'],
  ]);
});

test('an unknown path is 404 and a known one with another method 405 with Allow, both as problems', async () => {
  const { apiKey } = await createCustomer(db);
  const unknown = await call(api, 'GET', '/v1/nothing?secret=1', { key: apiKey });
  expect(unknown.body).toMatchObject({ status: 404, code: 'not_found', instance: '/v1/nothing' });
  expect(unknown.text).not.toContain('secret');
  const wrongMethod = await call(api, 'DELETE', '/v1/runs/sample/findings');
  expect([wrongMethod.status, wrongMethod.body.code]).toEqual([405, 'method_not_allowed']);
  expect(wrongMethod.headers.get('allow')).toBe('GET, HEAD');
});

test('a request id is given, and the caller’s own is kept where it is usable', async () => {
  expect((await get('/health')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect((await get('/health', { 'x-request-id': 'trace-12345678' })).headers.get('x-request-id')).toBe(
    'trace-12345678',
  );
  expect((await get('/health', { 'x-request-id': 'a b"c' })).headers.get('x-request-id')).not.toContain('"');
  const problem = await get('/v1/runs', { 'x-request-id': 'trace-abcdefgh' });
  expect(problem.body.requestId).toBe('trace-abcdefgh');
});

test('every answer forbids sniffing and framing', async () => {
  for (const path of ['/health', '/v1/runs', '/nothing']) {
    const { headers } = await get(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  }
});

test('the registry names a remedy for every code', () => {
  for (const [code, entry] of Object.entries(FAILURES)) {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(entry.remedy.length).toBeGreaterThan(10);
    expect(entry.status).toBeGreaterThanOrEqual(400);
  }
});

const RETIRES: Retirement = { announced: '2027-01-31', sunset: '2028-02-01', successor: '/v1/account' };
const withRetired = (publicUrl: string) =>
  allEndpoints(publicUrl).map((spec) =>
    ['/v1/opportunities', '/v1/usage'].includes(spec.path) ? { ...spec, retires: RETIRES } : spec,
  );

test('a retired endpoint says so in each answer, failures included, in addition to the links of its own', async () => {
  const old = await startApi(db, { endpoints: withRetired });
  const links = `<${old.url}/developers/versioning>; rel="deprecation"; type="text/html", <${old.url}/v1/account>; rel="successor-version"`;
  const { apiKey } = await createCustomer(db);
  try {
    for (const [path, status, options] of [
      ['/v1/opportunities', 200, {}],
      ['/v1/opportunities?limit=0', 400, {}],
      ['/v1/usage', 200, { key: apiKey }],
      ['/v1/usage', 401, {}],
    ] as const) {
      const { status: answered, headers } = await call(old, 'GET', path, options);
      expect([path, answered, headers.get('deprecation'), headers.get('sunset')]).toEqual([
        path,
        status,
        '@1801353600',
        'Tue, 01 Feb 2028 00:00:00 GMT',
      ]);
      expect(headers.get('link')).toBe(links);
    }
    for (let i = 0; i < 2; i++) await offer(db);
    const list = await call(old, 'GET', '/v1/opportunities?limit=1');
    expect(list.headers.get('link')).toMatch(/^<[^>]+>; rel="next", </);
    expect(list.headers.get('link')).toContain(links);
    const { headers } = await call(old, 'GET', '/v1/account', { key: apiKey });
    expect([headers.get('deprecation'), headers.get('link')]).toEqual([null, null]);
  } finally {
    await old.close();
  }
});

test('a retired endpoint is marked in the description, with its headers, and listed among those that go', () => {
  const endpoints = withRetired('https://api.example.com');
  const document = withAnswers(describeOpenApi(endpoints, 'https://api.example.com') as Document);
  const { get: usage } = document.paths['/v1/usage']!;
  expect(usage).toMatchObject({ deprecated: true, 'x-sunset': '2028-02-01' });
  for (const status of ['200', '401', '500']) {
    expect(usage!.responses[status]).toMatchObject({
      headers: { Deprecation: expect.anything(), Sunset: expect.anything(), Link: expect.anything() },
    });
  }
  expect(document.paths['/v1/account']!.get).not.toHaveProperty('deprecated');
  expect(retiring(endpoints).toString()).toMatch(/GET \/v1\/usage[^]*2027-01-31[^]*2028-02-01[^]*\/v1\/account/);
  expect(retiring(allEndpoints('https://api.example.com')).toString()).not.toContain('undefined');
});

test('what is retired in this release had its whole notice', () => {
  const short = allEndpoints('http://x').filter(
    ({ retires }) => retires && retires.sunset < earliestSunset(retires.announced),
  );
  expect(short.map(({ path }) => path)).toEqual([]);
  expect(RETIRES.sunset >= earliestSunset(RETIRES.announced)).toBe(true);
  expect(earliestSunset('2027-01-31')).toBe('2028-01-31');
});
