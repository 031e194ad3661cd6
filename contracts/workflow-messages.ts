import type { Mode } from './access';
import type { RunFailureCode } from './run-failures';

/** Task queue of every workflow and activity of this product, unless a process is told another (tests are). */
export const DEFAULT_TASK_QUEUE = 'noi';

/** Workflow types, as the worker registers them and as they are started by name. */
export const WORKFLOWS = {
  evaluation: 'evaluation',
  search: 'search',
  candidate: 'candidate',
  webhookDelivery: 'webhookDelivery',
  scan: 'scan',
  mail: 'mail',
  reservation: 'reservation',
  payment: 'payment',
  paymentSweep: 'paymentSweep',
  payout: 'payout',
} as const;

/** Signals, by the name that a workflow handles. */
export const SIGNALS = {
  cancelRequested: 'cancelRequested',
  scanConfirmed: 'scanConfirmed',
  orderChanged: 'orderChanged',
  paymentHint: 'paymentHint',
  payoutHint: 'payoutHint',
} as const;

/**
 * Input of the evaluation workflow. Ids and durations only: what was asked is loaded by activities, so that no personal
 * data stands in a history (design.md, rule 7).
 */
export interface EvaluationInput {
  runId: string;
  accountId: string;
  mode: Mode;
  /** From the start of the run to its deadline. */
  deadlineMs: number;
  /** How often findings that fail the checks go back to the agent. */
  maxRepairs: number;
  /** Silence after which Temporal gives a session to another worker to follow. */
  heartbeatTimeoutMs: number;
  /** Longest time that a short step may take before its worker counts as lost; above what a provider's call may take. */
  stepTimeoutMs: number;
}

/** Workflow id of an evaluation: derived from the run, so that starting twice starts once. */
export function evaluationWorkflowId(runId: string): string {
  return `evaluation/${runId}`;
}

/** Input of the search workflow; ids, counts and durations only, as {@link EvaluationInput}. */
export interface SearchInput extends EvaluationInput {
  candidateCount: number;
  /** How many candidates are researched at the same time. */
  parallelism: number;
  /** From the start of one candidate to its own deadline: one that hangs is excluded and does not end the search. */
  candidateDeadlineMs: number;
}

/** Input of the workflow that researches one candidate of a search. */
export interface CandidateInput {
  runId: string;
  candidateId: string;
  deadlineMs: number;
  maxRepairs: number;
  heartbeatTimeoutMs: number;
  stepTimeoutMs: number;
}

/** How a candidate ended; what was found stands in PostgreSQL. */
export interface CandidateOutcome {
  candidateId: string;
  status: 'passed' | 'excluded';
  reason: RunFailureCode | null;
}

/** Workflow id of a search. */
export function searchWorkflowId(runId: string): string {
  return `search/${runId}`;
}

/** Workflow id of one candidate of a search: sorts beside its siblings in Temporal Web. */
export function candidateWorkflowId(runId: string, candidateId: string): string {
  return `candidate/${runId}/${candidateId}`;
}

/** Input of the workflow that delivers one webhook; what is sent, and where, is loaded by activities. */
export interface WebhookDeliveryInput {
  deliveryId: string;
  /** After which an attempt counts as lost with its worker; longer than a receiver may take. */
  attemptTimeoutMs: number;
  /** From the first failed attempt to the second; each further wait is six times longer. */
  firstRetryMs: number;
  /** The longest wait between two attempts. */
  maxRetryMs: number;
}

/** Workflow id of a delivery. */
export function webhookDeliveryWorkflowId(deliveryId: string): string {
  return `webhook-delivery/${deliveryId}`;
}

/** Input of the free scan workflow; ids and durations only, as {@link EvaluationInput}. */
export interface ScanInput {
  scanId: string;
  /** How long the recipient may take to confirm; the row's own time decides at the end. */
  confirmationMs: number;
  /** From the confirmation to the end of the research. */
  deadlineMs: number;
  maxRepairs: number;
  heartbeatTimeoutMs: number;
  stepTimeoutMs: number;
}

/** Workflow id of a free scan. */
export function scanWorkflowId(scanId: string): string {
  return `scan/${scanId}`;
}

/** Mails that are sent behind an answer, each about one thing that is named by its id. */
export const BACKGROUND_MAILS = [
  'account_link',
  'password_changed',
  'marketing_welcome',
  'support_received',
  'support_forwarded',
  'withdrawal_paid',
  'withdrawal_not_paid',
  'withdrawal_stuck',
] as const;
export type BackgroundMail = (typeof BACKGROUND_MAILS)[number];

/** Input of the workflow that sends one mail. */
export interface MailInput {
  mail: BackgroundMail;
  /** Id of the link, account, consent, support request or withdrawal that the mail is about. */
  id: string;
}

/** Workflow id of a mail: the same mail about the same thing is sent once. */
export function mailWorkflowId({ mail, id }: MailInput): string {
  return `mail/${mail}/${id}`;
}

