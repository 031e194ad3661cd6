import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { built } from '../../local/programs';
import { createCustomer } from '../support/api';
import { eventually } from '../support/eventually';
import { useStack } from '../support/use';

const run = promisify(execFile);
const stack = useStack();

describe('the MCP server', () => {
  const program = built('clients/mcp/main');
  const environment = (apiKey: string) => ({
    PATH: process.env.PATH!,
    NOI_API_URL: stack.api.url,
    NOI_API_KEY: apiKey,
  });

  /** A client of that project with our server as its child process. */
  async function connect(apiKey: string) {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const env = environment(apiKey);
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [program], env }));
    const use = async (name: string, args: object = {}) => {
      const result = (await client.callTool({ name, arguments: { ...args } })) as CallToolResult;
      const said = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      return { failed: result.isError ?? false, said, content: result.structuredContent as Record<string, never> };
    };
    return { client, use };
  }

  test('checks an idea once however often it is asked, waits for it and gives its findings', async () => {
    const { client, use } = await connect(stack.customer.apiKey);
    const request = { idea: 'A weekly letter on rooftop solar for schools', idempotencyKey: 'mcp-1' };
    const started = await use('check_idea', request);
    expect(started.said).toContain('One credit was spent.');
    const again = await use('check_idea', request);
    expect(again.said).toContain('nothing more was spent');
    expect(again.content.runId).toBe(started.content.runId);

    const { runId } = started.content;
    const finished = await eventually(
      'the end of the run',
      async () => {
        const waited = await use('wait_for_run', { runId, seconds: 20 });
        return waited.content.status === 'completed' && waited;
      },
      60_000,
    );
    expect(finished.said).toContain('call get_findings');
    const { content, said } = await use('get_findings', { runId });
    expect(content).toMatchObject({ part: 'summary', verdict: { score: expect.any(Number) as number } });
    // The payload is sent once: the note only says what it is.
    expect(said).toMatch(/^summary of run_\w+; verdict (pursue|refine|avoid), score \d+ of 100\.$/);
    expect((await use('get_findings', { runId, part: 'candidate', candidateId: 'c1' })).failed).toBe(true);
    const uri = `noi://runs/${runId}/dossier`;
    expect((await client.listResources()).resources.map((resource) => resource.uri)).toContain(uri);
    const { contents } = await client.readResource({ uri });
    expect(contents).toMatchObject([{ mimeType: 'text/html', text: expect.stringContaining('<html') as string }]);
    expect((await use('list_runs', { status: 'completed' })).content.runs).toMatchObject([{ runId }]);
    expect((await use('list_opportunities', { limit: 5 })).content.opportunities).toEqual([]);
    expect((await use('get_usage')).content).toMatchObject({ entitlements: expect.any(Array) as object[] });
    await client.close();
  });

  test('paid tools say what they cost and need an idempotency key; reading tools say that they only read', async () => {
    const { client, use } = await connect(stack.customer.apiKey);
    const { tools } = await client.listTools();
    const changing = tools.filter(({ annotations }) => !annotations?.readOnlyHint);
    expect(changing.map(({ name }) => name)).toEqual(['check_idea', 'start_search', 'cancel_run', 'buy_opportunity']);
    for (const { description, inputSchema } of changing.slice(0, 2)) {
      expect(description).toContain('Costs one credit');
      expect(inputSchema.required).toContain('idempotencyKey');
    }
    const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
    expect(reading).toEqual(['wait_for_run', 'list_runs', 'get_findings', 'list_opportunities', 'get_usage']);
    for (const { outputSchema } of tools) expect(outputSchema).toMatchObject({ type: 'object' });
    const before = await use('get_usage');
    const refused = await use('check_idea', { idea: 'A weekly letter on rooftop solar for schools' });
    expect(refused).toMatchObject({ failed: true, said: expect.stringContaining('idempotencyKey') as string });
    expect((await use('get_usage')).content.entitlements).toEqual(before.content.entitlements);
    await client.close();
  });

  test('a refusal is an error of the tool that says the way out, and the key is in none', async () => {
    const poor = await createCustomer(stack.db, { credits: 0 });
    const { client, use } = await connect(poor.apiKey);
    const answers = [
      await use('check_idea', { idea: 'A weekly letter on rooftop solar for schools', idempotencyKey: 'mcp-2' }),
      await use('get_findings', { runId: 'run_01kah2v5q8e4wb6t7n9rjx3mzc' }),
      await use('wait_for_run', { runId: 'nonsense' }),
    ];
    const said = [
      /\(entitlement_required\)\n.*Ask the user to buy one/,
      /\(run_not_found\)\nCheck the runId/,
      /run_not_found/,
    ];
    answers.forEach((answer, place) => {
      expect(answer).toMatchObject({ failed: true, said: expect.stringMatching(said[place]!) as string });
      expect(answer.said).not.toContain(poor.apiKey);
    });
    await client.close();
  });

  test('nothing but protocol goes to stdout, and without key or address it ends with what to set', async () => {
    const hello = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const child = run(process.execPath, [program], { env: environment('noi_test_none') });
    child.child.stdin!.end(`${JSON.stringify(hello)}\nnonsense\n`);
    const lines = (await child).stdout.trim().split('\n');
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });

    const keyless = run(process.execPath, [program], { env: { PATH: process.env.PATH } });
    await expect(keyless).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('NOI_API_KEY'),
    });
    for (const NOI_API_URL of [undefined, '', '  ']) {
      const unaddressed = run(process.execPath, [program], { env: { ...environment('noi_test_none'), NOI_API_URL } });
      await expect(unaddressed).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Set baseUrl (or NOI_API_URL) to the address of the service'),
      });
    }
  });
});
