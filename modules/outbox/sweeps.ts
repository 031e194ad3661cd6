import { DEFAULT_TASK_QUEUE, type WORKFLOWS } from '../../base/workflow-messages';

/**
 * The items that each sweep checks. Each pass starts with the least recently checked items, so that no item is skipped
 * permanently, even if there are many or some fail (docs/interface/payments.md#sweeps).
 */
export const SWEEPS = {
  open_orders: 'Checkout sessions of unpaid orders',
  missed_events: 'Events that the provider could not deliver, by mode',
  disputes: 'Disputes and fraud warnings that arrived before their payment was known',
  open_disputes: 'Open disputes and inquiries',
  stuck_refunds: 'Overdue refunds',
  lost_reservations: 'Open orders whose reservation workflow is gone',
  quiet_withdrawals: 'Withdrawals without news for an hour',
  mature_shares: 'Shares of sales that have matured',
  open_sessions: 'Agent sessions of ended runs and scans whose cost is unknown',
  deleted_runs: 'Deleted runs whose agent sessions are still at the provider',
  lost_work: 'Rows that waited too long for their workflow (docs/waiting.md)',
  overdue_runs: 'Runs past their deadline that no workflow ended',
  restored_erasures: 'Erasures in Temporal that a restore of the database undid',
  upkeep: 'Deletion of old rows and other steps of the worker’s own sweep',
} as const;

export type SweepName = keyof typeof SWEEPS;

/** Number of consecutive failed checks of one item after which we alert the operators. */
export const FAILURES_BEFORE_ALERT = 10;

/** Schedules for payments, by name. The worker creates them if payments are on. */
export const PAYMENT_SCHEDULES = ['payment-sweep', 'reconciliation'] as const;

/** Id of a schedule on a task queue, so that products in one namespace do not share schedules. */
export function scheduleIdOf(name: string, taskQueue: string): string {
  return taskQueue === DEFAULT_TASK_QUEUE ? name : `${name}-${taskQueue}`;
}

/** Rows of one kind waiting for a workflow. `id`, `waits`, `since` and `workflowId` are SQL. */
export interface Waiting {
  /** Display name for a row of this kind. */
  what: string;
  table: string;
  /** Id of a row for its workflow and the sweep. */
  id: string;
  /** SQL condition for a row that is waiting. */
  waits: string;
  /** Time from which {@link longestMs} counts. */
  since: string;
  /** `since` in words. */
  from: string;
  /** Longest wait. After that, the workflow counts as lost and the sweep acts, without affecting a running workflow. */
  longestMs: number;
  /** Types of workflows that end the wait. */
  workflows: readonly (keyof typeof WORKFLOWS)[];
  sweep: SweepName;
  /** `ends`: the sweep ends the row in the database. `starts`: it restarts this workflow unless it is running. */
  net: { ends: string } | { starts: string; workflowId: string };
  /** How an operator ends the wait if the sweep does not. */
  cure: string;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
/** Longest wait for work that takes seconds. If work is unfinished after that, its workflow is lost or retrying. */
export const LOST_AFTER_MS = 10 * MINUTE;

/** Interval between restarts of a workflow, because it may just be waiting for an unavailable provider. */
export const STARTED_AGAIN_EVERY_MS = 60 * MINUTE;

/** What to do if the only problem is a missing worker. */
export const START_A_WORKER = 'Start a worker, whose sweep starts it again; its log says why it fails.';

export function listed(states: readonly string[]): string {
  return states.map((state) => `'${state}'`).join(', ');
}
