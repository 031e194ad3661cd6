import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ElicitRequestSchema, type CallToolResult, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { CONSENTS } from '../../clients/mcp/account-tools';
import { createMcpServer } from '../../clients/mcp/server';
import { createClient } from '../../clients/typescript/src/index';
import { CONSENTS as OURS } from '../../contracts/orders';
import { createCustomer, IDEA } from '../support/api';
import { offer } from '../support/shop';
import { useSellingApi } from '../support/use';

const { db, api } = useSellingApi();

/** Our server and a client of it, whose human answers so; without an answer it cannot ask. */
async function connect(answer?: (message: string) => ElicitResult) {
  const { apiKey, accountId } = await createCustomer(db, { credits: 1 });
  const noi = createClient({ apiKey, baseUrl: api.url });
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: answer ? { elicitation: {} } : {} });
  if (answer) client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params.message));
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([createMcpServer(noi).connect(ours), client.connect(theirs)]);
  const use = async (name: string, args: Record<string, unknown>, options = {}) => {
    const result = (await client.callTool({ name, arguments: args }, undefined, options)) as CallToolResult;
    const [said] = result.content;
    return { ...result, said: said?.type === 'text' ? said.text : '' };
  };
  const orders = () => db.prisma.order.count({ where: { accountId } });
  return { use, noi, orders };
}

const both = { immediateAccessConsent: true, withdrawalLossAcknowledgment: true };

test('an opportunity is reserved only once the human has given both consents, in the words of the API', async () => {
  expect(Object.values(CONSENTS)).toEqual([OURS.immediateAccess, OURS.withdrawalLoss]);
  const opportunityId = await offer(db);
  const asked: string[] = [];
  const buy = async (answer?: ElicitResult) => {
    const { use, orders } = await connect(answer && ((message) => (asked.push(message), answer)));
    const result = await use('buy_opportunity', { opportunityId, idempotencyKey: 'mcp-buy' });
    return { ...result, orders: await orders() };
  };
  for (const answer of [
    undefined,
    { action: 'decline' as const },
    { action: 'accept' as const, content: { ...both, immediateAccessConsent: false } },
  ]) {
    expect(await buy(answer)).toMatchObject({ isError: true, orders: 0 });
  }
  const bought = await buy({ action: 'accept', content: both });
  expect(bought).toMatchObject({
    structuredContent: { checkoutUrl: expect.stringMatching(/^http/) as string },
    orders: 1,
  });
  expect(asked).toHaveLength(3);
  expect(asked[0]).toMatch(/^Buy ".+" for \d+\.\d\d USD\?$/);
});

test('runs are listed and canceled, and a wait says how far it is to a client that asks', async () => {
  const { use, noi } = await connect();
  const { runId } = await noi.runs.createEvaluation({ idea: IDEA });
  expect((await use('list_runs', {})).structuredContent).toMatchObject({ runs: [{ runId, status: 'queued' }] });
  const told: unknown[] = [];
  const waited = await use('wait_for_run', { runId, seconds: 1 }, { onprogress: (state: unknown) => told.push(state) });
  expect(waited).toMatchObject({ structuredContent: { status: 'queued' } });
  expect(told).toEqual([{ progress: 0, total: 3, message: 'queued, queued' }]);
  expect((await use('cancel_run', { runId })).structuredContent).toMatchObject({ runId });
});
