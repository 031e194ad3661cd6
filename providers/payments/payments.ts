import type { Mode } from '../../contracts/access';
import type { Money } from '../../contracts/money';

/** Money as the provider reports it: minor units, and a currency that need not be ours. */
interface ReportedMoney {
  amount: number;
  currency: string;
}

/** What is needed to ask a customer for the money of an order. Sent again unchanged it gives the same session. */
export interface CheckoutOrder {
  orderId: string;
  /** Counts from 1: another attempt may say something else, such as a later end, and is another session. */
  attempt: number;
  mode: Mode;
  /** What the customer reads on the checkout. */
  product: string;
  price: Money;
  /** 30 minutes to 24 hours ahead; computed once and stored, so that a retry sends the same. */
  expiresAt: Date;
  /** `{CHECKOUT_SESSION_ID}` in it is replaced by the provider. */
  successUrl: string;
  cancelUrl: string;
  customerEmail?: string | null;
}

/** A checkout session as it is now. */
export interface CheckoutSession {
  id: string;
  mode: Mode;
  /** From our metadata; null where the session is none of ours. */
  orderId: string | null;
  status: 'open' | 'complete' | 'expired';
  /** The money is there. A complete session that is not paid waits for a bank. */
  paid: boolean;
  paymentIntentId: string | null;
  total: ReportedMoney;
  /** Address of the checkout while it is open. */
  url: string | null;
  expiresAt: Date;
  email: string | null;
}

/**
 * What became of the wish to end a session. Only `expired` says that nobody can pay it any more; `complete` means that somebody
 * did or is about to; `open` that nothing is decided and it has to be asked again.
 */
export interface SessionEnd {
  outcome: 'expired' | 'complete' | 'open';
  session: CheckoutSession;
}

/** A payment to give back, as a whole. */
export interface RefundRequest {
  orderId: string;
  mode: Mode;
  paymentIntentId: string;
  reason?: 'duplicate' | 'requested_by_customer';
}

/** A refund as it is now. `succeeded` can still become `failed`. */
export interface Refund {
  id: string;
  mode: Mode;
  orderId: string | null;
  paymentIntentId: string | null;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
  total: ReportedMoney;
  failureReason: string | null;
  createdAt: Date;
}

/** A payment as it is now. */
export interface Payment {
  id: string;
  mode: Mode;
  orderId: string | null;
  succeeded: boolean;
  received: ReportedMoney;
  refundedAmount: number;
  /** It has been disputed at some time, whatever became of that. */
  disputed: boolean;
}

/** A dispute as it is now. An inquiry counts as one. */
export interface Dispute {
  id: string;
  mode: Mode;
  orderId: string | null;
  paymentIntentId: string | null;
  status: 'open' | 'won' | 'lost';
  openedAt: Date;
}

/** That something has happened to an object, to be retrieved; the event's own copy of it is not used. */
export interface WebhookHint {
  eventId: string;
  type: string;
  /** null where the object has no id. */
  objectId: string | null;
  /** From our metadata on the object; null where it carries none. */
  orderId: string | null;
  /** Likewise of a transfer or payout. */
  withdrawalId: string | null;
  /** The payment that the object belongs to; null where it names none. */
  paymentIntentId: string | null;
  livemode: boolean;
  createdAt: Date;
  /** The connected account that it happened to; null for our own. */
  connectedAccountId: string | null;
}

/** What is done with the accounts of contributors at the provider. */
export interface ConnectedAccounts {
  /** The account of a contributor; the same one when called again within 24 hours. Returns its id. */
  create(contributor: { mode: Mode; accountId: string; email: string; country: string }): Promise<string>;
  /** Address where the contributor proves who they are; usable once and for minutes. */
  onboardingUrl(
    mode: Mode,
    connectedAccountId: string,
    back: { returnUrl: string; refreshUrl: string },
  ): Promise<string>;
  retrieve(mode: Mode, connectedAccountId: string): Promise<ConnectedAccount>;
  /** Moves a withdrawal's money to the account, once; looks for an earlier transfer first. */
  transfer(withdrawal: WithdrawalOrder): Promise<Transfer>;
  /** The transfer of a withdrawal; null where there is none. */
  findTransfer(mode: Mode, withdrawalId: string): Promise<Transfer | null>;
  /** Takes a transfer back, once. */
  reverseTransfer(withdrawal: WithdrawalOrder, transferId: string): Promise<void>;
  /** Sends a withdrawal's money from the account to its bank, once. */
  payOut(withdrawal: WithdrawalOrder): Promise<Payout>;
  retrievePayout(mode: Mode, connectedAccountId: string, payoutId: string): Promise<Payout>;
}

