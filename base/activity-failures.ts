import type { RunFailureCode } from './run-failures';

/**
 * Failure types of activities, as Temporal Web shows them, in addition to the codes in `run-failures.ts`. A failure of
 * one provider is never reported as another's. Recorded histories contain these values.
 */
export const ACTIVITY_FAILURES = {
  /** End of a run that is open again, or that never began: a restore of the database undid it. */
  outcomeLost: 'outcome_lost',
  /** Agent provider refuses all work (spend limit, refused key); the work waits for an operator. */
  agentAccountStopped: 'agent_account_stopped',
  /** Mail provider unreachable or rate limiting us; retried. */
  mailUnavailable: 'mail_unavailable',
  /** Mail rejected by the mail provider; permanent. */
  mailRefused: 'mail_refused',

  /** Alert not accepted by the receiver of alerts; retried. */
  alertNotAccepted: 'alert_not_accepted',

  /** Payment provider unreachable or rate limiting us; retried. */
  paymentUnavailable: 'payment_unavailable',
  /** Call refused by the payment provider, or its object unknown; needs a person. */
  paymentRefused: 'payment_refused',
  /** Key refused by the payment provider; retried until an operator replaces it. */
  paymentKeyRefused: 'payment_key_refused',
  /** No key for the mode; retried until an operator sets one. */
  paymentNotConfigured: 'payment_not_configured',
  /** Payment disputed, which blocks its refund for now; retried. */
  paymentDisputed: 'payment_disputed',
  /** Balance at the payment provider too low for the transfer; retried until it suffices. */
  paymentInsufficientFunds: 'payment_insufficient_funds',

  /** Account of a withdrawal suspended; retried until an operator resumes it. */
  accountSuspended: 'account_suspended',

  /** No erasure of the account has begun: a restore of the database undid it. */
  erasureNotFound: 'erasure_not_found',
  /** Work or sessions of an erased account are left; retried. */
  erasureUnfinished: 'erasure_unfinished',
  orderNotFound: 'order_not_found',
  scanNotFound: 'scan_not_found',
  withdrawalNotFound: 'withdrawal_not_found',
  deliveryNotFound: 'not_found',
  webhookDisabled: 'disabled',
  webhooksNotConfigured: 'service_not_configured',
} as const;

export type ActivityFailureType = (typeof ACTIVITY_FAILURES)[keyof typeof ACTIVITY_FAILURES] | RunFailureCode;
