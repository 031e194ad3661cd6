import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import Ajv2020 from 'ajv/dist/2020';
import { SCOPE_PRESETS } from '../../contracts/access';
import { sampleFindings } from '../../contracts/sample-findings';
import { built } from '../../local/programs';
import { call, createCustomer, createEvaluation, IDEA } from '../support/api';
import { offer } from '../support/shop';
import { complete } from '../support/run-states';
import { useSellingApi } from '../support/use';

const { db, api } = useSellingApi({ limitsScale: 1 });

const opened: Client[] = [];
afterEach(() => Promise.all(opened.splice(0).map((client) => client.close())));

const overHttp = (headers: Record<string, string>) =>
  new StreamableHTTPClientTransport(new URL('/mcp', api.url), { requestInit: { headers } });

function overStdio(apiKey: string) {
  const env = { PATH: process.env.PATH!, NOI_API_URL: api.url, NOI_API_KEY: apiKey };
  return new StdioClientTransport({ command: process.execPath, args: [built('clients/mcp/main')], env });
}

/** The client of that project, connected to `/mcp` with these headers, or to the server that it starts with this key. */
async function connect(by: Record<string, string> | { stdio: string }) {
  // As a client of MCP 2025-11-25: it knows JSON Schema 2020-12 only.
  const jsonSchemaValidator = new AjvJsonSchemaValidator(new Ajv2020({ strict: true }));
  const client = new Client({ name: 'test', version: '1.0.0' }, { jsonSchemaValidator });
  const transport = 'stdio' in by ? overStdio(by.stdio) : overHttp(by);
  await client.connect(transport);
  opened.push(client);
  const use = async (name: string, args: Record<string, unknown> = {}) => {
    const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
    const said = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    return { failed: result.isError ?? false, said, content: result.structuredContent as Record<string, never> };
  };
  return { client, use };
}

test.each(['X-Api-Key', 'Authorization'])('a client of MCP uses every tool over HTTP with %s', async (name) => {
  const customer = await createCustomer(db, { credits: 1 });
  const { client, use } = await connect({
    [name]: name === 'X-Api-Key' ? customer.apiKey : `Bearer ${customer.apiKey}`,
  });
  expect(client.getInstructions()).toContain('wait_for_run');
  expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual([
    'check_idea',
    'start_search',
    'wait_for_run',
    'list_runs',
    'cancel_run',
    'get_findings',
    'list_opportunities',
    'buy_opportunity',
    'get_usage',
  ]);

  const request = { idea: IDEA, idempotencyKey: 'over-http' };
  const started = await use('check_idea', request);
  expect(started.said).toContain('One credit was spent.');
  expect(started.content).toMatchObject({ sandbox: false });
  const runId = String(started.content.runId);
  expect((await use('check_idea', request)).content).toMatchObject({ runId, replayed: true });
  expect((await use('wait_for_run', { runId, seconds: 1 })).content).toMatchObject({ runId, status: 'queued' });
  const refused = await use('check_idea', { ...request, idempotencyKey: 'another' });
  expect([refused.failed, refused.said]).toEqual([true, expect.stringContaining('entitlement_required')]);

  await complete(db, runId, sampleFindings);
  expect((await use('list_runs')).content).toMatchObject({ runs: [{ runId, status: 'completed' }] });
  expect((await use('get_findings', { runId })).said).toContain(`summary of ${runId}`);
  const { contents } = await client.readResource({ uri: `noi://runs/${runId}/dossier` });
  expect(contents).toMatchObject([
    { mimeType: 'text/html', text: expect.stringContaining('<title>dossier') as string },
  ]);
  expect((await use('get_usage')).content).toMatchObject({ entitlements: [{ unused: 0, consumed: 1 }, {}] });
});

describe.each(['HTTP', 'stdio'])('over %s', (transport) => {
  const by = (apiKey: string) => (transport === 'stdio' ? { stdio: apiKey } : { 'X-Api-Key': apiKey });

  test('all tools have schemas of JSON Schema 2020-12', async () => {
    const { client } = await connect(by((await createCustomer(db)).apiKey));
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(9);
    const ajv = new Ajv2020({ strict: true });
    for (const schema of tools.flatMap(({ inputSchema, outputSchema }) => [inputSchema, outputSchema!])) {
      expect(schema).not.toHaveProperty('$schema');
      expect(JSON.stringify(schema)).not.toMatch(/"(definitions|additionalItems|dependencies|items":\[)/);
      expect(() => ajv.compile(schema)).not.toThrow();
    }
  });

  test('a test key starts runs in the sandbox and says so', async () => {
    const tester = await createCustomer(db, { mode: 'test', credits: 0, scopes: SCOPE_PRESETS.runs });
    const { client, use } = await connect(by(tester.apiKey));
    expect(client.getInstructions()).toContain('sandbox');
    const search = { operatorProfile: 'Energy consultant in Leipzig, ten hours a week', expertise: ['heat pumps'] };
    for (const [name, args] of [
      ['check_idea', { idea: IDEA }],
      ['start_search', search],
    ] as const) {
      const { content, said } = await use(name, { ...args, idempotencyKey: name });
      expect(content).toMatchObject({ status: 'queued', sandbox: true });
      expect(said).toContain('nothing was spent');
    }
    expect((await use('list_runs')).content.runs).toHaveLength(2);
  });
});

test('nothing is bought over HTTP, where no human can be asked', async () => {
  const opportunityId = await offer(db);
  const customer = await createCustomer(db);
  const { use } = await connect({ 'X-Api-Key': customer.apiKey });
  const bought = await use('buy_opportunity', { opportunityId, idempotencyKey: 'over-http' });
  expect([bought.failed, bought.said]).toEqual([true, expect.stringContaining('cannot ask its user')]);
  expect(await db.prisma.order.count({ where: { accountId: customer.accountId } })).toBe(0);
});

test('a tool counts against the limits of the API, and its message against one of its own', async () => {
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
  // Initialization and its notice are messages, too.
  expect(rateLimits.find(({ name }) => name === 'mcp')).toMatchObject({ remaining: 120 - 13 });
});

test('both lines of a call in the log have its request id, its account and no key', async () => {
  const customer = await createCustomer(db, { credits: 1 });
  const { apiKey, accountId } = customer;
  await createEvaluation(api, customer, 'logged');
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_runs', arguments: {} } };
  const headers = { 'X-Api-Key': apiKey, 'X-Request-Id': 'mcp-request-1', 'Content-Type': 'application/json' };
  await fetch(`${api.url}/mcp`, { method: 'POST', headers, body: JSON.stringify(message) });
  const lines = api.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.filter(({ requestId }) => requestId === 'mcp-request-1')).toMatchObject([
    { endpoint: '/v1/runs', accountId, status: 200 },
    { endpoint: '/mcp', accountId, status: 200 },
  ]);
  expect(api.logged.join('')).not.toContain(apiKey);
});

test('there is no stream to open and no session to end', async () => {
  const { apiKey } = await createCustomer(db);
  for (const method of ['GET', 'DELETE']) {
    const answer = await fetch(`${api.url}/mcp`, { method, headers: { 'X-Api-Key': apiKey } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  }
});
