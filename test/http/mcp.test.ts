import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import Ajv2020 from 'ajv/dist/2020';
import { PARTS } from '../../clients/mcp/findings-parts';
import { SCOPE_PRESETS } from '../../base/access';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { call, createCustomer, IDEA, SEARCH } from '../support/api';
import { complete, fail } from '../support/runs';
import { useSellingApi } from '../support/use';

const { db, api } = useSellingApi({ limitsScale: 1 });

const opened: Client[] = [];
afterEach(() => Promise.all(opened.splice(0).map((client) => client.close())));

async function connect(headers: Record<string, string>) {
  // Behaves like a client of MCP 2025-11-25, which knows only JSON Schema 2020-12.
  const jsonSchemaValidator = new AjvJsonSchemaValidator(new Ajv2020({ strict: true }));
  const client = new Client({ name: 'test', version: '1.0.0' }, { jsonSchemaValidator });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', api.url), { requestInit: { headers } }));
  opened.push(client);
  const use = async (name: string, args: Record<string, unknown> = {}) => {
    const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
    const said = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    return { failed: result.isError ?? false, said, content: result.structuredContent as Record<string, never> };
  };
  return { client, use };
}

test.each(['X-Api-Key', 'Authorization'])('lets a client use every tool over HTTP with %s', async (name) => {
  const customer = await createCustomer(db, { credits: 1 });
  const { client, use } = await connect({
    [name]: name === 'X-Api-Key' ? customer.apiKey : `Bearer ${customer.apiKey}`,
  });
  const names = (await client.listTools()).tools.map((tool) => tool.name).join(' ');
  expect(names).toBe(
    'check_idea check_ideas get_batch cancel_batch search_ideas search_ideas_batch wait_for_run list_runs cancel_run get_findings get_dossier list_opportunities buy_opportunity get_usage',
  );
  const request = { idea: IDEA, idempotencyKey: 'over-http' };
  const started = await use('check_idea', request);
  const runId = String(started.content.runId);
  expect((await use('check_idea', request)).content).toMatchObject({ runId, replayed: true, sandbox: false });
  expect((await use('wait_for_run', { runId, seconds: 1 })).content).toMatchObject({ runId, status: 'queued' });
  const refused = await use('check_idea', { ...request, idempotencyKey: 'another' });
  expect([refused.failed, refused.said]).toEqual([true, expect.stringContaining('entitlement_required')]);
  await complete(db, runId, sampleFindings);
  expect((await use('list_runs')).content).toMatchObject({ runs: [{ runId, status: 'completed' }] });
  for (const part of PARTS)
    expect(await use('get_findings', { runId, part })).toMatchObject({
      content: { part },
      said: expect.stringContaining(`${part} of ${runId}`) as string,
    });
  expect((await use('list_runs', { status: ['failed', 'completed'] })).content).toMatchObject({ runs: [{ runId }] });
  expect((await use('list_runs', { status: ['failed', 'canceled'] })).content).toMatchObject({ runs: [] });
  const usage = (await use('get_usage')).content;
  expect(usage).toMatchObject({ entitlements: [{ unused: 0, consumed: 1 }, {}] });
  expect(usage).not.toHaveProperty('cost');
});

test('gives tools 2020-12 schemas, and plays the sandbox for test keys', async () => {
  const { apiKey } = await createCustomer(db, { mode: 'test', credits: 0, scopes: SCOPE_PRESETS.runs });
  const { client, use } = await connect({ 'X-Api-Key': apiKey });
  const ajv = new Ajv2020({ strict: true });
  const { tools } = await client.listTools();
  for (const schema of tools.flatMap(({ inputSchema, outputSchema }) => [inputSchema, outputSchema!])) {
    expect(schema).not.toHaveProperty('$schema');
    expect(() => ajv.compile(schema)).not.toThrow();
  }
  const { outputSchema } = tools.find((tool) => tool.name === 'get_findings')!;
  const untyped = { runId: 'run_1', kind: 'idea_check', part: 'summary' };
  expect([outputSchema!.type, ajv.compile(outputSchema!)(untyped)]).toEqual(['object', false]);
  for (const [name, args] of [
    ['check_idea', { idea: IDEA }],
    ['search_ideas', SEARCH],
  ] as const) {
    const { content, said } = await use(name, { ...args, idempotencyKey: name });
    expect(content).toMatchObject({ status: 'queued', sandbox: true });
    expect(said).toContain('nothing was spent');
  }
});

test('returns a verdict per idea of a batch, and plays the sandbox for test keys', async () => {
  const customer = await createCustomer(db, { credits: 2 });
  const { use } = await connect({ 'X-Api-Key': customer.apiKey });
  const asked = { ideas: [{ idea: IDEA }, { idea: `${IDEA}, too` }], idempotencyKey: 'batch' };
  const { batchId, runIds } = (await use('check_ideas', asked)).content;
  expect((await use('check_ideas', asked)).content).toEqual({ batchId, runIds, sandbox: false });
  const underWay = (await use('get_batch', { batchId, seconds: 0 })).content;
  expect(underWay).toMatchObject({ status: 'in_progress', counts: { queued: 2 } });
  expect(underWay).not.toHaveProperty('results');
  for (const id of runIds as unknown as string[]) await complete(db, id, sampleFindings);
  const { recommendation, score } = sampleFindings.verdict;
  expect((await use('get_batch', { batchId, seconds: 0 })).content).toMatchObject({
    status: 'ended',
    counts: { completed: 2 },
    results: (runIds as unknown as string[]).map((runId) => ({ runId, status: 'completed', recommendation, score })),
  });
  const { apiKey } = await createCustomer(db, { mode: 'test', credits: 0, scopes: SCOPE_PRESETS.runs });
  const tried = await (await connect({ 'X-Api-Key': apiKey })).use('check_ideas', asked);
  expect(tried).toMatchObject({
    content: { sandbox: true },
    said: expect.stringContaining('nothing was spent') as string,
  });
});

