import { newId } from '../../contracts/ids';
import { WORKFLOWS, type WorkflowMessage } from '../../contracts/workflow-messages';
import { runMessage } from '../../domain/messages/runs';
import { acknowledge } from '../../store/outbox/acknowledge';
import { acceptRun } from '../../store/runs/accept-run';
import { createCustomer, SEARCH, type Customer } from '../../test/support/api';
import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { createWorkflowRunner, PATIENCE } from './begin-runs';
import { alternate, median, type Row } from './compare';
import { prepareWorker, startAgents, startWorker } from './product';
import { liveClaim } from '../../test/support/live-claim';

const ROUNDS = 5;
const CANDIDATES = 25;
/** Steps of the stand-in's agent from its brief to its submission. */
const AGENT_STEPS = 5;

/**
 * Cases: searches per round, all concurrent, and the agent's time per step. Without agent time a candidate costs only
 * its computing.
 */
const LOADS = [
  { name: 'an agent at work for 1 s', searches: 1, stepMs: 200 },
  { name: 'answering at once', searches: 3, stepMs: 0 },
];
/** Least share of the rate of bare children. */
const LEAST = 0.8;
type Load = (typeof LOADS)[number];

/**
 * (f) Candidates per second of searches of 25, from the start of the workflow to its end, against bare children of the
 * same shape on the same server: as many activities, of which the one that follows the agent lasts as long as the agent
 * works. Measured once with agents that take a second (real ones take minutes), and once with agents that take no time,
 * where only the computing of the whole machine counts, including the stand-in and PostgreSQL.
 */
export async function benchSearches(): Promise<Row[]> {
  const db = await createTestDatabase();
  const customer = await createCustomer(db, {
    credits: LOADS.reduce((sum, { searches }) => sum + (ROUNDS + 1) * searches, 0),
    kind: 'custom_search',
  });
  const agents = await startAgents();
  const TEMPORAL_ADDRESS = process.env.TEST_TEMPORAL_ADDRESS;
  const worker = await startWorker('worker/main', await prepareWorker(db.url, agents, 'bench-searches'));
  const bare = await startWorker('tools/bench/bare/worker', { TEMPORAL_ADDRESS, TASK_QUEUE: 'bench-bare-searches' });
  const ours = await createWorkflowRunner('bench-searches');
  const floor = await createWorkflowRunner('bench-bare-searches');
  try {
    const rows: Row[] = [];
    for (const load of LOADS) {
      await agents.pace(load.stepMs);
      const figures = await alternate(
        ROUNDS,
        async () =>
          perSecond(await accepted(db, customer, load), (message) => ours.complete(message, WORKFLOWS.search)),
        () => perSecond(imagined(customer, load), (message) => floor.complete(message, 'bareSearch')),
      );
      const rate = (values: number[]) => `${median(values).toFixed(1)}/s`;
      rows.push({
        name: `(f) candidates a second / bare children, ${load.name}`,
        ratio: figures.ratio,
        target: { atLeast: LEAST },
        detail: `${rate(figures.ours)} / ${rate(figures.floor)}`,
      });
    }
    return rows;
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

async function accepted(db: TestDatabase, customer: Customer, { searches }: Load): Promise<WorkflowMessage[]> {
  const messages: WorkflowMessage[] = [];
  while (messages.length < searches) messages.push(await acceptSearch(db, customer, CANDIDATES));
  return messages;
}

/** Accepts a search as the API does, but leaves its start to the caller. */
export async function acceptSearch(db: TestDatabase, customer: Customer, candidates: number): Promise<WorkflowMessage> {
  const input = { ...SEARCH, candidateCount: candidates };
  const { accountId, keyId } = customer;
  const claim = liveClaim(accountId, 'POST /v1/searches', input);
  const {
    pending: [pending],
  } = await acceptRun(db, claim, {
    accountId,
    apiKeyId: keyId,
    mode: 'live',
    kind: 'custom_search',
    input,
    progressTotal: candidates,
    queueExpiryMs: 3_600_000,
    reservation: { mostCents: 6_000, leastCents: 12 },
    pollAfterSeconds: 5,
    start: (runId) => messageFor(customer, runId, candidates),
  });
  await acknowledge(db, pending!.id);
  return pending!.message;
}

/** Messages of the same size for runs that do not exist in the database. */
function imagined(customer: Customer, { searches, stepMs }: Load): WorkflowMessage[] {
  return Array.from({ length: searches }, () => {
    const runId = newId('run');
    const message = messageFor(customer, runId, CANDIDATES);
    const input = { ...message.input, agentMs: AGENT_STEPS * stepMs };
    return { ...message, input, workflowId: `bare-search/${runId}` };
  });
}

function messageFor({ accountId }: Customer, runId: string, candidates: number): WorkflowMessage {
  const run = { id: runId, kind: 'custom_search', accountId, mode: 'live', progressTotal: candidates } as const;
  return runMessage(PATIENCE, run);
}
