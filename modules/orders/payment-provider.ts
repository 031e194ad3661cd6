import type { Mode } from '../../base/access';
import type { BalanceMovement, Money } from '../../base/money';
import type { DisputeStatus } from '../ledger/contract';
import type { BookedObject, BookKind } from './provider-books';

/** Money as the provider reports it: minor units of any currency. */
export interface ReportedMoney {
  amount: number;
  currency: string;
}

/** Input for the checkout session of an order. The same input returns the same session. */
export interface CheckoutOrder {
  orderId: string;
  /** Counts from 1. Another attempt can differ, for example in its end, and creates another session. */
  attempt: number;
  mode: Mode;
  /** Product name shown at checkout. */
  product: string;
  price: Money;
  /** 30 minutes to 24 hours ahead; computed once and stored, so that retries send the same value. */
  expiresAt: Date;
  /** Moment until which the order is held, where that is before `expiresAt`: checkout says so; else null. */
  heldUntil: Date | null;
  /** Page after the payment, without a query: it is called with the session's id as `session_id`. */
  successUrl: string;
  cancelUrl: string;
  /** Address of the buyer's account, which checkout then shows and keeps; null for a buyer without one. */
  customerEmail: string | null;
}

/** Tax and invoices of checkout sessions. */
export interface CheckoutTerms {
  /** Tax that the provider calculates and collects, added to our prices or part of them; null if it collects none. */
  tax: { behavior: 'exclusive' | 'inclusive'; code: string } | null;
  /** True if each payment gets a numbered invoice. */
  invoices: boolean;
}

/** Numbered invoice of a payment. Its addresses expire 30 days after it was made, or 10 after it was retrieved. */
export interface Invoice {
  id: string;
  number: string;
  /** Address of its page at the provider. */
  url: string | null;
  pdfUrl: string | null;
}

export interface CheckoutSession {
  id: string;
  mode: Mode;
  /** From our metadata; null if the session is not ours. */
  orderId: string | null;
  status: 'open' | 'complete' | 'expired';
  /** True once the money has arrived. A complete but unpaid session waits for a bank. */
  paid: boolean;
  /** True once a payment that a bank had to confirm failed. The session is complete then: nobody can pay it again. */
  paymentFailed: boolean;
  paymentId: string | null;
  /** When its payment was made, by the provider's clock, in whole seconds; null before, or if it was not retrieved. */
  paidAt: Date | null;
  /** Sum to pay, with tax. */
  total: ReportedMoney;
  /** Price before tax that is added to it, in minor units. */
  subtotal: number;
  /** Tax in `total`, in minor units. */
  tax: number;
  /** Null without invoices, and until the provider has made it: that can be a moment after the payment. */
  invoice: Invoice | null;
  /** URL of the checkout while it is open. */
  url: string | null;
  expiresAt: Date;
  email: string | null;
  /** Movement by which the payment arrived; null before, or while the provider has not said. */
  arrival: BalanceMovement | null;
}

/**
 * Outcome of expiring a session. Only `expired` guarantees that no one can pay it; `complete` means that someone has
 * paid or is about to; `open` is undecided and must be retried.
 */
export interface SessionEnd {
  outcome: 'expired' | 'complete' | 'open';
  session: CheckoutSession;
}

/** Payment of which everything that is owed is to be refunded. */
export interface RefundRequest {
  orderId: string;
  mode: Mode;
  paymentId: string;
  /** Counts from 1. Another attempt makes another refund: an operator asked for it after one had failed. */
  attempt: number;
  /** Minor units; all that the provider has left if not given. It does not count what lost disputes took. */
  amount?: number;
  reason?: 'duplicate' | 'requested_by_customer' | 'fraudulent';
}

/** Current state of a refund. `succeeded` can still become `failed`. */
export interface Refund {
  id: string;
  mode: Mode;
  /** From our metadata; null for a refund made in the provider's dashboard. */
  orderId: string | null;
  /** Number of our refund of the payment; null as `orderId` is. */
  attempt: number | null;
  paymentId: string | null;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
  total: ReportedMoney;
  failureReason: string | null;
  createdAt: Date;
}

