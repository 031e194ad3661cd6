import type { Mode } from '../../base/access';
import {
  WORKFLOWS,
  type OrphanRefundInput,
  type ReconciliationInput,
  type WorkflowMessage,
} from '../../base/workflow-messages';

interface OrphanOfMessage {
  id: string;
  mode: Mode;
  orderId: string | null;
}

/**
 * How long notified workflows may take to repair the breaks that a run found. After that, we alert about the breaks
 * that remain.
 */
const RECHECK_AFTER_MS = 10 * 60_000;

/** Input of a scheduled run, which starts at the bookmark. */
export const SCHEDULED_RECONCILIATION: ReconciliationInput = {
  runId: null,
  since: null,
  recheckAfterMs: RECHECK_AFTER_MS,
};

/** Starts a reconciliation that an operator requested. */
export function reconciliationMessage(runId: string, since: string | null): WorkflowMessage {
  return {
    workflowType: WORKFLOWS.reconciliation,
    workflowId: `reconciliation/${runId}`,
    input: { ...SCHEDULED_RECONCILIATION, runId, since } satisfies ReconciliationInput,
    summary: `Reconciliation since ${since ?? 'the bookmark'}`,
    search: { kind: 'reconciliation', accountId: null, mode: 'live' },
  };
}

/** Starts the workflow that refunds an orphaned payment, or restarts it after the provider refused the refund. */
export function orphanRefundMessage({ id: breakId, mode, orderId }: OrphanOfMessage): WorkflowMessage {
  return {
    workflowType: WORKFLOWS.orphanRefund,
    workflowId: `orphan-refund/${breakId}`,
    input: { breakId } satisfies OrphanRefundInput,
    restarts: true,
    summary: `Return of the orphaned payment ${breakId} (${mode})`,
    search: { kind: 'payment', accountId: null, mode, ...(orderId && { orderId }) },
  };
}
