import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { TSchema } from '@sinclair/typebox';
import createTypedClient from 'openapi-fetch';
import { parse } from 'yaml';
import { allEndpoints } from '../../api/endpoints/table';
import { PACKAGE_ROOT } from '../../base/package-root';
import { SERVICE_VERSION } from '../../base/versions';
import type { paths } from '../../clients/typescript/src/api-types';
import { VERSION } from '../../clients/typescript/src/index';
import { isTyped } from '../../http/endpoint';
import { exampleOf, RESOURCE_EXAMPLES } from '../../http/examples';
import { earliestSunset, type Retirement } from '../../http/retirement';
import { answerCheck, bodyCheck } from '../../http/validation';
import { Findings } from '../../modules/findings/contract/findings';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { call, createCustomer, createEvaluation, IDEA, startApi } from '../support/api';
import { useApi } from '../support/use';

const { db, api } = useApi();

interface Media {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: { code: string; status: number } }>;
}
interface Operation {
  operationId: string;
  security: unknown[];
  description: string;
  responses: Record<string, { headers?: object; content?: Record<string, Media> }>;
  requestBody?: { content: Record<string, Media> };
}
interface Link {
  operationId: string;
  parameters: object;
}
interface Document {
  openapi: string;
  webhooks?: object;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, TSchema>; responses: Record<string, { links?: Record<string, Link> }> };
}

const get = <T = Record<string, unknown>>(path: string, headers = {}) => call<T>(api, 'GET', path, { headers });
const read = async (path = '/openapi/v1.json') => (await get<Document>(path)).body;
const keysOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, of]) => Object.keys(of).map((method) => `${method.toUpperCase()} ${path}`));
const endpoints = allEndpoints('https://api.example.com');

test.each([
  ['/openapi/v1.json', '3.1.0'],
  ['/openapi/3.0/v1.json', '3.0.3'],
])('%s is valid OpenAPI %s for an independent validator', async (path, version) => {
  const document = (await get(path)).body;
  expect(document.openapi).toBe(version);
  expect(await new Validator().validate(document)).toMatchObject({ valid: true });
});

test('names the same endpoints, answers and schemas in table, catalog and descriptions', async () => {
  const [newer, older] = [await read(), await read('/openapi/3.0/v1.json')];
  const table = allEndpoints('http://x').map(({ method, path }) => `${method} ${path}`);
  const catalog = (await get<{ method: string; path: string }[]>('/v1/endpoint-catalog')).body;
  for (const named of [keysOf(newer), keysOf(older), catalog.map(({ method, path }) => `${method} ${path}`)])
    expect(named.toSorted()).toEqual(table.toSorted());
  for (const part of ['schemas', 'responses'] as const)
    expect(Object.keys(older.components[part])).toEqual(Object.keys(newer.components[part]));
  expect(older).not.toHaveProperty('webhooks');
  const consents = ({ components }: Document) =>
    (components.schemas.OpportunityPurchase as TSchema).properties as Record<string, TSchema>;
  const { immediateAccessConsent: asConstant } = consents(newer);
  expect(asConstant).toMatchObject({ type: 'boolean', const: true });
  expect(consents(older).immediateAccessConsent).toEqual({
    type: 'boolean',
    description: `${asConstant!.description} Must be \`true\`.`,
  });
  expect(Object.keys(newer.webhooks!)).toEqual(['webhook.test']);
  expect(parse((await get('/openapi/v1.yaml')).text)).toEqual(newer);
  expect(catalog).toContainEqual(RESOURCE_EXAMPLES.EndpointDescriptor);
});

describe('examples', () => {
  const name = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
  const bodies = endpoints.flatMap((one) => (one.body ? [[name(one), one.body] as const] : []));
  const answers = endpoints.flatMap((one) =>
    Object.entries(one.responses).flatMap(([status, response]) =>
      response === null || isTyped(response) ? [] : [[`${name(one)} ${status}`, response, one.example] as const],
    ),
  );

  test('pass validation as bodies, and satisfy their schema as answers', () => {
    for (const [, schema] of bodies) expect(() => bodyCheck(schema)(exampleOf(schema))).not.toThrow();
    const flaws = answers.map(([of, schema, example]) => [of, answerCheck(schema)(example ?? exampleOf(schema))]);
    expect(flaws.filter(([, flaw]) => flaw !== null)).toEqual([]);
  });
});

test('publishes the findings schema in use, open at every level, and a sample that fits it', async () => {
  const schema = (await get('/v1/findings-schema')).body;
  const open = JSON.parse(JSON.stringify(Findings), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const { additionalProperties: _closed, ...rest } = value as Record<string, unknown>;
    return rest;
  }) as Record<string, unknown>;
  expect(schema).toEqual(open);
  expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
  const sample = await get('/v1/runs/sample/findings');
  expect([sample.status, sample.body]).toEqual([200, JSON.parse(JSON.stringify(sampleFindings))]);
  expect(answerCheck(Findings)(sample.body)).toBeNull();
});

