import { mailWorkflowId, WORKFLOWS, type MailInput, type WorkflowMessage } from '../../contracts/workflow-messages';

/** Starts the sending of one mail after the response to a request. */
export function mailMessage(input: MailInput): WorkflowMessage {
  return {
    workflowType: WORKFLOWS.mail,
    workflowId: mailWorkflowId(input),
    input,
    summary: `Mail ${input.mail}`,
    search: { kind: 'mail', accountId: null, mode: 'live' },
  };
}
