import type { RunFailureCode } from './run-failures';

/**
 * Failure types of activities, shown in Temporal Web like the codes in `run-failures.ts`. Each provider has its own
 * types. Recorded histories contain these values.
 */
export const ACTIVITY_FAILURES = {
  /** A restored database has lost the run's outcome: the run is open again or was never started. */
  outcomeLost: 'outcome_lost',
  /** The agent provider refuses all work (spend limit reached or key rejected); the work waits for an operator. */
  agentAccountStopped: 'agent_account_stopped',
  /** The mail provider is unreachable or limits our rate; retried. */
  mailUnavailable: 'mail_unavailable',
  /** The mail provider rejected the mail; permanent. */
  mailRefused: 'mail_refused',

  /** The alert receiver did not accept the alert; retried. */
  alertNotAccepted: 'alert_not_accepted',

  /** The payment provider is unreachable or limits our rate; retried. */
  paymentUnavailable: 'payment_unavailable',
  /** The payment provider rejected the call or does not know the object; an operator must investigate. */
  paymentRefused: 'payment_refused',
  /** The payment provider rejected the key; retried until an operator replaces it. */
  paymentKeyRefused: 'payment_key_refused',
  /** Payments in this mode have no key; retried until an operator sets one. */
  paymentNotConfigured: 'payment_not_configured',
  /** The payment is disputed, which blocks its refund for now; retried. */
  paymentDisputed: 'payment_disputed',
  /** Our balance at the payment provider is too low for the transfer; retried until there is enough. */
  paymentInsufficientFunds: 'payment_insufficient_funds',

  /** The account that requested the withdrawal is suspended; retried until an operator resumes it. */
  accountSuspended: 'account_suspended',

  /** There is no record of this account's erasure, because a database restore lost it. */
  erasureNotFound: 'erasure_not_found',
  /** The erased account still has running work or open sessions; retried. */
  erasureUnfinished: 'erasure_unfinished',
  orderNotFound: 'order_not_found',
  scanNotFound: 'scan_not_found',
  withdrawalNotFound: 'withdrawal_not_found',
  deliveryNotFound: 'not_found',
  webhookDisabled: 'disabled',
  webhooksNotConfigured: 'service_not_configured',
} as const;

export type ActivityFailureType = (typeof ACTIVITY_FAILURES)[keyof typeof ACTIVITY_FAILURES] | RunFailureCode;
