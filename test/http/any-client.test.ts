import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { request } from 'node:http';
import { parse } from 'yaml';
import { SCOPES } from '../../contracts/access';
import { sampleFindings } from '../../contracts/sample-findings';
import { newId } from '../../contracts/ids';
import { withAnswers } from '../../tools/openapi/description';
import { call, createCustomer, createEvaluation, type Customer } from '../support/api';
import { complete } from '../support/run-states';
import { useApi } from '../support/use';

let customer: Customer;
let runId: string;
const { db, api } = useApi();
beforeAll(async () => {
  customer = await createCustomer(db, { scopes: SCOPES, credits: 3 });
  ({ runId } = (await createEvaluation(api, customer, 'run')).body);
  await complete(db, runId, sampleFindings);
});

interface Media {
  example?: unknown;
  schema?: { $ref?: string };
}
interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  'x-internal'?: true;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { headers?: Record<string, unknown>; content?: Record<string, Media> }>;
}
interface Description {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, unknown>;
  components: { schemas: Record<string, object>; headers: Record<string, object> };
}
const get = <T = Record<string, unknown>>(path: string, headers = {}) =>
  call<T>(api, 'GET', path, { key: customer.apiKey, headers });
const describedApi = async () => withAnswers((await get<Description>('/openapi/v1.json')).body);
const operationsOf = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, of]) =>
    Object.entries(of).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );

test('the API takes every example of a request that its description publishes', async () => {
  const refusals: string[] = [];
  let sent = 0;
  for (const { path, method, requestBody, 'x-internal': internal } of operationsOf(await describedApi())) {
    const body = requestBody?.content['application/json']?.example;
    if (body === undefined || internal) continue;
    sent++;
    const answer = await call<{ code?: string; errors?: unknown }>(api, method, path.replace('{id}', newId('opp')), {
      key: customer.apiKey,
      body,
      headers: { 'idempotency-key': `example-${path}` },
    });
    const { code } = answer.body;
    if (code === 'invalid_request' || code === 'invalid_json' || answer.status >= 500)
      if (code !== 'service_not_configured') refusals.push(`${method} ${path}: ${answer.text}`);
  }
  expect(refusals).toEqual([]);
  expect(sent).toBeGreaterThan(8);
});

test('responses are open to growth and requests are closed', async () => {
  const document = await describedApi();
  const closedIn = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    ((value as { additionalProperties?: unknown }).additionalProperties === false ||
      Object.values(value).some(closedIn));
  const { schemas } = document.components;
  expect(closedIn(schemas.EvaluationCreate)).toBe(true);
  expect(
    Object.keys(schemas)
      .filter((name) => closedIn(schemas[name]))
      .every((name) => !/^(RunStatus|Order|Account|Findings|UsageDashboard|Webhook)$/.test(name)),
  ).toBe(true);
  for (const operation of operationsOf(document)) expect(closedIn(operation.responses)).toBe(false);
});

test('every tag and operation says what it is, and every response names its headers', async () => {
  const document = await describedApi();
  for (const { description } of document.tags) expect(description.length).toBeGreaterThan(10);
  for (const { description, responses } of operationsOf(document)) {
    expect(description!.length).toBeGreaterThan(10);
    for (const { headers } of Object.values(responses)) expect(headers).toHaveProperty('X-Request-Id');
    expect(responses.default?.content).toHaveProperty('application/problem+json');
  }
  expect(document.paths['/v1/evaluations']!.post!.responses['202']!.headers).toMatchObject({
    Location: expect.anything(),
    'Retry-After': expect.anything(),
    'Idempotency-Replayed': expect.anything(),
  });
  expect(Object.keys(document.webhooks)).toEqual(['webhook.test']);
});

test('what a client receives has a tag of its own, and every component of a header is used', async () => {
  const { webhooks, paths, components } = await describedApi();
  const tagsOf = (of: object) =>
    Object.values(of).flatMap((path: object) => Object.values(path) as { tags: string[] }[]);
  const received = new Set(tagsOf(webhooks).flatMap(({ tags }) => tags));
  expect([...received]).toEqual(['webhook-events']);
  expect(tagsOf(paths).filter(({ tags }) => tags.some((tag) => received.has(tag)))).toEqual([]);
  const text = JSON.stringify(paths);
  expect(Object.keys(components.headers).filter((name) => !text.includes(`#/components/headers/${name}"`))).toEqual([]);
});

test('routes of providers and of our own forms are marked as internal, and no other', async () => {
  const internal = operationsOf(await describedApi()).filter((operation) => operation['x-internal']);
  expect(internal.map(({ path }) => path).sort()).toEqual(['/checkout/start', '/webhooks/resend', '/webhooks/stripe']);
});

