import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PACKAGE_ROOT } from '../../../base/package-root';
import { SERVICE_VERSION } from '../../../base/versions';
import { createClient, NoiError, verifyWebhook, VERSION, type Client } from '../../../clients/typescript/src/index';
import type { Command, Driver, Outcome } from './play';

const PROGRAM = join(PACKAGE_ROOT, 'tools', 'clients', 'behaviors', 'drive.py');

/** Sources of the Python client, used if the client is not installed. */
const SOURCES = join(PACKAGE_ROOT, 'clients', 'python');

/** Environment that runs the Python client from its sources without writing bytecode next to them. */
const FROM_SOURCES = { PYTHONPATH: SOURCES, PYTHONDONTWRITEBYTECODE: '1' };

export function canDrive(python: string): boolean {
  const { status } = spawnSync(python, ['-c', 'import noi'], { env: { ...process.env, ...FROM_SOURCES } });
  return status === 0;
}

/** Runs commands with a Python client in a child process, from the client's sources unless it is installed. */
export function startPythonDriver(python: string, mode: 'sync' | 'async', { installed = false } = {}): Driver {
  const child = spawn(python, [PROGRAM, mode], {
    env: { ...process.env, ...(!installed && FROM_SOURCES) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (command: Command): Promise<Outcome> => {
    child.stdin.write(`${JSON.stringify(command)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('The driver in Python ended.');
    return JSON.parse(value) as Outcome;
  };
  /** Resolves when the previous command has ended, so that commands run one at a time. */
  let before: Promise<unknown> = Promise.resolve();
  return {
    name: `noi (Python, ${mode})`,
    userAgent: `noi-python/${SERVICE_VERSION}`,
    play(command) {
      const outcome = before.then(() => ask(command));
      before = outcome.catch(() => undefined);
      return outcome;
    },
    async close() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

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
  getBatch: (noi, { id }) => noi.batches.get(id),
  cancelBatch: (noi, { id }) => noi.batches.cancel(id),
  batchResults: (noi, { id }) => noi.batches.results(id),
  sandboxEvaluation: (noi, args) => noi.sandbox.createEvaluation(args.body, options(args)),
  reachDeadline: (noi, { runId }) => noi.sandbox.reachDeadline(runId),
  getRun: (noi, { runId }) => noi.runs.get(runId),
  wait: (noi, { runId, timeoutMs }) => noi.runs.wait(runId, { ...(timeoutMs !== undefined && { timeoutMs }) }),
  cancel: async (noi, { runId }) => (await noi.runs.get(runId)).cancel(),
  deleteRun: async (noi, { runId }) => (await noi.runs.get(runId)).delete(),
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
  runSecret: (noi) => noi.webhooks.runSecret(),
  rotateWebhook: (noi, { id }) => noi.webhooks.rotate(id),
  deleteWebhook: (noi, { id }) => noi.webhooks.delete(id),
  verifyWebhook: (_noi, { body, headers, secret }) => verifyWebhook(body, headers, secret),
};

/** Runs commands with the TypeScript client in this process. */
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
