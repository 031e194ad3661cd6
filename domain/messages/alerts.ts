import type { AlertInput } from '../../contracts/alerts';
import { WORKFLOWS, type WorkflowMessage } from '../../contracts/workflow-messages';

/** Starts the delivery of an alert to the operators. */
export function alertMessage(input: AlertInput): WorkflowMessage {
  return {
    workflowType: WORKFLOWS.alert,
    workflowId: `alert/${input.alert}/${input.subject}`,
    input,
    summary: `Alert ${input.alert}`,
    search: { kind: 'alert', accountId: null, mode: 'live' },
  };
}
