import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { Task } from './agenda';

/** Owner of objects: a mode, and the platform (null) or a connected account in it. */
export interface Realm {
  live: boolean;
  account: string | null;
}

/**
 * Object as the vendor's types have it, of the fields that the stand-in keeps. References are ids here, and `Own` narrows
 * what the vendor's type leaves open. `realm` and `hidden` are internal and never leave the stand-in.
 */
type Kept<Vendor extends { id: string; object: string }, Fields extends keyof Vendor, Own = unknown> = Pick<
  Vendor,
  'id' | 'object' | Exclude<Fields, keyof Own>
> &
  Own & { created: number; metadata: Record<string, string>; realm: Realm };

/** Line item of a session. */
export interface LineItem extends Pick<
  Stripe.LineItem,
  'id' | 'amount_discount' | 'amount_subtotal' | 'amount_tax' | 'amount_total'
> {
  object: 'item';
  currency: string;
  description: string;
  quantity: number;
}

/** Part of a tax that one rate makes up, as invoices list it. */
export interface TotalTax {
  amount: number;
  tax_behavior: 'exclusive' | 'inclusive';
  taxability_reason: 'standard_rated' | 'not_collecting' | 'reverse_charge';
  taxable_amount: number;
  type: 'tax_rate_details';
}

/** Checkout session; `url` is set while it is open. */
export type Session = Kept<
  Stripe.Checkout.Session,
  | 'livemode'
  | 'status'
  | 'payment_status'
  | 'expires_at'
  | 'cancel_url'
  | 'url'
  | 'client_reference_id'
  | 'customer_email'
  | 'custom_text'
  | 'customer_creation'
  | 'billing_address_collection'
  | 'ui_mode'
  | 'locale'
  | 'payment_method_types',
  {
    mode: 'payment';
    amount_subtotal: number;
    amount_total: number;
    currency: string;
    payment_intent: string | null;
    success_url: string;
    customer: string | null;
    customer_details: CustomerDetails | null;
    total_details: { amount_discount: number; amount_shipping: number; amount_tax: number };
    automatic_tax: {
      enabled: boolean;
      liability: { type: 'self' } | null;
      provider: 'stripe' | null;
      status: Stripe.Checkout.Session.AutomaticTax.Status | null;
    };
    tax_id_collection: { enabled: boolean; required: 'never' };
    invoice: string | null;
    invoice_creation: { enabled: boolean; invoice_data: { metadata: Record<string, string> } };
    allowed_payment_method_types: string[] | null;
    adaptive_pricing: { enabled: boolean };
    hidden: {
      items: LineItem[];
      intentMetadata: Record<string, string>;
      transferGroup: string | null;
      taxBehavior: 'exclusive' | 'inclusive';
      taxes: TotalTax[];
    };
  }
>;

/** What a payer entered at checkout. */
export interface CustomerDetails {
  email: string;
  name: null;
  phone: null;
  address: Record<'city' | 'country' | 'line1' | 'line2' | 'postal_code' | 'state', string | null> | null;
  tax_exempt: 'none' | 'reverse' | null;
  tax_ids: { type: 'eu_vat'; value: string }[];
}

/** Invoice of a paid session; its number is given by the customer's prefix. */
export type Invoice = Kept<
  Stripe.Invoice,
  | 'livemode'
  | 'status'
  | 'billing_reason'
  | 'collection_method'
  | 'currency'
  | 'customer_email'
  | 'subtotal'
  | 'subtotal_excluding_tax'
  | 'total'
  | 'total_excluding_tax'
  | 'amount_due'
  | 'amount_paid'
  | 'amount_remaining'
  | 'hosted_invoice_url'
  | 'invoice_pdf',
  { number: string; customer: string; total_taxes: TotalTax[]; hidden: { items: LineItem[] } }
>;

export type PaymentIntent = Kept<
  Stripe.PaymentIntent,
  'livemode' | 'amount' | 'amount_received' | 'currency' | 'status' | 'transfer_group',
  { latest_charge: string | null; last_payment_error: { type: string; code: string; message: string } | null }
>;

/** Charge; failed attempts are not kept. */
export type Charge = Kept<
  Stripe.Charge,
  | 'livemode'
  | 'amount'
  | 'amount_captured'
  | 'amount_refunded'
  | 'currency'
  | 'status'
  | 'paid'
  | 'captured'
  | 'refunded'
  | 'disputed',
  {
    payment_intent: string | null;
    billing_details: { email: string | null };
    balance_transaction?: string | null;
  }
>;

/** Effect of a payment on a balance, in the currency of that balance. */
export type BalanceTransaction = Kept<
  Stripe.BalanceTransaction,
  'amount' | 'currency' | 'fee' | 'net' | 'exchange_rate' | 'type' | 'available_on' | 'status',
  { source: string | null }
>;

/** Refund. A failed one keeps its amount, which the charge gets back. */
export type Refund = Kept<
  Stripe.Refund,
  'amount' | 'currency' | 'failure_reason',
  {
    charge: string;
    payment_intent: string;
    reason: string | null;
    status: (typeof REFUND_STATUSES)[number];
    pending_reason?: string;
  }
>;
/** Statuses of refunds and payouts, whose types the SDK leaves open. */
export const REFUND_STATUSES = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] as const;
export const PAYOUT_STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const;

/** Statuses of a dispute, by their phase. */
export const DISPUTE_PHASES = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  needs_response: 'dispute',
  under_review: 'dispute',
  appeal_needs_response: 'dispute',
  appeal_under_review: 'dispute',
  warning_closed: 'closed',
  prevented: 'closed',
  won: 'closed',
  lost: 'closed',
} as const satisfies Record<Stripe.Dispute.Status, 'inquiry' | 'dispute' | 'closed'>;
export type DisputeStatus = keyof typeof DISPUTE_PHASES;

