import type { RunFailureCode } from './run-failures';

/**
 * Failure types of activities as Temporal Web shows them, in addition to the codes in `run-failures.ts`. A failure of
 * one provider is never reported as another's. Recorded histories contain these values.
 */
export const ACTIVITY_FAILURES = {
  /** The run is open again or was never started, because a restored database lost its end. */
  outcomeLost: 'outcome_lost',
  /** The agent provider refuses all work (spend limit, refused key); the work waits for an operator. */
  agentAccountStopped: 'agent_account_stopped',
  /** The mail provider is unreachable or rate limits us; retried. */
  mailUnavailable: 'mail_unavailable',
  /** The mail provider rejected the mail; permanent. */
  mailRefused: 'mail_refused',

  /** The alert receiver did not accept the alert; retried. */
  alertNotAccepted: 'alert_not_accepted',

  /** The payment provider is unreachable or rate limits us; retried. */
  paymentUnavailable: 'payment_unavailable',
  /** The payment provider refused the call or does not know the object; needs a person. */
  paymentRefused: 'payment_refused',
  /** The payment provider refused the key; retried until an operator replaces it. */
  paymentKeyRefused: 'payment_key_refused',
  /** The mode has no key; retried until an operator sets one. */
  paymentNotConfigured: 'payment_not_configured',
  /** The payment is disputed, which blocks its refund for now; retried. */
  paymentDisputed: 'payment_disputed',
  /** Our balance at the payment provider is too low for the transfer; retried until it suffices. */
  paymentInsufficientFunds: 'payment_insufficient_funds',

  /** The account of the withdrawal is suspended; retried until an operator resumes it. */
  accountSuspended: 'account_suspended',

  /** No erasure of this account is recorded: a database restore lost it. */
  erasureNotFound: 'erasure_not_found',
  /** Work or sessions of an erased account remain; retried. */
  erasureUnfinished: 'erasure_unfinished',
  orderNotFound: 'order_not_found',
  scanNotFound: 'scan_not_found',
  withdrawalNotFound: 'withdrawal_not_found',
  deliveryNotFound: 'not_found',
  webhookDisabled: 'disabled',
  webhooksNotConfigured: 'service_not_configured',
} as const;

export type ActivityFailureType = (typeof ACTIVITY_FAILURES)[keyof typeof ACTIVITY_FAILURES] | RunFailureCode;