/** The message that has one mail sent behind the answer to a request. */
export function mailMessage(input: MailInput): WorkflowMessage {
  return {
    workflowType: WORKFLOWS.mail,
    workflowId: mailWorkflowId(input),
    input,
    summary: `Mail ${input.mail}`,
    search: { kind: 'mail', accountId: null, mode: 'live' },
  };
}

/** Input of the reservation workflow: one for every order, whether it holds an opportunity or not. */
export interface ReservationInput {
  orderId: string;
}

/** That something happened to an order at the payment provider: what to retrieve there. */
export type PaymentHint =
  { about: 'session'; sessionId: string } | { about: 'refund' } | { about: 'dispute'; disputeId: string };

/** Input of the payment workflow; what happened comes by the signal `paymentHint`. */
export interface PaymentInput {
  orderId: string;
  /** How often a refund that is on its way is looked at, beside what events tell. */
  followRefundEveryMs: number;
}

/** The message that starts the reservation of an order, or tells it that its order has changed. */
export function reservationMessage(order: OrderOfMessage, signal?: 'orderChanged'): WorkflowMessage {
  return {
    workflowType: WORKFLOWS.reservation,
    workflowId: `reservation/${order.id}`,
    input: { orderId: order.id } satisfies ReservationInput,
    ...(signal && { signal }),
    summary: `Order ${order.id}: ${order.product} (${order.mode})`,
    search: { kind: order.product, accountId: order.accountId, mode: order.mode as Mode, orderId: order.id },
  };
}

const FOLLOW_REFUND_EVERY_MS = 3_600_000;

/**
 * The message that tells the payment workflow of an order what to look at; it runs only while there is something to do. It follows from
 * what an event says alone, so that taking one costs no look at the order.
 */
export function paymentMessage(order: { id: string; mode: string }, hint: PaymentHint): WorkflowMessage {
  return {
    workflowType: WORKFLOWS.payment,
    workflowId: `payment/${order.id}`,
    input: { orderId: order.id, followRefundEveryMs: FOLLOW_REFUND_EVERY_MS } satisfies PaymentInput,
    signal: SIGNALS.paymentHint,
    signalArgs: [hint],
    restarts: true,
    summary: `Payment of order ${order.id} (${order.mode})`,
    search: { kind: 'payment', accountId: null, mode: order.mode as Mode, orderId: order.id },
  };
}

/** Input of the payout workflow; what happened, and what a reviewer decided, comes by signals. */
export interface PayoutInput {
  withdrawalId: string;
  /** How often a payout is looked at, beside what events tell. */
  followEveryMs: number;
  /** For how long one that was paid is still looked at: a bank may send it back within five business days. */
  followPaidForMs: number;
}

const FOLLOW_PAYOUT_EVERY_MS = 3_600_000;
const FOLLOW_PAID_FOR_MS = 8 * 24 * 3_600_000;

/**
 * The message that starts the payout of a withdrawal, or tells it that something happened: at the provider, or in its review. A workflow that has ended begins anew where the withdrawal
 * stands: a payout can come back long after it was paid.
 */
export function payoutMessage(withdrawal: { id: string; mode: string }, signal?: 'payoutHint'): WorkflowMessage {
  const input: PayoutInput = {
    withdrawalId: withdrawal.id,
    followEveryMs: FOLLOW_PAYOUT_EVERY_MS,
    followPaidForMs: FOLLOW_PAID_FOR_MS,
  };
  return {
    workflowType: WORKFLOWS.payout,
    workflowId: `payout/${withdrawal.id}`,
    input,
    ...(signal && { signal, restarts: true as const }),
    summary: `Withdrawal ${withdrawal.id} (${withdrawal.mode})`,
    search: { kind: 'payout', accountId: null, mode: withdrawal.mode as Mode },
  };
}

interface OrderOfMessage {
  id: string;
  product: string;
  mode: string;
  accountId: string | null;
}

/**
 * What the outbox delivers to Temporal: the start of a workflow, together with a signal where there is one (signal with
 * start, so that neither order nor repetition matters).
 */
export interface WorkflowMessage {
  workflowType: (typeof WORKFLOWS)[keyof typeof WORKFLOWS];
  workflowId: string;
  /** What the workflow takes: ids, counts and durations only. */
  input: object;
  signal?: (typeof SIGNALS)[keyof typeof SIGNALS];
  /** What the signal carries: ids, and the words of an operator. */
  signalArgs?: unknown[];
  /** A workflow that ends when nothing is left to do, and begins anew when it is signalled again. */
  restarts?: true;
  /** Shown in Temporal Web above the workflow; at most 400 bytes, no personal data. */
  summary: string;
  search: WorkflowSearch;
}

/** What operators find a workflow by. `accountId` is null while nobody is known to be behind it. */
export interface WorkflowSearch {
  kind: string;
  accountId: string | null;
  mode: Mode;
  runId?: string;
  orderId?: string;
}
