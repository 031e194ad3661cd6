import type { Mode } from './access';
import type { RunFailureCode } from './run-failures';

/** Default task queue of all workflows and activities; tests use others. */
export const DEFAULT_TASK_QUEUE = 'noi';

/** Workflow types, which the worker registers and callers start by name. */
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

export interface ResearchLimits {
  /** Time from the start of the research to its deadline. */
  deadlineMs: number;
  /** Number of times an agent may correct its work after failed checks. */
  maxRepairs: number;
  /** Time without a heartbeat after which another worker takes over the session. */
  heartbeatTimeoutMs: number;
  /** Timeout of a short step, after which its worker counts as lost. Longer than the timeout of a provider call. */
  stepTimeoutMs: number;
}

/** Contains only ids and durations, so that histories hold no personal data (docs/interface/personal-data.md). */
export interface EvaluationInput extends ResearchLimits {
  runId: string;
  accountId: string;
  mode: Mode;
}

/** Workflow id of a paid run. It derives from the run id, so starting a run twice starts one workflow. */
export function runWorkflowId(workflow: keyof typeof WORKFLOWS, runId: string): string {
  return `${workflow}/${runId}`;
}

/** Input of the search workflow. Contains only ids, counts and durations, like {@link EvaluationInput}. */
export interface SearchInput extends EvaluationInput {
  candidateCount: number;
  parallelism: number;
  /** Deadline of one candidate, from its start. A candidate that hangs is excluded and does not end the search. */
  candidateDeadlineMs: number;
}

export interface CandidateInput extends ResearchLimits {
  runId: string;
  candidateId: string;
}

/** Record that the agent provider refused all work: the time and the provider's message. */
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
  /** One-line summary for operators. */
  summary?: string;
  /** Milliseconds spent waiting while the agent provider refused all work. */
  waitedMs?: number;
}

export interface WebhookDeliveryInput {
  deliveryId: string;
  /** Timeout after which an attempt counts as lost with its worker. Longer than the receiver's timeout. */
  attemptTimeoutMs: number;
  /** Wait after the first failed attempt. Each later wait is six times longer. */
  firstRetryMs: number;
  maxRetryMs: number;
}

/** Input of the free scan workflow. Contains only ids and durations, like {@link EvaluationInput}. */
export interface ScanInput extends ResearchLimits {
  scanId: string;
  /** Time that the user has to confirm. The expiry time in the database row is authoritative. */
  confirmationMs: number;
}

/** Kinds of email. Each email is about one resource and is sent once. */
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
  // Sent by the workflow of the run or scan, or by a separate mail workflow if that workflow no longer exists.
  'run_ended',
  'scan_confirmation',
  'scan_result',
] as const;
export type BackgroundMail = (typeof BACKGROUND_MAILS)[number];

export interface MailInput {
  mail: BackgroundMail;
  /** Id of the resource that the email is about, such as a link, passkey, payment, order or run. */
  id: string;
}

/** Input of the reservation workflow. Every order has one, with or without an opportunity. */
export interface ReservationInput {
  orderId: string;
}

/** Notification from the payment provider about an order, with the object to retrieve there. */
export type PaymentNotification =
  | { about: 'session'; sessionId: string }
  | { about: 'refund' }
  | { about: 'dispute'; disputeId: string }
  | { about: 'fraud_warning'; warningId: string };

/** Input of the payment workflow. Notifications arrive as `paymentChanged` signals. */
export interface PaymentInput {
  orderId: string;
  /** Interval for polling a pending refund, in addition to the provider's events. */
  followRefundEveryMs: number;
}

export interface ErasureInput {
  accountId: string;
  /** Interval for checking whether running work has stopped. Longer than the lifetime of cached keys. */
  settleMs: number;
}

export interface ReconciliationInput {
  /** Id of the reconciliation run that an operator requested; null for a scheduled one. */
  runId: string | null;
  /** Start of the compared period in ISO 8601; null starts at the `ReconciliationBookmark`. */
  since: string | null;
  /** Time that notified workflows have to repair breaks. After that, remaining breaks alert the operator. */
  recheckAfterMs: number;
}

export interface OrphanRefundInput {
  breakId: string;
}

/** Input of the payout workflow. Events and review decisions arrive as signals. */
export interface PayoutInput {
  withdrawalId: string;
  /** Interval for polling a payout, in addition to the provider's events. */
  followEveryMs: number;
  /** How long to keep polling after `paid`: a bank can return a payout within five business days. */
  followPaidForMs: number;
}

/** Origin of a message for logs and traces: the original request and its trace. */
export interface Origin {
  requestId?: string;
  /** W3C trace context of the code that enqueued the message. */
  traceparent?: string;
}

/** Memo of every workflow that results from a request. */
export type WorkflowMemo = Pick<Origin, 'requestId'>;

/** Headers that carry a workflow's origin to its activities and children. */
export const ORIGIN_HEADERS = {
  requestId: 'requestId',
  /** Name that the SDK's OpenTelemetry interceptors give to the W3C trace context. */
  trace: '_tracer-data',
} as const;

/**
 * Outbox message for Temporal that starts a workflow, optionally with a signal. Start and signal go in one call
 * (signal-with-start), so messages may be repeated or arrive out of order.
 */
export interface WorkflowMessage {
  workflowType: (typeof WORKFLOWS)[keyof typeof WORKFLOWS];
  workflowId: string;
  /** Input of the workflow: ids, counts and durations only. */
  input: object;
  signal?: (typeof SIGNALS)[keyof typeof SIGNALS];
  /** Arguments of the signal: ids, and an operator's note. */
  signalArgs?: unknown[];
  /** True to start the workflow again if it has ended, such as one that ends when idle. */
  restarts?: true;
  /** Shown above the workflow in Temporal Web. At most 400 bytes, without personal data. */
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
  /** US cents. */
  amount?: number;
}

/**
 * The account id, or the workflow kind if there is no account, so that payments do not queue behind a flood of sign-in
 * links. The outbox SQL repeats this rule.
 */
export function fairnessKeyOf({ accountId, kind }: WorkflowSearch): string {
  return accountId ?? kind;
}

/** Delivers a message to Temporal. Delivering it again has no effect. */
export type WorkflowStarter = (message: WorkflowMessage) => Promise<void>;
