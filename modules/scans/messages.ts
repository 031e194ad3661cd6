import type { ScanPatience } from '../../base/patience';
import { WORKFLOWS, type ScanInput, type WorkflowMessage } from '../../base/workflow-messages';

/** Starts the workflow of a free scan or, with the signal, confirms it whether or not it has started. */
export function scanMessage(patience: ScanPatience, scanId: string, signal?: 'scanConfirmed'): WorkflowMessage {
  return {
    workflowType: WORKFLOWS.scan,
    workflowId: `scan/${scanId}`,
    input: {
      scanId,
      confirmationMs: patience.scanConfirmationMs,
      deadlineMs: patience.scanDeadlineMs,
      maxRepairs: patience.maxRepairs,
      heartbeatTimeoutMs: patience.heartbeatTimeoutMs,
      stepTimeoutMs: patience.stepTimeoutMs,
    } satisfies ScanInput,
    ...(signal && { signal }),
    summary: `Free scan ${scanId}`,
    search: { kind: 'free_scan', accountId: null, mode: 'live', runId: scanId },
  };
}
