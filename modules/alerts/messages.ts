import { WORKFLOWS, type WorkflowMessage } from '../../base/workflow-messages';
import { LOST_AFTER_MS, START_A_WORKER, type Waiting } from '../outbox/sweeps';
import type { AlertInput } from './contract';

export function alertMessage(input: AlertInput): WorkflowMessage {
  return {
    workflowType: WORKFLOWS.alert,
    workflowId: `alert/${input.alert}/${input.subject}`,
    input,
    summary: `Alert ${input.alert}`,
    search: { kind: 'alert', accountId: null, mode: 'live' },
  };
}

/** We stop delivering an alert after this time; `alerts list` still shows it. */
const ALERTED_WITHIN = "interval '3 days'";

export const ALERT_WAIT = {
  what: 'Alert',
  table: 'alerts',
  id: "alerts.alert || '/' || alerts.subject",
  waits: `undelivered <> '{}' AND raised_at > now() - ${ALERTED_WITHIN}`,
  since: 'raised_at',
  from: 'it was raised',
  longestMs: LOST_AFTER_MS,
  workflows: ['alert'],
  sweep: 'lost_work',
  net: {
    starts: 'uses the channels that failed, for three days',
    workflowId: "'alert/' || alerts.alert || '/' || alerts.subject",
  },
  cure: `${START_A_WORKER} Check OPERATOR_EMAIL and ALERT_WEBHOOK_URL.`,
} as const satisfies Waiting;
