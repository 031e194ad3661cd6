import { DEFAULT_TASK_QUEUE, type WORKFLOWS } from '../../base/workflow-messages';

/**
 * Every sweep and the items that it checks. Each pass starts with the least recently checked items, so that no item is
 * skipped permanently, even if there are many items or some checks fail (docs/interface/payments.md#sweeps).
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

/** Names of the schedules for payments. The worker creates these schedules if payments are on. */
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
  /** Id that identifies a row to the sweep and its workflow. */
  id: string;
  /** SQL condition for a row that is waiting. */
  waits: string;
  /** Time from which {@link longestMs} counts. */
  since: string;
  /** `since` in words, for people. */
  from: string;
  /** Longest allowed wait. After that, the sweep acts as if the workflow were lost, without affecting a running one. */
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
/** Longest allowed wait for work that takes seconds. After that, its workflow must be lost or retrying. */
export const LOST_AFTER_MS = 10 * MINUTE;

/** Interval between restarts of a workflow. An hour, because it may only be waiting for a provider to recover. */
export const STARTED_AGAIN_EVERY_MS = 60 * MINUTE;

/** Advice for when the only problem is a missing worker. */
export const START_A_WORKER = 'Start a worker, whose sweep starts it again; its log says why it fails.';

export function listed(states: readonly string[]): string {
  return states.map((state) => `'${state}'`).join(', ');
}
