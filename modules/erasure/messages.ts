import { WORKFLOWS, type ErasureInput, type WorkflowMessage } from '../../base/workflow-messages';
import { LOST_AFTER_MS, START_A_WORKER, type Waiting } from '../outbox/sweeps';

/** Delay before the purge. Keys are cached for less time, so all requests with a revoked key have finished by then. */
const QUIESCENCE_MS = 10_000;

export const erasureWorkflowId = (accountId: string): string => `${WORKFLOWS.erasure}/${accountId}`;

/** Starts the workflow of an erasure, or restarts it if it ended early, such as after a restore or a termination. */
export function erasureMessage(accountId: string, settleMs = QUIESCENCE_MS): WorkflowMessage {
  return {
    workflowType: WORKFLOWS.erasure,
    workflowId: erasureWorkflowId(accountId),
    input: { accountId, settleMs } satisfies ErasureInput,
    restarts: true,
    summary: `Erasure of account ${accountId}`,
    search: { kind: 'erasure', accountId, mode: 'live' },
  };
}

export const ERASURE_WAIT = {
  what: 'Erasure of an account',
  table: 'erasures',
  id: 'erasures.account_id',
  waits: 'completed_at IS NULL',
  since: 'requested_at',
  from: 'its request',
  longestMs: LOST_AFTER_MS,
  workflows: ['erasure'],
  sweep: 'lost_work',
  net: { starts: 'erases what is left', workflowId: "'erasure/' || erasures.account_id" },
  cure: START_A_WORKER,
} as const satisfies Waiting;
