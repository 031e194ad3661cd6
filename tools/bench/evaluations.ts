import { Client, Connection } from '@temporalio/client';
import type { WorkflowMessage } from '../../contracts/workflow-messages';
import { within } from '../../platform/within';
import { createWorkflowStarter } from '../../providers/workflow-starter';
import { acceptEvaluation } from '../../test/support/runs';
import { createCustomer } from '../../test/support/api';
import { createTestDatabase } from '../../test/support/database';
import { compare } from './measure';
import { startAgents, startProductWorker, startWorker } from './processes';

/** Evaluations of a round, enough at once to keep two cores busy. */
const TOGETHER = { evaluations: 120, atOnce: 24 };
const ALONE = { evaluations: 20, atOnce: 1 };
/** A workflow that fails its tasks is retried forever. */
const ENDS_WITHIN_MS = 120_000;

/** (c) Evaluations a second and (j) the time of one alone, with agents that answer at once, against empty activities. */
export async function benchEvaluations(): Promise<string[]> {
  const db = await createTestDatabase();
  const customer = await createCustomer(db, { credits: 2_000 });
  const agents = await startAgents();
  const TEMPORAL_ADDRESS = process.env.TEST_TEMPORAL_ADDRESS!;
  const worker = await startProductWorker(db.url, agents, 'bench');
  const bare = await startWorker('tools/bench/bare/worker', { TEMPORAL_ADDRESS, TASK_QUEUE: 'bench-bare' });
  const connection = await Connection.connect({ address: TEMPORAL_ADDRESS });
  const client = new Client({ connection });
  const [ours, floor] = [createWorkflowStarter(client, 'bench'), createWorkflowStarter(client, 'bench-bare')];

  const complete = async (start: typeof ours, message: WorkflowMessage) => {
    await start(message);
    const result = client.workflow.getHandle(message.workflowId).result();
    const { status } = (await within(ENDS_WITHIN_MS, message.workflowId, result)) as { status: string };
    if (status !== 'completed') throw new Error(`An evaluation ended as ${status}`);
  };
  /** Milliseconds for each evaluation; they are accepted before, since (b) measures that. */
  const each = async (side: 'ours' | 'floor', { evaluations, atOnce }: typeof ALONE) => {
    const messages: WorkflowMessage[] = [];
    while (messages.length < evaluations) {
      const message = await acceptEvaluation(db, customer);
      const bareMessage = { ...message, workflowId: `bare/${message.workflowId}`, workflowType: 'bare' as never };
      messages.push(side === 'ours' ? message : bareMessage);
    }
    const rest = messages.values();
    const began = performance.now();
    const loop = async () => {
      for (const message of rest) await complete(side === 'ours' ? ours : floor, message);
    };
    await Promise.all(Array.from({ length: atOnce }, loop));
    return (performance.now() - began) / evaluations;
  };
  const rate = (side: 'ours' | 'floor') => async () => 1_000 / (await each(side, TOGETHER));
  const together = { ours: rate('ours'), floor: rate('floor'), unit: 'a second' };
  const alone = { ours: () => each('ours', ALONE), floor: () => each('floor', ALONE), unit: 'ms' };
  try {
    return [
      await compare('(c) evaluations / empty activities', ['>=', 0.85], together),
      await compare('(j) one evaluation alone / empty activities', ['<=', 2], alone),
    ];
  } finally {
    await connection.close();
    await Promise.all([worker.stop(), bare.stop(), agents.stop()]);
    await db.close();
  }
}
