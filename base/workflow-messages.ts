import type { Mode } from './access';
import type { RunFailureCode } from './run-failures';

/** Default task queue of all workflows and activities; tests use others. */
export const DEFAULT_TASK_QUEUE = 'noi';

/** Workflow types by which the worker registers and starters start them. */
export const WORKFLOWS = {
  evaluation: 'evaluation',
  search: 'search',
  candidate: 'candidate',
  webhookDelivery: 'webhookDelivery',
  scan: 'scan',
  mail: 'mail',
  alert: 'alert',
  reservation: 'reservation',
  payment: 'payment',
  paymentSweep: 'paymentSweep',
  payout: 'payout',
  erasure: 'erasure',
  reconciliation: 'reconciliation',
  orphanRefund: 'orphanRefund',
} as const;

export const SIGNALS = {
  cancelRequested: 'cancelRequested',
  deadlineReached: 'deadlineReached',
  scanConfirmed: 'scanConfirmed',
  orderChanged: 'orderChanged',
  paymentChanged: 'paymentChanged',
  payoutChanged: 'payoutChanged',
} as const;

/** Limits of research, by a workflow. */
export interface ResearchLimits {
  /** From the beginning of the research to its deadline. */
  deadlineMs: number;
  /** Maximum number of corrections by the agent after failed checks. */
  maxRepairs: number;
  /** Missing heartbeats after which another worker follows the session. */
  heartbeatTimeoutMs: number;
  /** Timeout of a short step, after which its worker counts as lost; exceeds the timeout of a provider's call. */
  stepTimeoutMs: number;
}

/**
 * Input of the evaluation workflow. Ids and durations only: activities load the request, so histories contain no
 * personal data (docs/interface/personal-data.md).
 */
export interface EvaluationInput extends ResearchLimits {
  runId: string;
  accountId: string;
  mode: Mode;
}

/** Workflow id of a paid run, derived from the run: starting twice starts once. */
export function runWorkflowId(workflow: keyof typeof WORKFLOWS, runId: string): string {
  return `${workflow}/${runId}`;
}

/** Input of the search workflow; ids, counts and durations only, as {@link EvaluationInput}. */
export interface SearchInput extends EvaluationInput {
  candidateCount: number;
  parallelism: number;
  /** Deadline of one candidate from its start: a hanging one is excluded and does not end the search. */
  candidateDeadlineMs: number;
}

/** Input of the workflow that researches one candidate of a search. */
export interface CandidateInput extends ResearchLimits {
  runId: string;
  candidateId: string;
}

/** Refusal of all work by the agent provider: when, and in its own words. */
export interface AgentRefusal {
  /** Milliseconds since 1970. */
  at: number;
  words: string;
}

/** Outcome of a candidate; its findings are in PostgreSQL. */
export interface CandidateOutcome {
  candidateId: string;
  status: 'passed' | 'excluded';
  reason: RunFailureCode | null;
  /** What happened, in one line for operators. */
  summary?: string;
  /** Time that it waited because the agent provider refused all work, in milliseconds. */
  waitedMs?: number;
}

/** Input of the workflow that delivers one webhook; activities load its content and destination. */
export interface WebhookDeliveryInput {
  deliveryId: string;
  /** Timeout after which an attempt counts as lost with its worker; exceeds the receiver's timeout. */
  attemptTimeoutMs: number;
  /** Wait after the first failed attempt; each further wait is six times longer. */
  firstRetryMs: number;
  maxRetryMs: number;
}

/** Input of the free scan workflow; ids and durations only, as {@link EvaluationInput}. */
export interface ScanInput extends ResearchLimits {
  scanId: string;
  /** Time to confirm; the time in the row decides. */
  confirmationMs: number;
}

/** Mails, each about one resource by id, each sent once. */
export const BACKGROUND_MAILS = [
  'account_link',
  'password_changed',
  'new_device',
  'new_key',
  'new_passkey',
  'new_share',
  'withdrawal_requested',
  'marketing_welcome',
  'support_received',
  'support_forwarded',
  'payment_receipt',
  'payment_refund',
  'payment_failed',
  'withdrawal_paid',
  'withdrawal_not_paid',
  'opportunity_watched',
  // Sent by the workflow of their run or scan; by one of their own where that is gone.
  'run_ended',
  'scan_confirmation',
  'scan_result',
] as const;
export type BackgroundMail = (typeof BACKGROUND_MAILS)[number];

