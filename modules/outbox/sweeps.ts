import { DEFAULT_TASK_QUEUE, type WORKFLOWS } from '../../base/workflow-messages';

/**
 * Sweeps: what each checks. An item is checked by each pass, the least recently checked first, so that none is
 * passed over for good however many there are and whichever of them fail (docs/interface/payments.md#sweeps).
 */
export const SWEEPS = {
  open_orders: 'Checkout sessions of orders that wait for a payment',
  missed_events: 'Events that the provider could not deliver, by mode',
  disputes: 'Disputes and fraud warnings that arrived before their payment was known',
  open_disputes: 'Disputes and inquiries that are open',
  stuck_refunds: 'Refunds that are overdue',
  lost_reservations: 'Open orders whose reservation workflow is gone',
  quiet_withdrawals: 'Withdrawals without news for an hour',
  mature_shares: 'Shares of sales whose time has come',
  open_sessions: 'Agent sessions of ended runs and scans that may not be archived, and whose cost is not known',
  deleted_runs: 'Runs that their owners deleted, while their agent sessions are left at the provider',
  lost_work: 'Rows that waited for their workflow for longer than is usual (docs/waiting.md)',
  overdue_runs: 'Runs past their deadline that no workflow ended',
  restored_erasures: 'Erasures that a restore of the database undid, by the workflows that Temporal knows',
  upkeep: 'Deletion of old rows and other steps of the worker’s own sweep',
} as const;

/** Name of a sweep. */
export type SweepName = keyof typeof SWEEPS;

/** Consecutive failures of one item after which the operators are alerted. */
export const FAILURES_BEFORE_ALERT = 10;

/** Schedules of payments, by name: the worker creates them where payments are on. */
export const PAYMENT_SCHEDULES = ['payment-sweep', 'reconciliation'] as const;

/** Id of a schedule on a task queue: products that share a namespace do not share their schedules. */
export function scheduleIdOf(name: string, taskQueue: string): string {
  return taskQueue === DEFAULT_TASK_QUEUE ? name : `${name}-${taskQueue}`;
}

/** Rows of one kind that wait for a workflow. `id`, `waits`, `since` and `workflowId` are SQL. */
export interface Waiting {
  /** Name of a row. */
  what: string;
  table: string;
  /** Id of a row for its workflow and the sweep. */
  id: string;
  /** Condition of a waiting row. */
  waits: string;
  /** Start of {@link longestMs}. */
  since: string;
  /** The same time in words. */
  from: string;
  /** Then the workflow counts as gone and the sweep acts. Acting on a running one changes nothing. */
  longestMs: number;
  /** Types of the workflows that end the wait. */
  workflows: readonly (keyof typeof WORKFLOWS)[];
  sweep: SweepName;
  /** `ends`: the sweep ends the row in the database. `starts`: it restarts this workflow unless it runs. */
  net: { ends: string } | { starts: string; workflowId: string };
  /** What an operator does if the row still waits. */
  cure: string;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
/** Work of seconds that has not ended by then has lost its workflow, or is tried again by it. */
export const LOST_AFTER_MS = 10 * MINUTE;

/** A row is started again once an hour at most: it may wait because a provider is away, and its workflow runs. */
export const STARTED_AGAIN_EVERY_MS = 60 * MINUTE;

/** What to do where nothing but a worker is missing. */
export const START_A_WORKER = 'Start a worker, whose sweep starts it again; its log says why it fails.';

/** SQL list of states. */
export function listed(states: readonly string[]): string {
  return states.map((state) => `'${state}'`).join(', ');
}
