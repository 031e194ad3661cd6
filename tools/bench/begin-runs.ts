import { Client, Connection } from '@temporalio/client';
import { WORKFLOWS, type WorkflowMessage } from '../../contracts/workflow-messages';
import type { RunPatience } from '../../domain/messages/patience';
import { runMessage } from '../../domain/messages/runs';
import { within } from '../../platform/within';
import { createWorkflowStarter } from '../../providers/workflow-starter';
import { acknowledge } from '../../store/outbox/acknowledge';
import { acceptRun } from '../../store/runs/accept-run';
import { IDEA, type Customer } from '../../test/support/api';
import type { TestDatabase } from '../../test/support/database';
import { liveClaim } from '../../test/support/live-claim';

/** Timeouts and limits of the runs that benches start: the defaults of the product. */
export const PATIENCE: RunPatience = {
  evaluationDeadlineMs: 1_800_000,
  searchDeadlineMs: 14_400_000,
  searchParallelism: 10,
  maxRepairs: 3,
  heartbeatTimeoutMs: 20_000,
  stepTimeoutMs: 60_000,
};

/** Milliseconds that a workflow has: one that fails its tasks is retried for ever, and a bench would hang in silence. */
const WORKFLOW_LIMIT_MS = 120_000;

/** Accepts a run as the API does, but leaves its start to the caller. */
export async function acceptEvaluation(
  db: TestDatabase,
  customer: Customer,
  idea: string = IDEA,
): Promise<WorkflowMessage> {
  const input = { idea };
  const claim = liveClaim(customer.accountId, 'POST /v1/evaluations', input);
  const {
    pending: [pending],
  } = await acceptRun(db, claim, {
    ...customer,
    mode: 'live',
    kind: 'idea_check',
    apiKeyId: customer.keyId,
    input,
    progressTotal: 3,
    queueExpiryMs: 3_600_000,
    reservation: { mostCents: 1_000, leastCents: 1 },
    pollAfterSeconds: 2,
    start: (id) =>
      runMessage(PATIENCE, {
        id,
        kind: 'idea_check',
        accountId: customer.accountId,
        mode: 'live',
        progressTotal: 3,
      }),
  });
  await acknowledge(db, pending!.id);
  return pending!.message;
}

/** Starts workflows and waits for their results. */
export interface WorkflowRunner {
  /** Runs the workflow of a message, or another type with the same input, and resolves with its result. */
  complete(message: WorkflowMessage, workflowType?: string): Promise<{ status: string }>;
  close(): Promise<void>;
}

/** Creates a runner on the bench's Temporal. */
export async function createWorkflowRunner(taskQueue: string): Promise<WorkflowRunner> {
  const connection = await Connection.connect({ address: process.env.TEST_TEMPORAL_ADDRESS! });
  const client = new Client({ connection });
  const start = createWorkflowStarter(client, taskQueue);
  return {
    async complete(message, workflowType: string = WORKFLOWS.evaluation) {
      await start({ ...message, workflowType: workflowType as WorkflowMessage['workflowType'] });
      const end = client.workflow.getHandle(message.workflowId).result();
      return (await within(WORKFLOW_LIMIT_MS, message.workflowId, end)) as { status: string };
    },
    close: () => connection.close(),
  };
}
