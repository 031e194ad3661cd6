import type { WORKFLOWS } from '../contracts/workflow-messages';
import { OPEN_ORDER } from './orders';
import { RUN } from './run-kinds';
import type { SweepName } from './sweeps';
import { UNDERWAY } from './withdrawals';

/** Rows of one kind that wait for a workflow, and their net. `id`, `waits`, `since` and `workflowId` are SQL. */
interface Waiting {
  /** What a row is, in words. */
  what: string;
  table: string;
  /** Id of a row, by which its workflow and the sweep know it. */
  id: string;
  /** Condition of a row that waits. */
  waits: string;
  /** Moment from which {@link longestMs} counts. */
  since: string;
  /** The same moment in words. */
  from: string;
  /** Time after which the workflow counts as gone and the sweep acts. To act on one that runs changes nothing. */
  longestMs: number;
  /** Types of the workflows that end the wait. */
  workflows: readonly (keyof typeof WORKFLOWS)[];
  sweep: SweepName;
  /** `ends`: the sweep ends the row in the database. `starts`: it starts this workflow again, if it does not run. */
  net: { ends: string } | { starts: string; workflowId: string };
  /** What an operator does about a row that is still there. */
  cure: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Work of seconds that has not ended by then has lost its workflow, or is tried again by it. */
const LOST_AFTER_MS = 10 * MINUTE;

/** A row is started again once an hour at most: it may wait because a provider is away, and its workflow runs. */
export const STARTED_AGAIN_EVERY_MS = 60 * MINUTE;
/** An alert that no channel took by then is history, which `alerts list` shows. */
const ALERTED_WITHIN = "interval '3 days'";

const START_A_WORKER = 'Start a worker, whose sweep starts it again; its log says why it fails.';

/**
 * What waits for a workflow, how long at most, and what the sweep does then: no row waits for ever because its workflow
 * was terminated or lost with the data of Temporal. The sweep, the doctor's check `waiting`, an invariant of tests
 * and docs/waiting.md follow from it.
 */
export const WAITING = {
  run: {
    what: 'Run',
    table: 'runs',
    id: 'runs.id',
    waits: `status IN (${listed(RUN.open)})`,
    since: 'CASE WHEN started_at IS NULL THEN queue_expires_at ELSE deadline_at END',
    from: 'its deadline, or its queue expiry',
    longestMs: MINUTE,
    workflows: ['evaluation', 'search', 'candidate'],
    sweep: 'overdue_runs',
    net: { ends: 'ends it and gives its credit back' },
    cure: 'admin runs cancel ID --reason TEXT.',
  },
  scan_confirmation: {
    what: 'Free scan that nobody confirmed',
    table: 'free_scans',
    id: 'free_scans.id',
    waits: "status IN ('queued', 'awaiting_confirmation')",
    since: 'confirmation_expires_at',
    from: 'the end of its link',
    longestMs: MINUTE,
    workflows: ['scan'],
    sweep: 'upkeep',
    net: { ends: 'ends it as expired' },
    cure: 'Start a worker, whose sweep ends it.',
  },
  scan: {
    what: 'Free scan that was confirmed',
    table: 'free_scans',
    id: 'free_scans.id',
    waits: "status IN ('confirmed', 'running')",
    since: 'confirmed_at',
    from: 'its confirmation',
    longestMs: LOST_AFTER_MS,
    workflows: ['scan'],
    sweep: 'lost_work',
    net: { starts: 'its session continues', workflowId: "'scan/' || free_scans.id" },
    cure: START_A_WORKER,
  },
  order: {
    what: 'Order that is not paid',
    table: 'orders',
    id: 'orders.id',
    waits: `status IN (${listed(OPEN_ORDER)})`,
    since: 'hold_ends_at',
    from: 'the end of its hold',
    longestMs: LOST_AFTER_MS,
    workflows: ['reservation'],
    sweep: 'lost_reservations',
    net: { starts: 'its checkout is closed, then its hold ends', workflowId: "'reservation/' || orders.id" },
    cure: 'Look at its workflow in Temporal Web, and that the schedule payment-sweep is not paused.',
  },
  refund: {
    what: 'Payment that goes back',
    table: 'payments',
    id: 'payments.id',
    waits: "outcome = 'refund' AND (refund_status IS NULL OR refund_status = 'pending')",
    since: 'payments.updated_at',
    from: 'its last news',
    longestMs: 2 * HOUR,
    workflows: ['payment'],
    sweep: 'stuck_refunds',
    net: { starts: 'its refund is searched for at the provider first', workflowId: "'payment/' || payments.order_id" },
    cure: 'Look at its workflow in Temporal Web, and that the schedule payment-sweep is not paused.',
  },
  withdrawal: {
    what: 'Withdrawal',
    table: 'withdrawals',
    id: 'withdrawals.id',
    waits: `status IN (${listed(UNDERWAY)})`,
    since: 'withdrawals.updated_at',
    from: 'its last news',
    longestMs: HOUR,
    workflows: ['payout'],
    sweep: 'quiet_withdrawals',
    net: { starts: 'what it has at the provider is searched for first', workflowId: "'payout/' || withdrawals.id" },
    cure: 'admin withdrawals retry ID --reason TEXT.',
  },
  orphan_return: {
    what: 'Payment without an order that goes back',
    table: 'reconciliation_breaks',
    id: 'reconciliation_breaks.id',
    waits: "status = 'returning'",
    since: 'reconciliation_breaks.since',
    from: 'its approval',
    longestMs: LOST_AFTER_MS,
    workflows: ['orphanRefund'],
    sweep: 'lost_work',
    net: { starts: 'its refund has the same key', workflowId: "'orphan-refund/' || reconciliation_breaks.id" },
    cure: START_A_WORKER,
  },
  reconciliation: {
    what: 'Comparison of the provider’s books with ours',
    table: 'reconciliation_runs',
    id: 'reconciliation_runs.id',
    waits: 'ended_at IS NULL',
    since: 'started_at',
    from: 'its start',
    longestMs: 48 * HOUR,
    workflows: ['reconciliation'],
    sweep: 'upkeep',
    net: { ends: 'ends it as incomplete, which is an alert; the next one compares the same period' },
    cure: 'admin reconcile.',
  },
  webhook_delivery: {
    what: 'Webhook delivery',
    table: 'webhook_deliveries',
    id: 'webhook_deliveries.id',
    waits: "status = 'pending'",
    since: 'webhook_deliveries.created_at',
    from: 'its request',
    longestMs: LOST_AFTER_MS,
    workflows: ['webhookDelivery'],
    sweep: 'lost_work',
    net: {
      starts: 'the attempts that are left, under the same webhook-id',
      workflowId: "'webhook-delivery/' || webhook_deliveries.id",
    },
    cure: START_A_WORKER,
  },
  mail: {
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
      starts: 'sent with the same key, within 20 hours of the first attempt',
      workflowId: "'mail/' || mails.mail || '/' || mails.id",
    },
    cure: START_A_WORKER,
  },
  alert: {
    what: 'Alert',
    table: 'alerts',
    id: "alerts.alert || '/' || alerts.subject",
    waits: `undelivered <> '{}' AND raised_at > now() - ${ALERTED_WITHIN}`,
    since: 'raised_at',
    from: 'when it was raised',
    longestMs: LOST_AFTER_MS,
    workflows: ['alert'],
    sweep: 'lost_work',
    net: {
      starts: 'by the channels that have not taken it, for three days',
      workflowId: "'alert/' || alerts.alert || '/' || alerts.subject",
    },
    cure: `${START_A_WORKER} Check OPERATOR_EMAIL and ALERT_WEBHOOK_URL.`,
  },
  erasure: {
    what: 'Erasure of an account',
    table: 'erasures',
    id: 'erasures.account_id',
    waits: 'completed_at IS NULL',
    since: 'requested_at',
    from: 'its request',
    longestMs: LOST_AFTER_MS,
    workflows: ['erasure'],
    sweep: 'lost_work',
    net: { starts: 'it goes on with what is still there', workflowId: "'erasure/' || erasures.account_id" },
    cure: START_A_WORKER,
  },
} as const satisfies Record<string, Waiting>;

export type WaitingName = keyof typeof WAITING;

/** Kinds whose workflow the worker's own sweep starts again. */
export type LostWorkName = {
  [Name in WaitingName]: (typeof WAITING)[Name]['sweep'] extends 'lost_work' ? Name : never;
}[WaitingName];

export const WAITING_NAMES = Object.keys(WAITING) as WaitingName[];

/** The entry of a kind, as every kind is. */
export const waitingOf = (name: WaitingName): Waiting => WAITING[name];

function listed(states: readonly string[]): string {
  return states.map((state) => `'${state}'`).join(', ');
}
