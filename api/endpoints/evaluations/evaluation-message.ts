import type { Mode } from '../../../contracts/access';
import {
  evaluationWorkflowId,
  WORKFLOWS,
  type SIGNALS,
  type WorkflowMessage,
} from '../../../contracts/workflow-messages';
import type { ApiSettings } from '../../deps';

/** The message that starts the evaluation of a run, or, with a signal, tells it something whether it runs or not. */
export function evaluationMessage(
  settings: ApiSettings,
  runId: string,
  owner: { accountId: string; mode: Mode },
  signal?: keyof typeof SIGNALS,
): WorkflowMessage {
  return {
    workflowType: WORKFLOWS.evaluation,
    workflowId: evaluationWorkflowId(runId),
    input: {
      runId,
      accountId: owner.accountId,
      mode: owner.mode,
      deadlineMs: settings.evaluationDeadlineMs,
      maxRepairs: settings.maxRepairs,
      heartbeatTimeoutMs: settings.heartbeatTimeoutMs,
      stepTimeoutMs: settings.stepTimeoutMs,
    },
    ...(signal && { signal }),
    summary: `Idea Check ${runId} (${owner.mode})`,
    search: { kind: 'idea_check', accountId: owner.accountId, runId, mode: owner.mode },
  };
}
