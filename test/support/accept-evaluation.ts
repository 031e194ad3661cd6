import type { WorkflowMessage } from '../../contracts/workflow-messages';
import { runMessage } from '../../domain/messages/runs';
import { acknowledge } from '../../store/outbox/acknowledge';
import { acceptRun } from '../../store/runs/accept-run';
import { IDEA, type Customer } from './api';
import type { TestDatabase } from './database';
import { liveClaim } from './runs';

/** The defaults of the product. */
const PATIENCE = {
  evaluationDeadlineMs: 1_800_000,
  searchDeadlineMs: 14_400_000,
  searchParallelism: 10,
  maxRepairs: 3,
  heartbeatTimeoutMs: 20_000,
  stepTimeoutMs: 60_000,
};

/** Accepts an Idea Check as the API does, and leaves its start to the caller: returns the message that starts it. */
export async function acceptEvaluation(db: TestDatabase, customer: Customer): Promise<WorkflowMessage> {
  const run = { kind: 'idea_check', mode: 'live', progressTotal: 3 } as const;
  const input = { idea: IDEA };
  const { pending } = await acceptRun(db, liveClaim(customer.accountId, 'POST /v1/evaluations', input), {
    ...customer,
    ...run,
    apiKeyId: customer.keyId,
    input,
    queueExpiryMs: 3_600_000,
    returnsPerDay: 3,
    reservation: { mostCents: 1_000, leastCents: 1 },
    pollAfterSeconds: 2,
    start: (id) => runMessage(PATIENCE, { ...run, id, accountId: customer.accountId }),
  });
  await acknowledge(db, pending[0]!.id);
  return pending[0]!.message;
}