/** A contributor's account at the provider. */
interface ConnectedAccount {
  id: string;
  payoutsEnabled: boolean;
  detailsSubmitted: boolean;
}

/** A withdrawal on its way. */
export interface WithdrawalOrder {
  mode: Mode;
  withdrawalId: string;
  connectedAccountId: string;
  amount: Money;
  /**
   * How many tries were refused. The provider repeats a refusal for 24 hours under the same idempotency key, so what is tried after one
   * is another request; a refused one can no longer succeed.
   */
  refusals: number;
}

/** Money moved to a connected account. */
export interface Transfer {
  id: string;
  total: ReportedMoney;
  reversed: boolean;
}

/** Money on its way to a bank. `paid` can still become `failed`, within five business days. */
export interface Payout {
  id: string;
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  total: ReportedMoney;
  failureCode: string | null;
  arrivesAt: Date;
}

/** Payments through a provider. Failures are thrown as {@link PaymentsError}. */
export interface Payments {
  /** The modes that there are keys for. */
  readonly modes: readonly Mode[];
  createCheckoutSession(order: CheckoutOrder): Promise<CheckoutSession>;
  retrieveSession(mode: Mode, sessionId: string): Promise<CheckoutSession>;
  expireSession(mode: Mode, sessionId: string): Promise<SessionEnd>;
  /**
   * Gives a payment back, once: a refund that is there already is returned, in whatever state it is. One that failed is not tried
   * again by itself.
   *
   * @throws PaymentsError `disputed` while the payment is contested or lost
   */
  refund(request: RefundRequest): Promise<Refund>;
  /** The refund of a payment; one that holds before one that failed; null where there is none. */
  findRefund(mode: Mode, paymentIntentId: string): Promise<Refund | null>;
  retrieveRefund(mode: Mode, refundId: string): Promise<Refund>;
  retrievePayment(mode: Mode, paymentIntentId: string): Promise<Payment>;
  retrieveDispute(mode: Mode, disputeId: string): Promise<Dispute>;
  /** Events of our own account that no webhook brought, since then, oldest first; at most 1,000 of the latest. */
  listUndeliveredEvents(mode: Mode, since: Date): Promise<WebhookHint[]>;
  /** Reads a webhook. @throws WebhookRefused where it is not to be believed */
  verifyWebhook(rawBody: Buffer | string, signatureHeader: string | undefined): WebhookHint;
  readonly connected: ConnectedAccounts;
}

/**
 * What a failure means for the caller: `unavailable` and `rate_limited` can be tried again, with the same idempotency key where it
 * may have been acted upon; `not_configured` says that there is no key for the mode, `key_refused` that the provider does
 * not take ours; the others do not change by repeating.
 */
export type PaymentsErrorKind =
  | 'unavailable'
  | 'rate_limited'
  | 'not_found'
  | 'disputed'
  | 'insufficient_funds'
  | 'not_configured'
  | 'key_refused'
  | 'rejected';

/** A failure of the payment provider, told apart by what can be done about it. */
export class PaymentsError extends Error {
  constructor(
    readonly kind: PaymentsErrorKind,
    message: string,
    /** Milliseconds that the provider asks to wait; null where it says nothing. */
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'PaymentsError';
  }
}

/** A webhook that is not to be believed: not signed by the provider, too old or too new, of the wrong mode, or unreadable. */
export class WebhookRefused extends Error {
  constructor(readonly reason: 'signature' | 'timestamp' | 'mode' | 'malformed') {
    super(`Webhook refused: ${reason}`);
    this.name = 'WebhookRefused';
  }
}
