import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { Task } from './agenda';

/** Owner of objects: a mode, and the platform (null) or a connected account in it. */
export interface Realm {
  live: boolean;
  account: string | null;
}

/** Fields of every object. `realm` and `hidden` are internal and never leave the stand-in. */
interface Thing<Name extends string> {
  id: string;
  object: Name;
  /** Seconds since 1970, as all times on the wire. */
  created: number;
  metadata: Record<string, string>;
  realm: Realm;
}

/** Line item of a session. */
export interface LineItem {
  id: string;
  object: 'item';
  amount_discount: number;
  amount_subtotal: number;
  amount_tax: number;
  amount_total: number;
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
export interface Session extends Thing<'checkout.session'> {
  livemode: boolean;
  amount_subtotal: number;
  amount_total: number;
  currency: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  payment_intent: string | null;
  expires_at: number;
  success_url: string;
  cancel_url: string | null;
  url: string | null;
  client_reference_id: string | null;
  customer_email: string | null;
  /** Words of ours at places of its page. */
  custom_text: Record<'after_submit' | 'shipping_address' | 'terms_of_service_acceptance', null> & {
    submit: { message: string } | null;
  };
  customer: string | null;
  customer_creation: 'if_required' | 'always' | null;
  customer_details: CustomerDetails | null;
  total_details: { amount_discount: number; amount_shipping: number; amount_tax: number };
  automatic_tax: {
    enabled: boolean;
    liability: { type: 'self' } | null;
    provider: 'stripe' | null;
    status: 'requires_location_inputs' | 'complete' | null;
  };
  tax_id_collection: { enabled: boolean; required: 'never' };
  billing_address_collection: 'auto' | 'required' | null;
  invoice: string | null;
  invoice_creation: { enabled: boolean; invoice_data: { metadata: Record<string, string> } };
  hidden: {
    items: LineItem[];
    intentMetadata: Record<string, string>;
    transferGroup: string | null;
    taxBehavior: 'exclusive' | 'inclusive';
    taxes: TotalTax[];
  };
  mode: 'payment';
  ui_mode: 'hosted_page';
  locale: string | null;
  payment_method_types: string[];
  allowed_payment_method_types: string[] | null;
  adaptive_pricing: { enabled: boolean };
}

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
export interface Invoice extends Thing<'invoice'> {
  livemode: boolean;
  number: string;
  status: 'paid';
  billing_reason: 'manual';
  collection_method: 'charge_automatically';
  currency: string;
  customer: string;
  customer_email: string | null;
  subtotal: number;
  subtotal_excluding_tax: number;
  total: number;
  total_excluding_tax: number;
  total_taxes: TotalTax[];
  amount_due: number;
  amount_paid: number;
  amount_remaining: 0;
  hosted_invoice_url: string;
  invoice_pdf: string;
  hidden: { items: LineItem[] };
}

/** A payment intent. */
export interface PaymentIntent extends Thing<'payment_intent'> {
  livemode: boolean;
  amount: number;
  amount_received: number;
  currency: string;
  status: 'requires_payment_method' | 'processing' | 'succeeded';
  latest_charge: string | null;
  last_payment_error: { type: string; code: string; message: string } | null;
  transfer_group: string | null;
}

/** Successful charge; failed attempts are not kept. */
export interface Charge extends Thing<'charge'> {
  livemode: boolean;
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  currency: string;
  status: 'succeeded';
  paid: true;
  captured: true;
  refunded: boolean;
  disputed: boolean;
  payment_intent: string | null;
  billing_details: { email: string | null };
  balance_transaction?: string | null;
}

/** Effect of a payment on a balance, in the currency of that balance. */
export interface BalanceTransaction extends Thing<'balance_transaction'> {
  amount: number;
  currency: string;
  fee: number;
  net: number;
  exchange_rate: number | null;
  /** Provider's word, such as `refund_failure`. */
  type: string;
  /** Object that it is about; null for none. */
  source: string | null;
  available_on: number;
  status: 'available' | 'pending';
}

/** Refund. A failed one keeps its amount, which the charge gets back. */
export interface Refund extends Thing<'refund'> {
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: string | null;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
  failure_reason?: string;
  pending_reason?: string;
}

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

/** A dispute. */
export interface Dispute extends Thing<'dispute'> {
  livemode: boolean;
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: string;
  status: DisputeStatus;
  payment_method_details: {
    type: 'card';
    card: { brand: string; case_type: CaseType; network: string; network_reason_code: string };
  };
  /** Whole, not ids: what left the balance, and what came back. */
  balance_transactions: Record<string, unknown>[];
  is_charge_refundable: boolean;
  evidence_details: { due_by: number; has_evidence: boolean; past_due: boolean; submission_count: number };
}

/** Early fraud warning of a card's bank. */
export interface EarlyFraudWarning extends Thing<'radar.early_fraud_warning'> {
  livemode: boolean;
  actionable: boolean;
  charge: string;
  fraud_type: string;
  payment_intent: string;
}

/** Connected account. It belongs to the platform's realm; its balance and payouts have a realm of their own. */
export interface Account extends Thing<'account'> {
  country: string;
  email: string | null;
  type: string;
  default_currency: string;
  details_submitted: boolean;
  charges_enabled: boolean;
  payouts_enabled: boolean;
  capabilities: { transfers: 'active' | 'inactive' };
  requirements: { currently_due: string[]; disabled_reason: string | null };
  tos_acceptance: { date: number | null; ip: string | null; service_agreement: 'full' | 'recipient' };
  settings: { payouts: { schedule: { interval: PayoutInterval; delay_days: number } } };
  /** `availableAfterMs` delays the money of transfers to it. */
  hidden: { deauthorized: boolean; availableAfterMs: number };
}

/** Schedule by which the provider pays an account's balance out by itself; `manual` never does. */
export type PayoutInterval = 'manual' | 'daily' | 'weekly' | 'monthly';

/** A transfer to a connected account. */
export interface Transfer extends Thing<'transfer'> {
  livemode: boolean;
  amount: number;
  amount_reversed: number;
  currency: string;
  destination: string;
  /** Payment that the account received, an object of its own realm. */
  destination_payment: string;
  description: string | null;
  reversed: boolean;
  transfer_group: string | null;
}

/** Reversal of a transfer, whole or in part. */
export interface Reversal extends Thing<'transfer_reversal'> {
  amount: number;
  currency: string;
  transfer: string;
}

/** A payout of a connected account to its bank. */
export interface Payout extends Thing<'payout'> {
  livemode: boolean;
  amount: number;
  currency: string;
  arrival_date: number;
  description: string | null;
  method: 'standard';
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  failure_code: string | null;
  failure_message: string | null;
  /** Milliseconds after `paid` until it fails; null never. */
  hidden: { failsAfterMs: number | null };
}

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
