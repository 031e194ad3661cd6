import { createClient, NoiError, verifyWebhook, VERSION, type Client } from '../../../clients/typescript/src/index';
import type { Command, Driver, Outcome } from './behaviour';

interface Arguments {
  id: string;
  runId: string;
  key?: string;
  body: never;
  items: never[];
  query?: object;
  fields: never[];
  lastEventId?: string;
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

async function ids<Name extends string>(items: AsyncIterable<Partial<Record<Name, string>>>, name: Name) {
  const found: (string | undefined)[] = [];
  for await (const item of items) found.push(item[name]);
  return found;
}

const CALLS: Record<string, (noi: Client, args: Arguments) => Promise<unknown>> = {
  account: (noi, args) => noi.account(options(args)),
  usage: (noi) => noi.usage(),
  createEvaluation: (noi, args) => noi.runs.createEvaluation(args.body, options(args)),
  createEvaluations: (noi, args) => noi.runs.createEvaluations(args.items, options(args)),
  sandboxEvaluation: (noi, args) => noi.sandbox.createEvaluation(args.body, options(args)),
  reachDeadline: (noi, { runId }) => noi.sandbox.reachDeadline(runId),
  getRun: (noi, { runId }) => noi.runs.get(runId),
  wait: (noi, { runId, timeoutMs }) => noi.runs.wait(runId, { ...(timeoutMs !== undefined && { timeoutMs }) }),
  cancel: async (noi, { runId }) => (await noi.runs.get(runId)).cancel(),
  findings: async (noi, { runId }) => (await noi.runs.get(runId)).findings(),
  findingsOf: async (noi, { runId, fields }) => (await noi.runs.get(runId)).findings({ fields }),
  events: (noi, { runId, lastEventId }) => ids(noi.runs.events(runId, lastEventId ? { lastEventId } : {}), 'id'),
  async dossierPdf(noi, { runId }) {
    const bytes = await (await noi.runs.get(runId)).dossier('pdf');
    return new TextDecoder().decode(bytes.subarray(0, 8));
  },
  eachRun: (noi, { query }) => ids(noi.runs.each(query), 'runId'),
  eachOpportunity: (noi, { query }) => ids(noi.opportunities.each(query), 'opportunityId'),
  eachDelivery: async (noi, { id }) => (await ids(noi.webhooks.deliveries(id).each(), 'deliveryId')).length,
  createWebhook: (noi, args) => noi.webhooks.create(args.body, options(args)),
  getWebhook: (noi, { id }) => noi.webhooks.get(id),
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
      const value = await CALLS[call]!(createClient(client), args as never);
      return { value: JSON.parse(JSON.stringify(value ?? null)) as unknown };
    } catch (error) {
      if (error instanceof TypeError) return { error: { code: 'refused', message: error.message } };
      if (!(error instanceof NoiError)) throw error;
      const { status, code, message, retryAfterSeconds, idempotencyKey, runId } = error;
      return { error: { status, code, message, retryAfterSeconds, idempotencyKey, runId } };
    }
  },
  close: () => Promise.resolve(),
};
