import { WORKFLOWS, type MailInput, type WorkflowMessage } from '../../base/workflow-messages';
import { LOST_AFTER_MS, START_A_WORKER, type Waiting } from '../outbox/sweeps';

/** Starts the workflow that sends an email, once per resource. */
export function mailMessage(input: MailInput): WorkflowMessage {
  return {
    workflowType: WORKFLOWS.mail,
    workflowId: `mail/${input.mail}/${input.id}`,
    input,
    summary: `Mail ${input.mail}`,
    search: { kind: 'mail', accountId: null, mode: 'live' },
  };
}

export const MAIL_WAIT = {
  what: 'Mail',
  table: 'mails',
  id: "mails.mail || '/' || mails.id",
  waits: 'ended_at IS NULL',
  since: 'requested_at',
  from: 'its request',
  longestMs: LOST_AFTER_MS,
  workflows: ['mail'],
  sweep: 'lost_work',
  net: {
    starts: 'sends with the same key, within 20 hours of the first attempt',
    workflowId: "'mail/' || mails.mail || '/' || mails.id",
  },
  cure: START_A_WORKER,
} as const satisfies Waiting;
