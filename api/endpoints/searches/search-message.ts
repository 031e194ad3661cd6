import type { Mode } from '../../../contracts/access';
import { searchWorkflowId, WORKFLOWS, type SIGNALS, type WorkflowMessage } from '../../../contracts/workflow-messages';
import type { ApiSettings } from '../../deps';

/** The message that starts the search of a run, or, with a signal, tells it something whether it runs or not. */
export function searchMessage(
  settings: ApiSettings,
  runId: string,
  owner: { accountId: string; mode: Mode },
  candidateCount: number,
  signal?: keyof typeof SIGNALS,
): WorkflowMessage {
  return {
    workflowType: WORKFLOWS.search,
    workflowId: searchWorkflowId(runId),
    input: {
      runId,
      accountId: owner.accountId,
      mode: owner.mode,
      deadlineMs: settings.searchDeadlineMs,
      maxRepairs: settings.maxRepairs,
      heartbeatTimeoutMs: settings.heartbeatTimeoutMs,
      stepTimeoutMs: settings.stepTimeoutMs,
      candidateCount,
      parallelism: settings.searchParallelism,
      // A candidate is researched as an evaluation is, so it has the same time.
      candidateDeadlineMs: settings.evaluationDeadlineMs,
    },
    ...(signal && { signal }),
    summary: `Custom Search ${runId}, ${candidateCount} candidates (${owner.mode})`,
    search: { kind: 'custom_search', accountId: owner.accountId, runId, mode: owner.mode },
  };
}
