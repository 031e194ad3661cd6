import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SessionStep } from '../../modules/findings/contract/agents';
import { openAgents } from '../../vendors/agents/open-agents';

const at = '2026-11-22T10:01:00.000Z';
const fetched = (i: number, input: unknown = { url: `https://bells.example/${i}` }) => ({
  id: `sevt_use_${i}`,
  type: 'agent.tool_use',
  name: 'web_fetch',
  input,
  processed_at: at,
});
const result = (i: number, content?: unknown, isError?: boolean) => ({
  id: `sevt_result_${i}`,
  type: 'agent.tool_result',
  tool_use_id: `sevt_use_${i}`,
  processed_at: at,
  ...(content !== undefined && { content }),
  ...(isError && { is_error: true }),
});
const text = (value: string) => [{ type: 'text', text: value }];
const document = (source: unknown, title: string | null = null) => [{ type: 'document', source, title }];
const plain = (data: string) => ({ type: 'text', media_type: 'text/plain', data });

/** Steps that the client reads from the provider's events. */
async function stepsOf(data: unknown[]): Promise<SessionStep[]> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data, next_page: null, prev_page: null }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const agents = openAgents({ ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}` });
  const steps: SessionStep[] = [];
  try {
    for await (const step of agents.steps('sesn_1')) steps.push(step);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return steps;
}

const opened = (i: number, seen: string) => ({ at, kind: 'opened', url: `https://bells.example/${i}`, text: seen });
const refused = (i: number) => ({ at, kind: 'refused', url: `https://bells.example/${i}` });

test('keeps the part of a page that the tool showed, if it is text', async () => {
  const pdf = { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' };
  const events = [
    [fetched(1), result(1, text('The bells of one tower.'))],
    [fetched(2), result(2, document(plain('The bells of two towers.'), 'Towers'))],
    [fetched(3), result(3, document(pdf))],
    [fetched(4), result(4, [{ type: 'image', source: pdf }])],
  ];
  expect(await stepsOf(events.flat())).toEqual([
    opened(1, 'The bells of one tower.'),
    opened(2, 'The bells of two towers.'),
    opened(3, ''),
    opened(4, ''),
  ]);
});

test('treats an error, an empty answer, a sign-in, a challenge and a paywall as refusals', async () => {
  const events = [
    [fetched(1), result(1, text('url_not_accessible'), true)],
    [fetched(2), result(2)],
    [fetched(3), result(3, document(plain('Welcome back. Forgot your password?'), 'Log in'))],
    [fetched(4), result(4, document(plain('Verify you are human by completing the action below.'), 'bells.example'))],
    [fetched(5), result(5, text('Subscribe to continue reading. Already a member? Welcome back.'))],
  ];
  expect(await stepsOf(events.flat())).toEqual([1, 2, 3, 4, 5].map(refused));
});

test('ignores fetches without result or address, and other tools', async () => {
  const search = { id: 'sevt_s', type: 'agent.tool_use', name: 'web_search', input: { query: 42 }, processed_at: at };
  const events = [fetched(1), fetched(2, { url: ['https://bells.example'] }), result(2, text('Bells.')), search];
  expect(await stepsOf([...events, { ...fetched(3), name: 'bash' }, result(3, text('Bells.'))])).toEqual([]);
});