export interface Payment {
  id: string;
  mode: Mode;
  orderId: string | null;
  succeeded: boolean;
  received: ReportedMoney;
  refundedAmount: number;
  /** True if it was ever disputed, whatever the outcome. */
  disputed: boolean;
}

/** Current state of a dispute or inquiry, by where its money is. */
export interface Dispute {
  id: string;
  mode: Mode;
  orderId: string | null;
  paymentId: string | null;
  status: DisputeStatus;
  /** True if the provider still refunds the payment. */
  refundable: boolean;
  total: ReportedMoney;
  /** Reason given by the cardholder, such as `fraudulent`. */
  reason: string;
  /** Until then evidence has to be submitted; null if it was, or the bank takes none. */
  evidenceDueAt: Date | null;
  openedAt: Date;
  /** Money that the dispute took from our balance and that came back; an inquiry takes none. */
  movements: BalanceMovement[];
}

/** Early fraud warning of a card's bank about a payment. */
export interface FraudWarning {
  id: string;
  mode: Mode;
  orderId: string | null;
  paymentId: string | null;
  /** The bank's word, such as `made_with_stolen_card`. */
  fraudType: string;
  /** False if the payment is disputed or was refunded in full. */
  actionable: boolean;
}

/** Operations on the accounts of contributors at the provider. */
export interface ConnectedAccounts {
  /**
   * Opens a contributor's account, with payouts by hand only, and returns its id: the one that is there already, whatever
   * its country. `replaces` is an earlier account that is gone. Calls for one contributor must not overlap.
   */
  create(contributor: {
    mode: Mode;
    accountId: string;
    email: string;
    country: string;
    replaces?: string | null;
  }): Promise<string>;
  /** Facts of the platform's own account that payouts depend on. */
  retrievePlatform(mode: Mode): Promise<PlatformAccount>;
  /** URL of the identity verification; valid once and for minutes. */
  onboardingUrl(
    mode: Mode,
    connectedAccountId: string,
    back: { returnUrl: string; refreshUrl: string },
  ): Promise<string>;
  /** @throws PaymentsError `account_gone` */
  retrieve(mode: Mode, connectedAccountId: string): Promise<ConnectedAccount>;
  /**
   * Transfers a withdrawal's money to the account. Idempotent: looks for an earlier transfer first.
   *
   * @throws PaymentsError `account_gone`
   */
  transfer(withdrawal: WithdrawalOrder): Promise<Transfer>;
  /** Finds the transfer of a withdrawal, preferring one that is not reversed; null if there is none. */
  findTransfer(mode: Mode, withdrawalId: string): Promise<Transfer | null>;
  /** All transfers of a withdrawal, the oldest first. More than one only if the provider completed a failed one later. */
  listTransfers(mode: Mode, withdrawalId: string): Promise<Transfer[]>;
  /** Reverses what is left of a transfer. Idempotent. */
  reverseTransfer(withdrawal: WithdrawalOrder, transferId: string): Promise<void>;
  /**
   * Money that a transfer brought to the account: in the account's currency, without the provider's fee.
   *
   * @throws PaymentsError `account_gone`
   */
  retrieveArrival(withdrawal: WithdrawalOrder, transferId: string): Promise<Arrival>;
  /** Pays the money that arrived out from the account to its bank. Idempotent. @throws PaymentsError `account_gone` */
  payOut(withdrawal: WithdrawalOrder, money: ReportedMoney): Promise<Payout>;
  /** Finds the payout of a withdrawal; null if none was made. @throws PaymentsError `account_gone` */
  findPayout(withdrawal: WithdrawalOrder): Promise<Payout | null>;
  /** Cancels a payout that the bank has not begun. @throws PaymentsError `rejected` if it has, `account_gone` */
  cancelPayout(mode: Mode, connectedAccountId: string, payoutId: string): Promise<void>;
  /** @throws PaymentsError `account_gone` */
  retrievePayout(mode: Mode, connectedAccountId: string, payoutId: string): Promise<Payout>;
}

