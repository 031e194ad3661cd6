import { createClient, NoiError, verifyWebhook, VERSION, type Client } from '../../../clients/typescript/src/index';
import type { Command, Driver, Outcome } from './behaviour';

/** Arguments of the calls below. */
interface Arguments {
  id: string;
  runId: string;
  key?: string;
  body: never;
  items: never[];
  query?: object;
  headers: Record<string, string>;
  secret: string;
  timeoutMs?: number;
  maxRetries?: number;
}

const options = ({ key, timeoutMs, maxRetries }: Arguments) => ({
  ...(key !== undefined && { idempotencyKey: key }),
  ...(timeoutMs !== undefined && { timeoutMs }),
  ...(maxRetries !== undefined && { maxRetries }),
});

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(0, 8));

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const CALLS: Record<string, (noi: Client, args: Arguments) => Promise<unknown>> = {
  account: (noi, args) => noi.account(options(args)),
  usage: (noi) => noi.usage(),
  createEvaluation: (noi, args) => noi.runs.createEvaluation(args.body, options(args)),
  createEvaluations: (noi, args) => noi.runs.createEvaluations(args.items, options(args)),
  createSearch: (noi, args) => noi.runs.createSearch(args.body, options(args)),
  sandboxEvaluation: (noi, args) => noi.sandbox.createEvaluation(args.body, options(args)),
  reachDeadline: (noi, { runId }) => noi.sandbox.reachDeadline(runId),
  getRun: (noi, { runId }) => noi.runs.get(runId),
  wait: (noi, { runId, timeoutMs }) => noi.runs.wait(runId, { ...(timeoutMs !== undefined && { timeoutMs }) }),
  cancel: async (noi, { runId }) => (await noi.runs.get(runId)).cancel(),
  findings: async (noi, { runId }) => (await noi.runs.get(runId)).findings(),
  dossierPdf: async (noi, { runId }) => text(await (await noi.runs.get(runId)).dossier('pdf')),
  eachRun: async (noi, { query }) => (await all(noi.runs.each(query))).map(({ runId }) => runId),
  firstRun: async (noi) => {
    for await (const { runId } of noi.runs.each()) return runId;
    return null;
  },
  eachOpportunity: async (noi, { query }) =>
    (await all(noi.opportunities.each(query))).map(({ opportunityId }) => opportunityId),
  eachOrder: async (noi) => (await all(noi.orders.each())).length,
  eachWithdrawal: async (noi) => (await all(noi.withdrawals.each())).length,
  eachRequest: async (noi, { query }) => (await all(noi.requests.each(query))).length,
  eachDelivery: async (noi, { id }) => (await all(noi.webhooks.deliveries(id).each())).length,
  opportunityHtml: (noi, { id }) => noi.opportunities.dossier(id, 'html'),
  opportunityPdf: async (noi, { id }) => text(await noi.opportunities.dossier(id, 'pdf')),
  createWebhook: (noi, args) => noi.webhooks.create(args.body, options(args)),
  testWebhook: (noi, { id }) => noi.webhooks.test(id),
  rotateWebhook: (noi, { id }) => noi.webhooks.rotate(id),
  deleteWebhook: (noi, { id }) => noi.webhooks.delete(id),
  verifyWebhook: (_noi, { body, headers, secret }) => verifyWebhook(body, headers, secret),
};

/** Plays commands by the client for TypeScript, in this process. */
export const typescriptDriver: Driver = {
  name: 'noi-client',
  userAgent: `noi-client/${VERSION}`,
  async play({ client, call, with: args }: Command): Promise<Outcome> {
    try {
      const noi = createClient(client);
      return { value: JSON.parse(JSON.stringify((await CALLS[call]!(noi, args as never)) ?? null)) as unknown };
    } catch (error) {
      if (error instanceof TypeError) return { error: { code: 'refused', message: error.message } };
      if (!(error instanceof NoiError)) throw error;
      const { status, code, message, retryAfterSeconds, idempotencyKey, runId } = error;
      return { error: { status, code, message, retryAfterSeconds, idempotencyKey, runId } };
    }
  },
  close: () => Promise.resolve(),
};
