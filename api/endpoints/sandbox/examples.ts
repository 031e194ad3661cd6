import type { PaidProductRunCreated, RunStatus } from '../../../contracts/runs';
import { SANDBOX_PROVIDER } from '../../../contracts/sandbox';
import { RUN_KINDS } from '../../../domain/run-kinds';
import { runCanceling, searchCreated } from '../../../http/examples';

const RUN = runCanceling.runId;

/** Answer of POST /v1/sandbox/searches. */
export const sandboxSearchCreated: PaidProductRunCreated = { ...searchCreated, mode: 'test' };

/** Answer of POST /v1/sandbox/evaluations. */
export const sandboxEvaluationCreated: PaidProductRunCreated = {
  ...sandboxSearchCreated,
  runId: RUN,
  kind: 'idea_check',
  statusUrl: `/v1/runs/${RUN}`,
  pollAfterSeconds: RUN_KINDS.idea_check.pollAfterSeconds,
};

/** Answer of POST /v1/sandbox/runs/{id}/deadline: its deadline is now. */
export const sandboxRun: RunStatus = {
  ...runCanceling,
  status: 'running',
  mode: 'test',
  provider: { name: SANDBOX_PROVIDER, agentId: SANDBOX_PROVIDER, agentVersion: '1', sessionId: `sandbox_${RUN}` },
  deadlineAt: runCanceling.updatedAt,
};