interface ConnectedAccount {
  id: string;
  /** ISO 3166-1, upper case. */
  country: string;
  /** Currency that it is paid out in, ISO 4217 in lower case; null until the provider knows. */
  currency: string | null;
  /** True if transfers reach it and it can pay them out. */
  payoutsEnabled: boolean;
}

/** The platform's own account at the provider. */
export interface PlatformAccount {
  /** ISO 3166-1, upper case. */
  country: string;
  /** Currencies in which it keeps its sales; ISO 4217, lower case. */
  currencies: string[];
  /** Schedule of the payouts to the platform's own bank: `manual`, `daily`, … */
  payoutInterval: string;
  /** Connected accounts of ours, of the first 200, that the provider pays out by a schedule of its own. */
  scheduledAccounts: string[];
}

/** Withdrawal to transfer or pay out. */
export interface WithdrawalOrder {
  mode: Mode;
  withdrawalId: string;
  connectedAccountId: string;
  amount: Money;
  /**
   * Number of refused attempts. The provider repeats a refusal for 24 hours under the same idempotency key, so the next
   * attempt needs another key; a refused request can no longer succeed.
   */
  refusals: number;
}

export interface Transfer {
  id: string;
  /** Connected account that received it. */
  destination: string;
  total: ReportedMoney;
  /** Minor units of what was taken back, by us or by hand. */
  amountReversed: number;
  reversed: boolean;
}

/** Money of a transfer at its account. */
export interface Arrival {
  money: ReportedMoney;
  /** From when it can be paid out. */
  availableAt: Date;
}

/** Payout to a bank. `paid` can still become `failed` within five business days. */
export interface Payout {
  id: string;
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  total: ReportedMoney;
  failureCode: string | null;
  arrivesAt: Date;
}

/** Part of the provider's books. */
export interface BooksQuery {
  mode: Mode;
  kind: BookKind;
  /** Objects created from here until there, both included to the second. */
  from: Date;
  until: Date;
  /** Continues after this object, the last one of the page before. */
  after: string | null;
  /** Owner of payouts, destination of transfers. */
  connectedAccountId?: string;
}

/** One page of the provider's books, newest first. */
export interface BooksPage {
  objects: BookedObject[];
  /** Where the next page continues; null at the end. */
  next: string | null;
}

/** Part of the provider's events. */
export interface EventsQuery {
  mode: Mode;
  /** Made from here … */
  from: Date;
  /** … until here; default: now. Both to the second. */
  until?: Date;
  /** Those only that our endpoint did not take. */
  undelivered?: boolean;
  /** Whose events; default: our own account. @throws PaymentsError `account_gone` */
  connectedAccountId?: string;
}

/** Reading of the provider's books. Failures are thrown as PaymentsError. */
export interface ProviderBooks {
  /** Reads a page of at most 100 objects. Charges that did not succeed are left out. */
  list(query: BooksQuery): Promise<BooksPage>;
  /** Retrieves one object; null if the provider has none with this id. */
  retrieve(object: Pick<BookedObject, 'mode' | 'kind' | 'id' | 'connectedAccountId'>): Promise<BookedObject | null>;
  /** Finds the charge of a payment that succeeded; null if there is none. */
  findCharge(mode: Mode, paymentId: string): Promise<BookedObject | null>;
  /** Finds the checkout session of a payment; null if it has none. */
  findSession(mode: Mode, paymentId: string): Promise<string | null>;
}

