import { randomUUID } from 'node:crypto';
import { searchMessage } from '../api/endpoints/searches/search-message';
import { newId } from '../contracts/ids';
import { WORKFLOWS, type WorkflowMessage } from '../contracts/workflow-messages';
import { fingerprint } from '../store/idempotency';
import { acknowledge } from '../store/outbox';
import { acceptRun } from '../store/runs/accept-run';
import { createCustomer, SEARCH, type Customer } from '../test/support/api';
import { createTestDatabase, type TestDatabase } from '../test/support/database';
import { createWorkflowRunner } from './begin-runs';
import { alternate, median, type Row } from './compare';
import { prepareWorker, startAgents, startWorker } from './product';

const ROUNDS = 5;
const CANDIDATES = 25;
/** Searches of one round, all under way at a time. */
const SEARCHES = 3;

const SETTINGS = {
  searchDeadlineMs: 14_400_000,
  evaluationDeadlineMs: 1_800_000,
  searchParallelism: 10,
  maxRepairs: 3,
  heartbeatTimeoutMs: 20_000,
  stepTimeoutMs: 60_000,
};

/**
 * Candidates a second of searches of 25, from the start of the workflow to its end, with agents that answer at once, against
 * bare children of the same shape with empty activities on the same server.
 */
export async function benchSearches(): Promise<Row[]> {
  const db = await createTestDatabase();
  const customer = await createCustomer(db, { credits: (ROUNDS + 1) * SEARCHES, kind: 'custom_search' });
  const agents = await startAgents();
  await agents.pace(0);
  const TEMPORAL_ADDRESS = process.env.TEST_TEMPORAL_ADDRESS;
  const worker = await startWorker('worker/main', await prepareWorker(db.url, agents, 'bench-searches'));
  const bare = await startWorker('bench/bare/worker', { TEMPORAL_ADDRESS, TASK_QUEUE: 'bench-bare-searches' });
  const ours = await createWorkflowRunner('bench-searches');
  const floor = await createWorkflowRunner('bench-bare-searches');
  try {
    const figures = await alternate(
      ROUNDS,
      async () => perSecond(await accepted(db, customer), (message) => ours.complete(message, WORKFLOWS.search)),
      () => perSecond(imagined(customer), (message) => floor.complete(message, 'bareSearch')),
    );
    const rate = (values: number[]) => `${median(values).toFixed(1)}/s`;
    return [
      {
        name: '(f) candidates a second / bare children',
        ratio: figures.ratio,
        target: { atLeast: 0.8 },
        detail: `${rate(figures.ours)} / ${rate(figures.floor)}`,
      },
    ];
  } finally {
    await Promise.all([ours.close(), floor.close()]);
    await Promise.all([worker.stop(), bare.stop()]);
    await agents.stop();
    await db.close();
  }
}

async function perSecond(
  messages: WorkflowMessage[],
  complete: (message: WorkflowMessage) => Promise<{ status: string }>,
): Promise<number> {
  const began = performance.now();
  const ends = await Promise.all(messages.map(complete));
  const wrong = ends.find(({ status }) => status !== 'completed');
  if (wrong) throw new Error(`A search ended as ${wrong.status}`);
  return (messages.length * CANDIDATES) / ((performance.now() - began) / 1_000);
}

async function accepted(db: TestDatabase, customer: Customer): Promise<WorkflowMessage[]> {
  const messages: WorkflowMessage[] = [];
  while (messages.length < SEARCHES) {
    const input = { ...SEARCH, candidateCount: CANDIDATES };
    const { accountId, keyId } = customer;
    const { pending } = await acceptRun(db, {
      idempotency: { accountId, operation: 'POST /v1/searches', key: randomUUID(), fingerprint: fingerprint(input) },
      accountId,
      apiKeyId: keyId,
      mode: 'live',
      kind: 'custom_search',
      input,
      progressTotal: CANDIDATES,
      queueExpiryMs: 3_600_000,
      pollAfterSeconds: 5,
      start: (runId) => messageFor(customer, runId),
    });
    await acknowledge(db, pending!.id);
    messages.push(pending!.message);
  }
  return messages;
}

/** Messages of the same size for runs that are in no database. */
function imagined(customer: Customer): WorkflowMessage[] {
  return Array.from({ length: SEARCHES }, () => {
    const runId = newId('run');
    return { ...messageFor(customer, runId), workflowId: `bare-search/${runId}` };
  });
}

function messageFor({ accountId }: Customer, runId: string): WorkflowMessage {
  return searchMessage(SETTINGS as never, runId, { accountId, mode: 'live' }, CANDIDATES);
}