export interface MailInput {
  mail: BackgroundMail;
  /** Id of the link, device, key, passkey, share, account, consent, support request, payment, order, withdrawal, watch, run or scan that the mail is about. */
  id: string;
}

/** Input of the reservation workflow, which exists for every order, with or without an opportunity. */
export interface ReservationInput {
  orderId: string;
}

/** Notification about an order at the payment provider: the object to retrieve there. */
export type PaymentNotification =
  | { about: 'session'; sessionId: string }
  | { about: 'refund' }
  | { about: 'dispute'; disputeId: string }
  | { about: 'fraud_warning'; warningId: string };

/** Input of the payment workflow; notifications arrive by the signal `paymentChanged`. */
export interface PaymentInput {
  orderId: string;
  /** Interval of polling a pending refund, in addition to events. */
  followRefundEveryMs: number;
}

export interface ErasureInput {
  accountId: string;
  /** Interval of polling whether running work has stopped; exceeds the cache lifetime of keys. */
  settleMs: number;
}

/** Input of the workflow that compares the provider's books with ours. */
export interface ReconciliationInput {
  /** Id of the run that an operator asked for; null for a run of the schedule. */
  runId: string | null;
  /** Start of the compared period in ISO 8601; null begins at the bookmark. */
  since: string | null;
  /** Time for notified workflows to repair what was found, before what is left alerts the operator. */
  recheckAfterMs: number;
}

export interface OrphanRefundInput {
  breakId: string;
}

/** Input of the payout workflow; events and review decisions arrive by signals. */
export interface PayoutInput {
  withdrawalId: string;
  /** Interval of polling a payout, in addition to events. */
  followEveryMs: number;
  /** Polling period after `paid`: a bank can return a payout within five business days. */
  followPaidForMs: number;
}

/** Cause of a message, for logs and traces: the request that was answered, and its trace. */
export interface Origin {
  requestId?: string;
  /** W3C trace context of what enqueued the message. */
  traceparent?: string;
}

/** Memo of every workflow that a request led to. */
export type WorkflowMemo = Pick<Origin, 'requestId'>;

/** Headers by which workflows pass their origin to activities and children. */
export const ORIGIN_HEADERS = {
  requestId: 'requestId',
  /** Name that the SDK's OpenTelemetry interceptors give to the W3C trace context. */
  trace: '_tracer-data',
} as const;

/**
 * Outbox message for Temporal: the start of a workflow, with an optional signal (signal with start, so neither order
 * nor repetition matters).
 */
export interface WorkflowMessage {
  workflowType: (typeof WORKFLOWS)[keyof typeof WORKFLOWS];
  workflowId: string;
  /** Input of the workflow: ids, counts and durations only. */
  input: object;
  signal?: (typeof SIGNALS)[keyof typeof SIGNALS];
  /** Arguments of the signal: ids, and an operator's note. */
  signalArgs?: unknown[];
  /** True for a workflow that ends when idle and is restarted by the next signal. */
  restarts?: true;
  /** Shown in Temporal Web above the workflow; at most 400 bytes, no personal data. */
  summary: string;
  search: WorkflowSearch;
  /** Added by the outbox. */
  origin?: Origin;
}

/** Values of the search attributes. `accountId` is null while the account is unknown. */
export interface WorkflowSearch {
  kind: string;
  accountId: string | null;
  mode: Mode;
  runId?: string;
  orderId?: string;
  withdrawalId?: string;
  /** Cents of US dollars. */
  amount?: number;
}

/**
 * Owner in whose turn work is delivered and served: its account, or its kind where it has none, so that payments do not
 * queue behind a flood of requested links. The outbox says the same in SQL.
 */
export function turnOf({ accountId, kind }: WorkflowSearch): string {
  return accountId ?? kind;
}

/** Delivers a message to Temporal. Delivering it again has no effect. */
export type WorkflowStarter = (message: WorkflowMessage) => Promise<void>;