/** Payment provider. Failures are thrown as {@link PaymentsError}. */
export interface Payments {
  /** Modes that have a key. */
  readonly modes: readonly Mode[];
  /** True if each payment gets a numbered invoice. */
  readonly invoices: boolean;
  /** Origin of the hosted checkout, to which our forms lead. */
  readonly checkoutOrigin: string;
  createCheckoutSession(order: CheckoutOrder): Promise<CheckoutSession>;
  /** Settings of the provider without which it refuses our checkouts with tax; null if ours have none. */
  missingForTax(mode: Mode): Promise<string[] | null>;
  retrieveSession(mode: Mode, sessionId: string): Promise<CheckoutSession>;
  expireSession(mode: Mode, sessionId: string): Promise<SessionEnd>;
  /** Retrieves an invoice, with addresses that are valid for ten days at least; null until it has its number. */
  retrieveInvoice(mode: Mode, invoiceId: string): Promise<Invoice | null>;
  /**
   * Refunds what is left of a payment, or an amount. Idempotent for each attempt: its refund is returned in any state.
   * Where nothing is left, the refund that returned it is returned.
   *
   * @throws PaymentsError `disputed` where the provider makes none because of a dispute, which can have ended
   */
  refund(request: RefundRequest): Promise<Refund>;
  /** Lists the refunds of a payment, whoever made them, newest first; empty for an unknown payment. */
  listRefunds(mode: Mode, paymentId: string): Promise<Refund[]>;
  retrievePayment(mode: Mode, paymentId: string): Promise<Payment>;
  retrieveDispute(mode: Mode, disputeId: string): Promise<Dispute>;
  /** Lists the disputes of a payment, of which each can be over a part, newest first. */
  listDisputes(mode: Mode, paymentId: string): Promise<Dispute[]>;
  retrieveFraudWarning(mode: Mode, warningId: string): Promise<FraudWarning>;
  /** Events that we handle, newest first, read page by page: all that the provider keeps, which is 30 days. */
  events(query: EventsQuery): AsyncIterable<ProviderEvent>;
  /** Verifies and parses a webhook; null if it is not for us. @throws WebhookRefused if it is not authentic */
  verifyWebhook(rawBody: Buffer | string, signatureHeader: string | undefined): ProviderEvent | null;
  /** True if the metadata of an object names another deployment on the same provider account. */
  isForeign(object: { deploymentId: string | null }): Promise<boolean>;
  /** Identity of this deployment in the metadata of what it creates. */
  deploymentId(): Promise<string>;
  readonly connected: ConnectedAccounts;
  readonly books: ProviderBooks;
}

/**
 * Meaning of a failure: `unavailable` and `rate_limited` are retryable, with the same idempotency key if the request may
 * have taken effect. `not_configured`: the mode has no key; `key_refused`: the provider does not know ours; `not_permitted`:
 * ours lacks the right; `account_gone`: a connected account is closed or disconnected. The others are permanent.
 */
export type PaymentsErrorKind =
  | 'unavailable'
  | 'rate_limited'
  | 'not_found'
  | 'disputed'
  | 'insufficient_funds'
  | 'not_configured'
  | 'key_refused'
  | 'not_permitted'
  | 'account_gone'
  | 'rejected';

/** Failure of the payment provider, classified by {@link PaymentsErrorKind}. */
export class PaymentsError extends Error {
  constructor(
    readonly kind: PaymentsErrorKind,
    message: string,
    /** Wait requested by the provider in milliseconds; null if none. */
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'PaymentsError';
  }
}

/** Rejected webhook: invalid signature, time out of tolerance, wrong mode, or malformed. */
export class WebhookRefused extends Error {
  constructor(readonly reason: 'signature' | 'timestamp' | 'mode' | 'malformed') {
    super(`Webhook refused: ${reason}`);
    this.name = 'WebhookRefused';
  }
}

/** What an event of the payment provider is about (`payment_events.about`). */
export type EventAbout = 'session' | 'invoice' | 'refund' | 'dispute' | 'fraud_warning' | 'transfer' | 'payout';

/**
 * Notification that an object changed at the payment provider, in our words. The object must be retrieved; the event's
 * copy is not used.
 */
export interface ProviderEvent {
  /** Provider's id, by which a repetition is known. */
  eventId: string;
  about: EventAbout;
  mode: Mode;
  /** The object, by the provider's id; null if it has none. */
  objectId: string | null;
  /** From our metadata on the object; null if absent. */
  orderId: string | null;
  /** Deployment that created the object, from its metadata; null if absent. */
  deploymentId: string | null;
  /** From our metadata on a transfer or payout; null if absent. */
  withdrawalId: string | null;
  /** Payment of the object; null if it names none. */
  paymentId: string | null;
  createdAt: Date;
  /** Connected account of the event; null for our own account. */
  connectedAccountId: string | null;
}