test('a dossier is text as HTML, bytes as PDF and findings as JSON', async () => {
  const { paths } = await describedApi();
  const run = paths['/v1/runs/{id}/dossier']!.get!.responses['200']!.content!;
  expect(run).toMatchObject({
    'text/html': { schema: { type: 'string' } },
    'application/pdf': { schema: { format: 'binary' } },
  });
  expect(run['text/html']!.schema).not.toHaveProperty('format');
  const bought = paths['/v1/opportunities/{id}/dossier']!.get!.responses['200']!.content!;
  expect(bought['application/json']!.schema).toEqual({ $ref: '#/components/schemas/Findings' });
});

test('the description is there as YAML, and says the same', async () => {
  const yaml = await get('/openapi/v1.yaml');
  expect(yaml.headers.get('content-type')).toContain('application/yaml');
  expect(parse(yaml.text)).toEqual((await get('/openapi/v1.json')).body);
});

test.each([
  ['application/pdf', 'application/pdf'],
  ['text/html, application/pdf;q=0.5', 'text/html'],
  ['*/*', 'text/html'],
  ['image/png', 'text/html'],
])('a dossier without a format is chosen by Accept: %s', async (accept, type) => {
  const dossier = await get(`/v1/runs/${runId}/dossier`, { accept });
  expect(dossier.headers.get('content-type')).toContain(type);
  const asked = await get(`/v1/runs/${runId}/dossier?format=html`, { accept });
  expect(asked.headers.get('content-type')).toContain('text/html');
});

test.each(['findings', 'dossier', 'dossier?format=pdf'])(
  '%s of a finished run answers 304 to its ETag',
  async (name) => {
    const first = await get(`/v1/runs/${runId}/${name}`);
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const again = await get(`/v1/runs/${runId}/${name}`, { 'if-none-match': first.headers.get('etag')! });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await get(`/v1/runs/${runId}/${name}`, { 'if-none-match': '"another"' })).status).toBe(200);
  },
);

test('public documents can be read by scripts of any site, and nothing else can', async () => {
  const open = [
    '/openapi/v1.json',
    '/openapi/v1.yaml',
    '/openapi/3.0/v1.json',
    '/v1/status',
    '/v1/findings-schema',
    '/v1/runs/sample/findings',
    '/v1/opportunities',
    '/v1/endpoint-catalog',
    '/v1/developer',
  ];
  const headers = { origin: 'https://editor.example' };
  for (const path of open) {
    const answer = await get(path, headers);
    expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, '*']);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  }
  for (const path of ['/v1/runs', `/v1/runs/${runId}`, '/v1/account', '/v1/usage', '/health']) {
    expect([path, (await get(path, headers)).headers.get('access-control-allow-origin')]).toEqual([path, null]);
  }
});

/** Raw bytes of an answer: fetch would decompress them. */
function raw(path: string, headers: Record<string, string>) {
  return new Promise<{ body: Buffer; headers: Record<string, unknown> }>((resolve, reject) => {
    request(`${api.url}${path}`, { headers: { 'x-api-key': customer.apiKey, ...headers } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ body: Buffer.concat(parts), headers: response.headers }));
    })
      .on('error', reject)
      .end();
  });
}

test.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
])('text above 1 kB is compressed by %s, under a weak tag that is still answered with 304', async (encoding, open) => {
  const packed = await raw('/openapi/v1.json', { 'accept-encoding': encoding });
  expect(packed.headers).toMatchObject({
    'content-encoding': encoding,
    vary: expect.stringContaining('Accept-Encoding'),
  });
  const plain = await raw('/openapi/v1.json', { 'accept-encoding': 'identity' });
  expect(open(packed.body).equals(plain.body)).toBe(true);
  expect(packed.body.length * 5).toBeLessThan(plain.body.length);
  expect(packed.headers.etag).toBe(`W/${String(plain.headers.etag)}`);
  expect((await get('/openapi/v1.json', { 'if-none-match': packed.headers.etag })).status).toBe(304);
});

test('an answer without a tag is compressed as well', async () => {
  expect((await raw('/v1/usage', { 'accept-encoding': 'gzip' })).headers).toMatchObject({ 'content-encoding': 'gzip' });
});

test.each(['/health', '/sign-in', `/v1/runs/sample/findings?x=1`])(
  '%s is not compressed: short, or a form',
  async (path) => {
    expect((await raw(path, { 'accept-encoding': 'gzip, br' })).headers).not.toHaveProperty('content-encoding');
  },
);

test('a PDF is sent as it is', async () => {
  const { headers, body } = await raw(`/v1/runs/${runId}/dossier?format=pdf`, { 'accept-encoding': 'gzip, br' });
  expect(headers).not.toHaveProperty('content-encoding');
  expect(body.subarray(0, 5).toString()).toBe('%PDF-');
});
