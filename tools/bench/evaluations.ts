import { newId } from '../../contracts/ids';
import type { WorkflowMessage } from '../../contracts/workflow-messages';
import { createCustomer, type Customer } from '../../test/support/api';
import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { acceptEvaluation, createWorkflowRunner } from './begin-runs';
import { alternate, median, type Row } from './compare';
import { prepareWorker, startAgents, startWorker } from './product';

const ROUNDS = 5;
/** Evaluations per round, and their concurrency, enough to keep both cores busy. */
const EVALUATIONS = 120;
const AT_ONCE = 24;

/** Evaluations of a round that run one at a time. */
const ALONE = 20;

/**
 * (c) Completed evaluations per second, from the start of the workflow to its end, with agents that answer at once,
 * against a workflow of the same shape with empty activities on the same server. Mail is not configured.
 * (j) The same, one at a time: milliseconds of an evaluation that waits for nobody.
 */
export async function benchEvaluations(): Promise<Row[]> {
  const db = await createTestDatabase();
  const customer = await createCustomer(db, { credits: EVALUATIONS_COMPARED });
  const agents = await startAgents();
  await agents.pace(0);
  const TEMPORAL_ADDRESS = process.env.TEST_TEMPORAL_ADDRESS;
  const worker = await startWorker('worker/main', await prepareWorker(db.url, agents, 'bench-evaluations'));
  const bare = await startWorker('tools/bench/bare/worker', { TEMPORAL_ADDRESS, TASK_QUEUE: 'bench-bare' });
  const ours = await createWorkflowRunner('bench-evaluations');
  const floor = await createWorkflowRunner('bench-bare');
  try {
    const { rates, times } = await compareEvaluations(
      { prepare: (count) => acceptEvaluations(db, customer, count), complete: (message) => ours.complete(message) },
      {
        prepare: (count) => imagined(customer, count),
        complete: (message) => floor.complete(message, 'bareEvaluation'),
      },
    );
    return [
      { name: '(c) evaluations a second / empty activities', target: { atLeast: 0.85 }, ...rates },
      {
        name: '(j) one evaluation alone / empty activities, p50',
        target: { atMost: 2 },
        ...times,
        detail: `${times.detail}; its agent answers at once`,
      },
    ];
  } finally {
    await Promise.all([ours.close(), floor.close()]);
    await Promise.all([worker.stop(), bare.stop()]);
    await agents.stop();
    await db.close();
  }
}

/** Completes an evaluation somewhere; resolves as it ends. */
type Complete = (message: WorkflowMessage) => Promise<{ status: string }>;

/** One side of a comparison; what it prepares is not measured. */
interface Side {
  prepare(count: number): WorkflowMessage[] | Promise<WorkflowMessage[]>;
  complete: Complete;
}

/** Evaluations that each side of {@link compareEvaluations} completes. */
const EVALUATIONS_COMPARED = (ROUNDS + 1) * (EVALUATIONS + ALONE);

/** Compares evaluations completed a second, and the milliseconds of one alone, of two sides in alternating rounds. */
async function compareEvaluations(ours: Side, floor: Side) {
  const rate = async ({ prepare, complete }: Side) => perSecond(await prepare(EVALUATIONS), complete);
  const time = async ({ prepare, complete }: Side) => msAlone(await prepare(ALONE), complete);
  const rates = await alternate(
    ROUNDS,
    () => rate(ours),
    () => rate(floor),
  );
  const times = await alternate(
    ROUNDS,
    () => time(ours),
    () => time(floor),
  );
  const row = ({ ours: mine, floor: theirs, ratio }: typeof rates, digits: number, unit: string) => {
    const medians = [mine, theirs].map((values) => `${median(values).toFixed(digits)}${unit}`);
    return { ratio, detail: medians.join(' / ') };
  };
  return { rates: row(rates, 1, '/s'), times: row(times, 0, ' ms') };
}

/** Evaluations completed a second, with a number of them at once. */
export async function perSecond(messages: WorkflowMessage[], complete: Complete): Promise<number> {
  const rest = messages.values();
  const began = performance.now();
  const loop = async () => {
    for (const message of rest) await completed(message, complete);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  return messages.length / ((performance.now() - began) / 1_000);
}

/** Median of the milliseconds from start to end, one evaluation at a time. */
async function msAlone(messages: WorkflowMessage[], complete: Complete): Promise<number> {
  const times: number[] = [];
  for (const message of messages) {
    const began = performance.now();
    await completed(message, complete);
    times.push(performance.now() - began);
  }
  return median(times);
}

async function completed(message: WorkflowMessage, complete: Complete): Promise<void> {
  const { status } = await complete(message);
  if (status !== 'completed') throw new Error(`An evaluation ended as ${status}`);
}

/** Accepts evaluations ahead of a measurement: accepting is measured by (b). */
export async function acceptEvaluations(
  db: TestDatabase,
  customer: Customer,
  count: number,
): Promise<WorkflowMessage[]> {
  const messages: WorkflowMessage[] = [];
  while (messages.length < count) messages.push(await acceptEvaluation(db, customer));
  return messages;
}

/** Messages of the same size for runs that do not exist in the database. */
function imagined({ accountId }: Customer, count: number): WorkflowMessage[] {
  return Array.from({ length: count }, (): WorkflowMessage => {
    const runId = newId('run');
    return {
      workflowType: 'evaluation',
      workflowId: `bare/${runId}`,
      input: {
        runId,
        accountId,
        mode: 'live',
        deadlineMs: 1_800_000,
        maxRepairs: 3,
        heartbeatTimeoutMs: 20_000,
        stepTimeoutMs: 40_000,
      },
      summary: `Idea Check ${runId} (live)`,
      search: { kind: 'idea_check', accountId, runId, mode: 'live' },
    };
  });
}