describe('a retired endpoint', () => {
  const RETIRES: Retirement = { announced: '2027-01-31', sunset: '2028-02-01', successor: '/v1/account' };
  const withRetired = (publicUrl: string) =>
    allEndpoints(publicUrl).map((one) => (one.path === '/v1/usage' ? { ...one, retires: RETIRES } : one));

  test('says so in every answer, including failures', async () => {
    const old = await startApi(db, { endpoints: withRetired });
    const { apiKey } = await createCustomer(db);
    const links = `<${old.url}/developers/versioning>; rel="deprecation"; type="text/html", <${old.url}/v1/account>; rel="successor-version"`;
    for (const options of [{ key: apiKey }, {}]) {
      const { headers } = await call(old, 'GET', '/v1/usage', options);
      const said = ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));
      expect(said).toEqual(['@1801353600', 'Tue, 01 Feb 2028 00:00:00 GMT', links]);
    }
    const { headers } = await call(old, 'GET', '/v1/account', { key: apiKey });
    expect([headers.get('deprecation'), headers.get('link')]).toEqual([null, null]);
    await old.close();
  });

  test('gives at least 12 months of notice', () => {
    expect(earliestSunset('2027-01-31')).toBe('2028-01-31');
    const short = endpoints.filter(({ retires }) => retires && retires.sunset < earliestSunset(retires.announced));
    expect(short).toEqual([]);
  });
});

test('gives clients the version of the API', () => {
  expect(VERSION).toBe(SERVICE_VERSION);
  const python = readFileSync(join(PACKAGE_ROOT, 'clients', 'python', 'noi', '_version.py'), 'utf8');
  expect(python).toContain(`VERSION = "${SERVICE_VERSION}"`);
});

test('links a created run to its status and documents', async () => {
  const { paths, components } = await read();
  const { apiKey } = await createCustomer(db);
  const created = await createEvaluation(api, { apiKey }, 'linked');
  const { $ref } = paths['/v1/evaluations']!.post!.responses[202] as { $ref?: string };
  const answer = components.responses[$ref!.split('/').at(-1)!]!;
  const codes = new Map<string, unknown>();
  for (const { operationId, parameters } of Object.values(answer.links!)) {
    const [path] = Object.entries(paths).find(([, of]) => of.get?.operationId === operationId)!;
    expect(parameters).toEqual({ id: '$response.body#/runId' });
    const { status, body } = await call(api, 'GET', path.replace('{id}', created.body.runId), { key: apiKey });
    codes.set(operationId, body.code ?? status);
  }
  expect(Object.fromEntries(codes)).toEqual({
    getRun: 200,
    getRunFindings: 'run_not_completed',
    getRunDossier: 'run_not_completed',
    exportRun: 'run_not_completed',
    getRunPortfolio: 'portfolio_not_applicable',
  });
});

const SPAN = { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' };
const CONSENTS = { immediateAccessConsent: true, withdrawalLossAcknowledgment: true };
const CREDIT = { product: 'idea_check', ...CONSENTS };
const OFFER = { product: 'opportunity', opportunityId: 'opp_1', ...CONSENTS };
const DELIVERY = { deliveryId: 'whd_01kah2v5q8e4wb6t7n9rjx3mzc' };
test.each([
  [
    'WebhookReplay',
    [DELIVERY, SPAN],
    [{}, { since: SPAN.since }, { ...DELIVERY, since: SPAN.since }, { ...DELIVERY, ...SPAN }],
  ],
  [
    'CheckoutSessionCreate',
    [CREDIT, { ...CREDIT, opportunityId: null, quantity: 3 }, OFFER, { ...OFFER, quantity: 1 }],
    [
      { ...CREDIT, opportunityId: 'opp_1' },
      { ...OFFER, opportunityId: null },
      { ...OFFER, quantity: 3 },
    ],
  ],
])('describes the alternatives of %s exactly as the service accepts them', async (name, right, wrong) => {
  const check = answerCheck((await read()).components.schemas[name]!);
  expect(right.map((body) => check(body))).toEqual(right.map(() => null));
  expect(wrong.map((body) => check(body))).not.toContain(null);
});

test('lets a generated client start a run, read it and get a failure, all typed', async () => {
  const { apiKey } = await createCustomer(db);
  const client = createTypedClient<paths>({ baseUrl: api.url, headers: { 'X-Api-Key': apiKey } });

  const created = await client.POST('/v1/evaluations', {
    params: { header: { 'Idempotency-Key': 'typed' } },
    body: { idea: IDEA },
  });
  const run = await client.GET('/v1/runs/{id}', { params: { path: { id: created.data!.runId } } });
  const findings = await client.GET('/v1/runs/{id}/findings', { params: { path: { id: created.data!.runId } } });

  expect(run.data?.progress.total).toBe(3);
  expect(findings.error?.code).toBe('run_not_completed');
});
