import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { Task } from './agenda';

/** Owner of an object: the platform (null) or a connected account, in live or test mode. */
export interface Realm {
  live: boolean;
  account: string | null;
}

/** A stored vendor object. References are ids, and `Given` fields are never null. `realm` and `hidden` are internal. */
type Kept<Vendor, Given extends keyof Vendor = never, Own = unknown> = {
  [Field in keyof Vendor as Exclude<Field, Given | keyof Own>]: Exclude<Vendor[Field], Expanded>;
} & { [Field in Given]-?: NonNullable<Exclude<Vendor[Field], Expanded>> } & Own & {
    created: number;
    metadata: Record<string, string>;
    realm: Realm;
  };
type Expanded = { id: string; object: string };

/** Makes all fields optional, at any depth. */
type Draft<T> = T extends readonly (infer Entry)[]
  ? Draft<Entry>[]
  : T extends object
    ? { [Field in keyof T]?: Draft<T[Field]> }
    : T;

/** A new object. Omitted fields are undefined. */
export function draft<T extends ProviderObject>(fields: Draft<T> & Pick<T, 'id' | 'object' | 'realm'>): T {
  return { created: nowSeconds(), metadata: {}, ...fields } as unknown as T;
}

type OfItem = 'id' | 'object' | 'amount_discount' | 'amount_subtotal' | 'amount_tax' | 'amount_total';
export type LineItem = Pick<Stripe.LineItem, OfItem> & { currency: string; description: string; quantity: number };

type TotalTax = Omit<Stripe.Invoice.TotalTax, 'tax_rate_details'>;

/** Checkout session. `url` is set while the session is open. */
export type Session = Kept<
  Stripe.Checkout.Session,
  'amount_subtotal' | 'amount_total' | 'currency' | 'success_url' | 'total_details' | 'invoice_creation',
  {
    hidden: {
      items: LineItem[];
      intentMetadata: Record<string, string>;
      taxBehavior: 'exclusive' | 'inclusive';
      taxes: TotalTax[];
    };
  }
>;
/** Invoice of a paid session. Its number starts with the customer's prefix. */
export type Invoice = Kept<
  Stripe.Invoice,
  'number' | 'customer',
  { total_taxes: TotalTax[]; hidden: { items: LineItem[] } }
>;
export type PaymentIntent = Kept<Stripe.PaymentIntent>;
/** Charge. Failed attempts are not stored. */
export type Charge = Kept<Stripe.Charge>;
/** Change of a balance, in the balance's currency. */
export type BalanceTransaction = Kept<Stripe.BalanceTransaction, never, { type: string }>;
/** Refund. A failed refund keeps its amount, but the charge can be refunded again. */
export type Refund = Kept<Stripe.Refund, 'charge' | 'payment_intent' | 'status'>;
/** Dispute. Its balance transactions are objects, not ids. */
export type Dispute = Kept<
  Stripe.Dispute,
  'charge' | 'payment_intent',
  { status: DisputeStatus; balance_transactions: Record<string, unknown>[] }
>;
export type EarlyFraudWarning = Kept<Stripe.Radar.EarlyFraudWarning, 'charge' | 'payment_intent'>;
/** Connected account. It is in the platform's realm, but its balance and payouts are in a separate realm. */
export type Account = Kept<
  Stripe.Account,
  'country' | 'default_currency' | 'capabilities' | 'tos_acceptance',
  {
    settings: { payouts: { schedule: { interval: (typeof PAYOUT_INTERVALS)[number]; delay_days: number } } };
    /** `availableAfterMs` delays transferred money. `verifying` is true until the account's details are verified. */
    hidden: { deauthorized: boolean; availableAfterMs: number; verifying?: boolean };
  }
>;
/** Transfer to a connected account. `destination_payment` is an object in the account's realm. */
export type Transfer = Kept<Stripe.Transfer, 'destination' | 'destination_payment'>;
export type Reversal = Kept<Stripe.TransferReversal, 'transfer'>;
/** Payout of a connected account to its bank. `failsAfterMs` is the delay from `paid` to failure; null for never. */
export type Payout = Kept<Stripe.Payout, never, { hidden: { failsAfterMs: number | null } }>;

/** Statuses of refunds and payouts, which the SDK types as strings. */
export const REFUND_STATUSES = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] as const;
export const PAYOUT_STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const;

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

export const CASE_TYPES = ['block', 'chargeback', 'compliance', 'inquiry', 'resolution'] as const;
export type CaseType = (typeof CASE_TYPES)[number];

/** Payout schedules of an account. With `manual`, there are no automatic payouts. */
export const PAYOUT_INTERVALS = ['manual', 'daily', 'weekly', 'monthly'] as const;

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

export interface EventRecord {
  id: string;
  type: string;
  created: number;
  livemode: boolean;
  realm: Realm;
  /** The object at the time of the event. */
  snapshot: Record<string, unknown>;
  previous: Record<string, unknown> | null;
  /** Number of deliveries that still need a 2xx response. */
  pending: number;
  /** True if a fault dropped the event. It is then sent only on redelivery. */
  dropped: boolean;
  /** Unix time in seconds that replaces the current time in the signature. */
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

/** State of the stand-in. Maps are ordered by creation. */
export interface World {
  objects: Map<string, ProviderObject>;
  events: Map<string, EventRecord>;
  answers: Map<string, KeptAnswer>;
  /** Minor units by realm and currency. */
  balances: Map<string, number>;
  tasks: Map<string, Task>;
}

export function emptyWorld(): World {
  return { objects: new Map(), events: new Map(), answers: new Map(), balances: new Map(), tasks: new Map() };
}

/** A new id in the provider's style: a prefix such as `re_` or `cs_test_`, then 24 letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Fields that contain Unix times in seconds, at any depth. */
const MOMENTS = new Set(['created', 'expires_at', 'available_on', 'arrival_date', 'due_by', 'date', 'timestamp']);

/** Shifts all times back by whole seconds, so that tests do not wait for days. */
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
