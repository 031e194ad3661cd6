import { newId } from '../contracts/ids';
import type { WorkflowMessage } from '../contracts/workflow-messages';
import { createCustomer, type Customer } from '../test/support/api';
import { createTestDatabase, type TestDatabase } from '../test/support/database';
import { acceptEvaluation, createWorkflowRunner, type WorkflowRunner } from './begin-runs';
import { alternate, median, type Row } from './compare';
import { prepareWorker, startAgents, startWorker } from './product';

const ROUNDS = 5;
/** Evaluations of one round, and how many are under way at a time: enough to keep both cores busy. */
const EVALUATIONS = 120;
const AT_ONCE = 24;

/**
 * (c) Evaluations completed a second, from the start of the workflow to its end, with agents that answer at once, against a
 * workflow of the same shape with empty activities on the same server. Mail is not configured.
 */
export async function benchEvaluations(): Promise<Row[]> {
  const db = await createTestDatabase();
  const customer = await createCustomer(db, { credits: (ROUNDS + 1) * EVALUATIONS });
  const agents = await startAgents();
  await agents.pace(0);
  const TEMPORAL_ADDRESS = process.env.TEST_TEMPORAL_ADDRESS;
  const worker = await startWorker('worker/main', await prepareWorker(db.url, agents, 'bench-evaluations'));
  const bare = await startWorker('bench/bare/worker', { TEMPORAL_ADDRESS, TASK_QUEUE: 'bench-bare' });
  const runners = [await createWorkflowRunner('bench-evaluations'), await createWorkflowRunner('bench-bare')] as const;
  try {
    const figures = await alternate(
      ROUNDS,
      async () => perSecond(await accepted(db, customer), (message) => runners[0].complete(message)),
      async () => perSecond(await imagined(customer), (message) => runners[1].complete(message, 'bareEvaluation')),
    );
    const rate = (values: number[]) => `${median(values).toFixed(1)}/s`;
    return [
      {
        name: '(c) evaluations a second / empty activities',
        ratio: figures.ratio,
        target: { atLeast: 0.8 },
        detail: `${rate(figures.ours)} / ${rate(figures.floor)}`,
      },
    ];
  } finally {
    await Promise.all(runners.map((runner: WorkflowRunner) => runner.close()));
    await Promise.all([worker.stop(), bare.stop()]);
    await agents.stop();
    await db.close();
  }
}

async function perSecond(
  messages: WorkflowMessage[],
  complete: (message: WorkflowMessage) => Promise<{ status: string }>,
): Promise<number> {
  const rest = messages.values();
  const began = performance.now();
  const loop = async () => {
    for (const message of rest) {
      const { status } = await complete(message);
      if (status !== 'completed') throw new Error(`An evaluation ended as ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  return messages.length / ((performance.now() - began) / 1_000);
}

// Accepting is (b); here it is over before the clock starts.
async function accepted(db: TestDatabase, customer: Customer): Promise<WorkflowMessage[]> {
  const messages: WorkflowMessage[] = [];
  while (messages.length < EVALUATIONS) messages.push(await acceptEvaluation(db, customer));
  return messages;
}

/** Messages of the same size for runs that are in no database. */
function imagined({ accountId }: Customer): Promise<WorkflowMessage[]> {
  const messages = Array.from({ length: EVALUATIONS }, (): WorkflowMessage => {
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
  return Promise.resolve(messages);
}
