import type { Mode } from '../../base/access';
import type { BalanceMovement, Money } from '../../base/money';
import type { DisputeStatus } from '../ledger/contract';
import type { BookedObject, BookKind } from './provider-books';

/** Money as the provider reports it, in minor units of any currency. */
export interface ReportedMoney {
  amount: number;
  currency: string;
}

/** Input for an order's checkout session. The same input returns the same session. */
export interface CheckoutOrder {
  orderId: string;
  /** Counts from 1. A new attempt creates another session, which can end at a different time. */
  attempt: number;
  mode: Mode;
  product: string;
  price: Money;
  /** Between 30 minutes and 24 hours from now. Computed once and stored, so that retries send the same value. */
  expiresAt: Date;
  /** End of the hold if that is before `expiresAt`, so that the checkout page can show it; otherwise null. */
  heldUntil: Date | null;
  /** Page shown after payment, without a query string. The provider appends the session's id as `session_id`. */
  successUrl: string;
  cancelUrl: string;
  /** Email address of the buyer's account; null without an account. The buyer cannot change it at checkout. */
  customerEmail: string | null;
}

export interface CheckoutTerms {
  /** Tax that the provider calculates and collects, added to our prices or included in them; null for no tax. */
  tax: { behavior: 'exclusive' | 'inclusive'; code: string } | null;
  invoices: boolean;
}

/** Numbered invoice of a payment. Its URLs expire 30 days after its creation, or 10 days after we read it. */
export interface Invoice {
  id: string;
  number: string;
  /** URL of the invoice's page at the provider. */
  url: string | null;
  pdfUrl: string | null;
}

export interface CheckoutSession {
  id: string;
  mode: Mode;
  /** Order id from the metadata that we set; null if the session is not ours. */
  orderId: string | null;
  status: 'open' | 'complete' | 'expired';
  /** True once the money has arrived. A session can be complete but unpaid until the bank confirms the payment. */
  paid: boolean;
  /** True once the bank has refused a payment. The session is then complete, and nobody can pay again. */
  paymentFailed: boolean;
  paymentId: string | null;
  /** Time of the payment by the provider's clock, in whole seconds; null before payment, or if not read. */
  paidAt: Date | null;
  /** Amount to pay, including tax. */
  total: ReportedMoney;
  /** Price in minor units, excluding any tax added on top. */
  subtotal: number;
  /** Tax included in `total`, in minor units. */
  tax: number;
  /** Null if invoices are off, or if the provider has not created the invoice yet (shortly after the payment). */
  invoice: Invoice | null;
  /** URL of the checkout while it is open. */
  url: string | null;
  expiresAt: Date;
  email: string | null;
  /** Balance movement of the payment; null until the provider reports it. */
  arrival: BalanceMovement | null;
}

/** Result of ending a session. `expired`: nobody can pay anymore. `complete`: paid or about to be. `open`: retry. */
export interface SessionEnd {
  outcome: 'expired' | 'complete' | 'open';
  session: CheckoutSession;
}

/** Refunds `amount` of a payment, or everything not yet returned. */
export interface RefundRequest {
  orderId: string;
  mode: Mode;
  paymentId: string;
  /** Counts from 1. Each attempt creates another refund. After a failure, an operator requests the next attempt. */
  attempt: number;
  /** In minor units. By default, everything that the provider can still refund, including money lost in disputes. */
  amount?: number;
  reason?: 'duplicate' | 'requested_by_customer' | 'fraudulent';
}

/** Current state of a refund. A refund that `succeeded` can still become `failed`. */
export interface Refund {
  id: string;
  mode: Mode;
  /** Order id from the metadata that we set; null for refunds made in the provider's dashboard. */
  orderId: string | null;
  /** Number of our refund attempt for the payment; null if `orderId` is null. */
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
  /** True if the payment was ever disputed, even if we won. */
  disputed: boolean;
}

/** Current state of a dispute or inquiry, determined by where the disputed money is. */
export interface Dispute {
  id: string;
  mode: Mode;
  orderId: string | null;
  paymentId: string | null;
  status: DisputeStatus;
  /** True if the provider still allows refunds of the payment. */
  refundable: boolean;
  total: ReportedMoney;
  /** Reason given by the cardholder, such as `fraudulent`. */
  reason: string;
  /** Deadline to submit evidence; null if we submitted it, or if the bank does not accept any. */
  evidenceDueAt: Date | null;
  openedAt: Date;
  /** Money that the dispute took from our balance or returned to it; an inquiry does not move any. */
  movements: BalanceMovement[];
}

/** Early fraud warning about a payment, from the bank of the card. */
export interface FraudWarning {
  id: string;
  mode: Mode;
  orderId: string | null;
  paymentId: string | null;
  /** Kind of fraud in the bank's words, such as `made_with_stolen_card`. */
  fraudType: string;
  /** False if the payment is disputed or was refunded in full. */
  actionable: boolean;
}

