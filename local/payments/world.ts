import { randomBytes } from 'node:crypto';
import type { Task } from './agenda';

/** Whose objects: live or test mode, and the platform's own (null) or those of a connected account. */
export interface Realm {
  live: boolean;
  account: string | null;
}

/** What all objects have. `realm` and `hidden` are ours and never leave the stand-in. */
interface Thing<Name extends string> {
  id: string;
  object: Name;
  /** Seconds since 1970, as all times on the wire. */
  created: number;
  metadata: Record<string, string>;
  realm: Realm;
}

/** What is sold in a session. */
export interface LineItem {
  id: string;
  object: 'item';
  amount_subtotal: number;
  amount_total: number;
  currency: string;
  description: string;
  quantity: number;
}

/** A checkout session; `url` is there while it is open. */
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
  customer_details: { email: string; name: null; phone: null; address: null } | null;
  hidden: { items: LineItem[]; intentMetadata: Record<string, string>; transferGroup: string | null };
  mode: 'payment';
  ui_mode: 'hosted_page';
  locale: string | null;
  payment_method_types: string[];
  allowed_payment_method_types: string[] | null;
  adaptive_pricing: { enabled: boolean };
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

/** A charge; failed attempts are not kept. */
export interface Charge extends Thing<'charge'> {
  livemode: boolean;
  amount: number;
  amount_refunded: number;
  currency: string;
  status: 'succeeded';
  paid: true;
  captured: true;
  refunded: boolean;
  disputed: boolean;
  payment_intent: string;
  billing_details: { email: string | null };
}

/** A refund. It keeps its amount when it fails; the charge gets it back. */
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

/** A dispute. */
export interface Dispute extends Thing<'dispute'> {
  livemode: boolean;
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: string;
  status: 'needs_response' | 'won' | 'lost';
}

/** A connected account. It belongs to the platform's realm; what is on it has a realm of its own. */
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
}

/** A transfer to a connected account. */
export interface Transfer extends Thing<'transfer'> {
  livemode: boolean;
  amount: number;
  amount_reversed: number;
  currency: string;
  destination: string;
  description: string | null;
  reversed: boolean;
  transfer_group: string | null;
}

/** What came back of a transfer. */
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
  /** Milliseconds after which it fails although it was paid. */
  hidden: { failsAfterMs: number | null };
}

/** Everything that has an id of its own and can be retrieved by it. */
export type ProviderObject =
  Session | PaymentIntent | Charge | Refund | Dispute | Account | Transfer | Reversal | Payout;
export type ObjectName = ProviderObject['object'];
export type ObjectNamed<Name extends ObjectName> = Extract<ProviderObject, { object: Name }>;

/** An event with what became of its deliveries. */
export interface EventRecord {
  id: string;
  type: string;
  created: number;
  livemode: boolean;
  realm: Realm;
  /** The object as it was then. */
  snapshot: Record<string, unknown>;
  previous: Record<string, unknown> | null;
  /** Deliveries that have not been answered with 2xx. */
  pending: number;
  /** Replaces the time in the signature, in seconds. */
  timestamp: number | null;
  attempts: { at: number; status: number | null }[];
}

/** The kept answer to a request with an idempotency key. */
export interface KeptAnswer {
  fingerprint: string;
  requestId: string;
  status: number;
  body: string;
  at: number;
}

/** Everything the stand-in knows, each in the order of creation. */
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
