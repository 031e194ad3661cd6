import { WORKFLOWS, type MailInput, type WorkflowMessage } from '../../contracts/workflow-messages';

/** Starts the sending of one mail, once for each resource, after the response to a request. */
export function mailMessage(input: MailInput): WorkflowMessage {
  return {
    workflowType: WORKFLOWS.mail,
    workflowId: `mail/${input.mail}/${input.id}`,
    input,
    summary: `Mail ${input.mail}`,
    search: { kind: 'mail', accountId: null, mode: 'live' },
  };
}
