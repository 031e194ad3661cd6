import { scanWorkflowId, WORKFLOWS, type SIGNALS, type WorkflowMessage } from '../../../contracts/workflow-messages';
import type { ApiSettings } from '../../deps';

/** The message that starts the workflow of a free scan, or, with a signal, tells it something whether it runs or not. */
export function scanMessage(settings: ApiSettings, scanId: string, signal?: keyof typeof SIGNALS): WorkflowMessage {
  return {
    workflowType: WORKFLOWS.scan,
    workflowId: scanWorkflowId(scanId),
    input: {
      scanId,
      confirmationMs: settings.scanConfirmationMs,
      deadlineMs: settings.scanDeadlineMs,
      maxRepairs: settings.maxRepairs,
      heartbeatTimeoutMs: settings.heartbeatTimeoutMs,
      stepTimeoutMs: settings.stepTimeoutMs,
    },
    ...(signal && { signal }),
    summary: `Free scan ${scanId}`,
    search: { kind: 'free_scan', accountId: null, mode: 'live', runId: scanId },
  };
}