/** Types of a card network's case. */
export const CASE_TYPES = ['block', 'chargeback', 'compliance', 'inquiry', 'resolution'] as const;
export type CaseType = (typeof CASE_TYPES)[number];

export type Dispute = Kept<
  Stripe.Dispute,
  'livemode' | 'amount' | 'currency' | 'reason' | 'is_charge_refundable',
  {
    status: DisputeStatus;
    charge: string;
    payment_intent: string;
    payment_method_details: {
      type: 'card';
      card: { brand: string; case_type: CaseType; network: string; network_reason_code: string };
    };
    /** Whole, not ids: what left the balance, and what came back. */
    balance_transactions: Record<string, unknown>[];
    evidence_details: { due_by: number; has_evidence: boolean; past_due: boolean; submission_count: number };
  }
>;

export type EarlyFraudWarning = Kept<
  Stripe.Radar.EarlyFraudWarning,
  'livemode' | 'actionable' | 'fraud_type',
  { charge: string; payment_intent: string }
>;

/** Connected account. It belongs to the platform's realm; its balance and payouts have a realm of their own. */
export type Account = Kept<
  Stripe.Account,
  'email' | 'type' | 'details_submitted' | 'charges_enabled' | 'payouts_enabled',
  {
    country: string;
    default_currency: string;
    capabilities: { transfers: 'active' | 'inactive' };
    requirements: { currently_due: string[]; disabled_reason: string | null };
    tos_acceptance: { date: number | null; ip: string | null; service_agreement: 'full' | 'recipient' };
    settings: { payouts: { schedule: { interval: PayoutInterval; delay_days: number } } };
    /** `availableAfterMs` delays the money of transfers to it. */
    hidden: { deauthorized: boolean; availableAfterMs: number };
  }
>;

/** Schedule by which the provider pays an account's balance out by itself; `manual` never does. */
export type PayoutInterval = 'manual' | 'daily' | 'weekly' | 'monthly';

/** Transfer to a connected account; `destination_payment` is an object of the account's realm. */
export type Transfer = Kept<
  Stripe.Transfer,
  'livemode' | 'amount' | 'amount_reversed' | 'currency' | 'description' | 'reversed' | 'transfer_group',
  { destination: string; destination_payment: string }
>;

/** Reversal of a transfer, whole or in part. */
export type Reversal = Kept<Stripe.TransferReversal, 'amount' | 'currency', { transfer: string }>;

/** Payout of a connected account to its bank. `failsAfterMs`: after `paid` until it fails; null never. */
export type Payout = Kept<
  Stripe.Payout,
  'livemode' | 'amount' | 'currency' | 'arrival_date' | 'description' | 'method' | 'failure_code' | 'failure_message',
  { status: (typeof PAYOUT_STATUSES)[number]; hidden: { failsAfterMs: number | null } }
>;

/** Objects that can be retrieved by id. */
export type ProviderObject =
  | Session
  | Invoice
  | PaymentIntent
  | Charge
  | BalanceTransaction
  | Refund
  | Dispute
  | EarlyFraudWarning
  | Account
  | Transfer
  | Reversal
  | Payout;
export type ObjectName = ProviderObject['object'];
export type ObjectNamed<Name extends ObjectName> = Extract<ProviderObject, { object: Name }>;

/** Event with its delivery attempts. */
export interface EventRecord {
  id: string;
  type: string;
  created: number;
  livemode: boolean;
  realm: Realm;
  /** The object at the time of the event. */
  snapshot: Record<string, unknown>;
  previous: Record<string, unknown> | null;
  /** Deliveries without a 2xx response. */
  pending: number;
  /** Never delivered, unless it is asked for once more. */
  dropped: boolean;
  /** Overrides the time in the signature, in seconds. */
  timestamp: number | null;
  attempts: { at: number; status: number | null }[];
}

/** Stored response to a request with an idempotency key. */
export interface KeptAnswer {
  fingerprint: string;
  requestId: string;
  status: number;
  body: string;
  at: number;
}

/** State of the stand-in, each map in order of creation. */
export interface World {
  objects: Map<string, ProviderObject>;
  events: Map<string, EventRecord>;
  answers: Map<string, KeptAnswer>;
  /** Minor units by realm and currency. */
  balances: Map<string, number>;
  tasks: Map<string, Task>;
}

/** An empty world. */
export function emptyWorld(): World {
  return { objects: new Map(), events: new Map(), answers: new Map(), balances: new Map(), tasks: new Map() };
}

/** A new id in the provider's style: `re_`, `cs_test_` and so on, then 24 letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** Seconds since 1970. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Members that are moments on the wire, in seconds since 1970, at whatever depth an object has them. */
const MOMENTS = new Set(['created', 'expires_at', 'available_on', 'arrival_date', 'due_by', 'date', 'timestamp']);

/**
 * Moves everything back by whole seconds, as if they had passed: objects and events become older, answers kept for a key
 * end sooner, and what is scheduled is due. For campaigns that do not wait for days.
 */
export function age({ objects, events, answers, tasks }: World, seconds: number): void {
  for (const each of [...objects.values(), ...events.values()])
    shift(each as unknown as Record<string, unknown>, seconds);
  for (const answer of answers.values()) answer.at -= seconds * 1_000;
  for (const task of tasks.values()) task.at -= seconds * 1_000;
}

function shift(object: Record<string, unknown>, seconds: number): void {
  for (const [name, value] of Object.entries(object)) {
    if (typeof value === 'number' && MOMENTS.has(name)) object[name] = value - seconds;
    else if (typeof value === 'object' && value !== null) shift(value as Record<string, unknown>, seconds);
  }
}