test('starts a batch of searches once and cancels it', async () => {
  const customer = await createCustomer(db, { credits: 2, kind: 'custom_search' });
  const { use } = await connect({ 'X-Api-Key': customer.apiKey });
  const asked = { searches: [SEARCH, { ...SEARCH, candidateCount: 3 }], idempotencyKey: 'searches' };
  const { content, said } = await use('search_ideas_batch', asked);
  expect(said).toContain(`get_batch with batchId ${String(content.batchId)}`);
  expect((await use('search_ideas_batch', asked)).content).toEqual(content);
  const { batchId, runIds } = content as unknown as { batchId: string; runIds: string[] };
  await fail(db, runIds[0]!, 'agent_unavailable');
  expect((await use('cancel_batch', { batchId })).content).toMatchObject({ batchId, counts: { failed: 1 } });
  const kinds = await db.prisma.run.findMany({ where: { id: { in: runIds } }, select: { kind: true } });
  expect(kinds).toEqual([{ kind: 'custom_search' }, { kind: 'custom_search' }]);
  expect((await use('cancel_batch', { batchId: 'bat_unknown' })).said).toMatch(
    /batch_not_found[\s\S]*starts with bat_/,
  );
});

test('returns a dossier as PDF and Markdown, by tool and as a resource', async () => {
  const customer = await createCustomer(db, { credits: 1 });
  const { client, use } = await connect({ 'X-Api-Key': customer.apiKey });
  const { runId } = (await use('check_idea', { idea: IDEA, idempotencyKey: 'dossier' })).content;
  expect(await use('get_dossier', { runId })).toMatchObject({
    failed: true,
    said: expect.stringMatching(/wait_for_run/),
  });
  await complete(db, String(runId), sampleFindings);
  const { resources } = await client.listResources();
  const types = { md: 'text/markdown', pdf: 'application/pdf' };
  expect(resources.map(({ mimeType }) => mimeType)).toEqual(Object.values(types));
  for (const [format, mimeType] of Object.entries(types)) {
    const { content, structuredContent } = await client.callTool({ name: 'get_dossier', arguments: { runId, format } });
    const about = structuredContent as { uri: string; bytes: number };
    const { resource } = (content as { resource?: { uri: string; blob?: string } }[]).find((part) => part.resource)!;
    expect(resource).toMatchObject({ mimeType, uri: about.uri });
    expect((await client.readResource({ uri: resource!.uri })).contents).toEqual([resource]);
    if (format !== 'pdf') continue;
    const pdf = Buffer.from(resource!.blob!, 'base64');
    expect([pdf.subarray(0, 5).toString(), pdf.length]).toEqual(['%PDF-', about.bytes]);
  }
});

test('accepts lists, numbers and words as models write them, unlike the API', async () => {
  const { apiKey } = await createCustomer(db, { mode: 'test', credits: 0, scopes: SCOPE_PRESETS.runs });
  const { use } = await connect({ 'X-Api-Key': apiKey });
  const written = { ...SEARCH, expertise: JSON.stringify(SEARCH.expertise), candidateCount: '3', language: 'DE' };
  const { content, failed } = await use('search_ideas', { ...written, idempotencyKey: 'written' });
  expect([failed, content.status]).toEqual([false, 'queued']);
  const run = await db.prisma.run.findUniqueOrThrow({ where: { id: String(content.runId) } });
  expect(run).toMatchObject({ input: { expertise: SEARCH.expertise, language: 'de' }, progressTotal: 3 });
  const unclear = await use('search_ideas', { ...written, candidateCount: 'three', idempotencyKey: 'unclear' });
  expect([unclear.failed, unclear.said]).toEqual([true, expect.stringContaining('candidateCount')]);
  const { status } = await call(api, 'POST', '/v1/sandbox/searches', {
    key: apiKey,
    headers: { 'idempotency-key': 'strict' },
    body: written,
  });
  expect(status).toBe(400);
});

test('counts tool calls in the API’s limits, and messages in their own', async () => {
  const customer = await createCustomer(db, { credits: 20 });
  const { use } = await connect({ 'X-Api-Key': customer.apiKey });
  const answers = [];
  for (let nth = 0; nth < 11; nth++) {
    answers.push(await use('check_idea', { idea: IDEA, idempotencyKey: `counted-${nth}` }));
  }
  expect(answers.slice(0, 10).every(({ failed }) => !failed)).toBe(true);
  expect(answers[10]!.said).toMatch(/rate_limited[\s\S]*Try again after \d+ seconds/);
  const { body } = await call(api, 'GET', '/v1/usage', { key: customer.apiKey });
  const { rateLimits } = body as { rateLimits: { name: string; remaining: number }[] };
  // The initialize request and its notification also count as messages.
  expect(rateLimits.find(({ name }) => name === 'mcp')).toMatchObject({ remaining: 120 - 13 });
});