/** Operations on contributors' accounts at the provider. */
export interface ConnectedAccounts {
  /**
   * Opens a contributor's account, with manual payouts only, and returns its id. If the contributor already has an
   * account, even in another country, returns that one. `replaces` is an earlier account that is now closed. Calls for
   * one contributor must not overlap.
   */
  create(contributor: {
    mode: Mode;
    accountId: string;
    email: string;
    country: string;
    replaces?: string | null;
  }): Promise<string>;
  /** Reads the settings of the platform's own account that payouts depend on. */
  retrievePlatform(mode: Mode): Promise<PlatformAccount>;
  /** URL of the identity verification. It works once and only for a few minutes. */
  onboardingUrl(
    mode: Mode,
    connectedAccountId: string,
    back: { returnUrl: string; refreshUrl: string },
  ): Promise<string>;
  /** @throws PaymentsError `account_gone` */
  retrieve(mode: Mode, connectedAccountId: string): Promise<ConnectedAccount>;
  /**
   * Transfers a withdrawal's money to the account. Idempotent: looks for an earlier transfer first.
   * @throws PaymentsError `account_gone`
   */
  transfer(withdrawal: WithdrawalOrder): Promise<Transfer>;
  /** Finds the transfer of a withdrawal, preferring one that is not reversed; null if there is no transfer. */
  findTransfer(mode: Mode, withdrawalId: string): Promise<Transfer | null>;
  /** All transfers of a withdrawal, oldest first. There are several only if a failed transfer was completed later. */
  listTransfers(mode: Mode, withdrawalId: string): Promise<Transfer[]>;
  /** Reverses the remaining amount of a transfer. Idempotent. */
  reverseTransfer(withdrawal: WithdrawalOrder, transferId: string): Promise<void>;
  /** Money that reached the account, in its currency and minus the fee. @throws PaymentsError `account_gone` */
  retrieveArrival(withdrawal: WithdrawalOrder, transferId: string): Promise<Arrival>;
  /** Pays the money that arrived from the account to its bank. Idempotent. @throws PaymentsError `account_gone` */
  payOut(withdrawal: WithdrawalOrder, money: ReportedMoney): Promise<Payout>;
  /** Finds the payout of a withdrawal, or null. @throws PaymentsError `account_gone` */
  findPayout(withdrawal: WithdrawalOrder): Promise<Payout | null>;
  /**
   * Cancels a payout that the bank has not started to process. @throws PaymentsError `account_gone`; `rejected` if
   * processing has started
   */
  cancelPayout(mode: Mode, connectedAccountId: string, payoutId: string): Promise<void>;
  /** @throws PaymentsError `account_gone` */
  retrievePayout(mode: Mode, connectedAccountId: string, payoutId: string): Promise<Payout>;
}

interface ConnectedAccount {
  id: string;
  /** ISO 3166-1 in upper case. */
  country: string;
  /** Payout currency, ISO 4217 in lower case; null until the provider knows. */
  currency: string | null;
  /** True if the account can receive transfers and pay them out. */
  payoutsEnabled: boolean;
}

export interface PlatformAccount {
  /** ISO 3166-1 in upper case. */
  country: string;
  /** Currencies in which the platform holds its sales revenue; ISO 4217 in lower case. */
  currencies: string[];
  /** Payout schedule to the platform's own bank: `manual`, `daily`, … */
  payoutInterval: string;
  /** Connected accounts that the provider pays out on its own schedule. Checks the first 200. */
  scheduledAccounts: string[];
}

/** A withdrawal to transfer or pay out. */
export interface WithdrawalOrder {
  mode: Mode;
  withdrawalId: string;
  connectedAccountId: string;
  amount: Money;
  /**
   * Number of refused attempts. The provider repeats a refusal for 24 hours under the same idempotency key, so the
   * next attempt needs another key. This is safe, because a refused request can no longer succeed.
   */
  refusals: number;
}

export interface Transfer {
  id: string;
  /** Connected account that received the transfer. */
  destination: string;
  total: ReportedMoney;
  /** Amount reversed, by us or manually, in minor units. */
  amountReversed: number;
  reversed: boolean;
}

/** Money from a transfer, once it has reached the connected account. */
export interface Arrival {
  money: ReportedMoney;
  /** When the money can be paid out. */
  availableAt: Date;
}

/** Payout to a bank. A `paid` payout can still become `failed` within five business days. */
export interface Payout {
  id: string;
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  total: ReportedMoney;
  failureCode: string | null;
  arrivesAt: Date;
}

export interface BooksQuery {
  mode: Mode;
  kind: BookKind;
  /** Lists objects created from `from` to `until`, both inclusive and in whole seconds. */
  from: Date;
  until: Date;
  /** Last object of the previous page, after which this page starts; null for the first page. */
  after: string | null;
  /** Connected account that owns the payouts or receives the transfers. */
  connectedAccountId?: string;
}

/** One page of the provider's books, newest first. */
export interface BooksPage {
  objects: BookedObject[];
  /** Where the next page starts; null at the end. */
  next: string | null;
}

export interface EventsQuery {
  mode: Mode;
  /** Start of the period in which the events were created, in whole seconds. */
  from: Date;
  /** End of the period, in whole seconds; now by default. */
  until?: Date;
  /** Only events that our endpoint did not accept. */
  undelivered?: boolean;
  /** Account whose events to list; our own by default. @throws PaymentsError `account_gone` */
  connectedAccountId?: string;
}

/** Reads the provider's own records of the objects in {@link BookKind}. Failures are thrown as PaymentsError. */
export interface ProviderBooks {
  /** Reads a page of at most 100 objects, without failed charges. */
  list(query: BooksQuery): Promise<BooksPage>;
  retrieve(object: Pick<BookedObject, 'mode' | 'kind' | 'id' | 'connectedAccountId'>): Promise<BookedObject | null>;
  /** Finds the successful charge of a payment; null if there is none. */
  findCharge(mode: Mode, paymentId: string): Promise<BookedObject | null>;
  /** Finds the checkout session of a payment, or null. */
  findSession(mode: Mode, paymentId: string): Promise<string | null>;
}

/** Payment provider. Failures are thrown as {@link PaymentsError}. */
export interface Payments {
  /** Modes with an API key. */
  readonly modes: readonly Mode[];
  readonly invoices: boolean;
  /** Origin of the hosted checkout, to which our forms redirect. */
  readonly checkoutOrigin: string;
  createCheckoutSession(order: CheckoutOrder): Promise<CheckoutSession>;
  /** Settings that are still missing before the provider accepts checkouts with tax; null if we do not collect tax. */
  missingForTax(mode: Mode): Promise<string[] | null>;
  retrieveSession(mode: Mode, sessionId: string): Promise<CheckoutSession>;
  expireSession(mode: Mode, sessionId: string): Promise<SessionEnd>;
  /** Reads an invoice, with URLs valid for at least ten days; null until the invoice has its number. */
  retrieveInvoice(mode: Mode, invoiceId: string): Promise<Invoice | null>;
  /**
   * Refunds the remaining amount of a payment, or a given amount. Idempotent per attempt: returns that attempt's refund
   * in any state. If nothing remains, returns the existing refund. @throws PaymentsError `disputed` if the provider
   * refuses because of a dispute, even one that has ended
   */
  refund(request: RefundRequest): Promise<Refund>;
  /** Lists all refunds of a payment, both ours and manual ones, newest first. Empty if the payment is unknown. */
  listRefunds(mode: Mode, paymentId: string): Promise<Refund[]>;
  retrievePayment(mode: Mode, paymentId: string): Promise<Payment>;
  retrieveDispute(mode: Mode, disputeId: string): Promise<Dispute>;
  /** Lists the disputes of a payment, newest first. Each dispute may be about only part of the payment. */
  listDisputes(mode: Mode, paymentId: string): Promise<Dispute[]>;
  retrieveFraudWarning(mode: Mode, warningId: string): Promise<FraudWarning>;
  /** Lists the events that we handle, newest first, reading page by page. The provider keeps events for 30 days. */
  events(query: EventsQuery): AsyncIterable<ProviderEvent>;
  /** Verifies and parses a webhook; null if it is not for us. @throws WebhookRefused if it is not authentic */
  verifyWebhook(rawBody: Buffer | string, signatureHeader: string | undefined): ProviderEvent | null;
  /** True if an object's metadata names another deployment on the same provider account. */
  isForeign(object: { deploymentId: string | null }): Promise<boolean>;
  /** Id of this deployment, stored in the metadata of the objects that it creates. */
  deploymentId(): Promise<string>;
  readonly connected: ConnectedAccounts;
  readonly books: ProviderBooks;
}

/**
 * `unavailable` and `rate_limited` can be retried, with the same idempotency key if the request may have taken effect.
 * `key_refused`: unknown key. `not_permitted`: our key lacks the permission. `account_gone`: a connected account is
 * closed or disconnected. The other kinds are permanent.
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

export class PaymentsError extends Error {
  constructor(
    readonly kind: PaymentsErrorKind,
    message: string,
    /** Milliseconds that the provider asks us to wait; null if it does not say. */
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'PaymentsError';
  }
}

/** Thrown for a webhook with an invalid signature, a time out of tolerance, the wrong mode or a malformed body. */
export class WebhookRefused extends Error {
  constructor(readonly reason: 'signature' | 'timestamp' | 'mode' | 'malformed') {
    super(`Webhook refused: ${reason}`);
    this.name = 'WebhookRefused';
  }
}

/** Object that a provider event is about (`payment_events.about`). */
export type EventAbout = 'session' | 'invoice' | 'refund' | 'dispute' | 'fraud_warning' | 'transfer' | 'payout';

/** The provider's notice that an object changed, in our terms. Retrieve the object, as the event's copy may be old. */
export interface ProviderEvent {
  /** The provider's event id, which identifies repeated notices. */
  eventId: string;
  about: EventAbout;
  mode: Mode;
  objectId: string | null;
  /** Order id from the metadata that we set on the object; null if absent. */
  orderId: string | null;
  /** Deployment that created the object, from its metadata; null if absent. */
  deploymentId: string | null;
  /** Withdrawal id from the metadata that we set on a transfer or payout; null if absent. */
  withdrawalId: string | null;
  paymentId: string | null;
  createdAt: Date;
  /** Connected account that the event is about; null for our own account. */
  connectedAccountId: string | null;
}
