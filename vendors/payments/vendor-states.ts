import type Stripe from 'stripe';
import type { BalanceMovement } from '../../base/money';
import type { Payout, Refund } from '../../modules/orders/payment-provider';
import type { MovementKind } from '../../modules/orders/provider-books';

/*
 * The tables below cover each state in Stripe's types. If the SDK adds a value, they do not compile until we add it.
 * `decided` handles values that are newer than the SDK.
 */

/** Looks up a state. @returns `otherwise` for a state that is not in the table */
export function decided<Meaning>(
  table: Readonly<Record<string, Meaning>>,
  state: string | null | undefined,
  otherwise: Meaning,
): Meaning {
  return typeof state === 'string' && Object.hasOwn(table, state) ? table[state]! : otherwise;
}

/** Returns the state itself if the table has it, otherwise null. */
export function keyIn<State extends string>(table: Readonly<Record<State, unknown>>, state: string | null) {
  return typeof state === 'string' && Object.hasOwn(table, state) ? (state as State) : null;
}

/** Reference to another object: its id, or the object itself if expanded. */
export type Reference = string | { id: string } | null | undefined;

export const idOf = (reference: Reference): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

export const expanded = <T extends object>(reference: string | T | null | undefined): T | null =>
  typeof reference === 'string' ? null : (reference ?? null);

/** Fields of a balance transaction that the ledger posts. */
export function toMovement({ id, amount, fee, currency }: Stripe.BalanceTransaction): BalanceMovement {
  return { id, amount, fee, currency };
}

/** Phase of a dispute. The outcome of a closed dispute depends on who has its money. */
export const DISPUTES = {
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

/** Effect of a dispute on the money if no movements show it. `repays`: prevention repays the cardholder. */
export const DISPUTE_CASES = {
  inquiry: 'asks',
  block: 'takes',
  chargeback: 'takes',
  compliance: 'takes',
  resolution: 'repays',
} as const satisfies Record<Stripe.Dispute.PaymentMethodDetails.Card.CaseType, 'asks' | 'takes' | 'repays'>;

export const CHECKOUTS = {
  open: 'open',
  complete: 'complete',
  expired: 'expired',
} as const satisfies Record<Stripe.Checkout.Session.Status, 'open' | 'complete' | 'expired'>;

/** Whether the money from a checkout session arrived. Our prices are never zero, so `no_payment_required` means no. */
export const CHECKOUT_PAYMENTS = {
  paid: 'paid',
  unpaid: 'unpaid',
  no_payment_required: 'nothing',
} as const satisfies Record<Stripe.Checkout.Session.PaymentStatus, 'paid' | 'unpaid' | 'nothing'>;

export const PAYMENTS = {
  succeeded: 'succeeded',
  canceled: 'failed',
  requires_payment_method: 'failed',
  processing: 'open',
  requires_action: 'open',
  requires_capture: 'open',
  requires_confirmation: 'open',
} as const satisfies Record<Stripe.PaymentIntent.Status, 'succeeded' | 'failed' | 'open'>;

/** Whether a charge moved money. */
export const CHARGES = {
  succeeded: 'paid',
  pending: 'unpaid',
  failed: 'unpaid',
} as const satisfies Record<Stripe.Charge.Status, 'paid' | 'unpaid'>;

/** State of a refund for the ledger. The SDK types it as a string, but documents the values. */
export const REFUNDS = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
} as const satisfies Record<Refund['status'], 'pending' | 'succeeded' | 'failed'>;

/** Whether the money of a payout has left the account or has come back. The SDK types the status as a string. */
export const PAYOUTS = {
  pending: 'left',
  in_transit: 'left',
  paid: 'left',
  failed: 'back',
  canceled: 'back',
} as const satisfies Record<Payout['status'], 'left' | 'back'>;

type OfBalance = Required<Stripe.V2.Core.Account.Configuration.Recipient.Capabilities.StripeBalance>;
/** Whether an account can use a capability that it requested. */
export const CAPABILITIES = {
  active: 'usable',
  pending: 'unusable',
  restricted: 'unusable',
  unsupported: 'unusable',
  rejected: 'unusable',
} as const satisfies Record<OfBalance[keyof OfBalance]['status'], 'usable' | 'unusable'>;

type Booked = Exclude<MovementKind, 'own_money' | 'fee' | 'refund_failure'>;
/** Meaning of a balance transaction: its kind, or its kind for each source object. Null is reported as unknown. */
export type MovementMeaning = 'own_money' | 'fee' | Partial<Record<Booked, MovementKind>> | null;

export const MOVEMENTS = {
  charge: { charge: 'charge' },
  payment: { charge: 'charge' },
  refund: { refund: 'refund' },
  payment_refund: { refund: 'refund' },
  refund_failure: { refund: 'refund_failure' },
  adjustment: { dispute: 'dispute' },
  transfer: { transfer: 'transfer' },
  transfer_refund: { transfer_reversal: 'transfer_reversal' },
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  payout: 'own_money',
  payout_cancel: 'own_money',
  payout_failure: 'own_money',
  payout_minimum_balance_hold: 'own_money',
  payout_minimum_balance_release: 'own_money',
  payment_network_reserve_hold: 'own_money',
  payment_network_reserve_release: 'own_money',
  reserve_hold: 'own_money',
  reserve_release: 'own_money',
  reserve_transaction: 'own_money',
  reserved_funds: 'own_money',
  topup: 'own_money',
  topup_reversal: 'own_money',
  advance: null,
  advance_funding: null,
  anticipation_repayment: null,
  application_fee: null,
  application_fee_refund: null,
  climate_order_purchase: null,
  climate_order_refund: null,
  connect_collection_transfer: null,
  contribution: null,
  fee_credit_funding: null,
  inbound_transfer: null,
  inbound_transfer_reversal: null,
  issuing_authorization_hold: null,
  issuing_authorization_release: null,
  issuing_dispute: null,
  issuing_dispute_provisional_credit: null,
  issuing_dispute_provisional_credit_reversal: null,
  issuing_transaction: null,
  obligation_outbound: null,
  obligation_reversal_inbound: null,
  payment_failure_refund: null,
  payment_reversal: null,
  payment_unreconciled: null,
  stripe_balance_payment_debit: null,
  stripe_balance_payment_debit_reversal: null,
  tax_fund: null,
  transfer_cancel: null,
  transfer_failure: null,
} as const satisfies Record<Stripe.BalanceTransaction.Type, MovementMeaning>;

type Family = 'checkout.session' | 'refund' | 'charge.dispute' | 'radar.early_fraud_warning' | 'transfer' | 'payout';
type Followed = Extract<Stripe.Event.Type, `${Family}.${string}` | 'invoice.paid' | 'account.updated'>;

/** Events about the objects that we track. Webhook endpoints subscribe only to the handled events. */
export const EVENTS = {
  'checkout.session.completed': 'handled',
  'checkout.session.async_payment_succeeded': 'handled',
  'checkout.session.async_payment_failed': 'handled',
  'checkout.session.expired': 'handled',
  'invoice.paid': 'handled',
  'refund.created': 'handled',
  'refund.updated': 'handled',
  'refund.failed': 'handled',
  'charge.dispute.created': 'handled',
  'charge.dispute.updated': 'handled',
  'charge.dispute.closed': 'handled',
  'charge.dispute.funds_withdrawn': 'handled',
  'charge.dispute.funds_reinstated': 'handled',
  'radar.early_fraud_warning.created': 'handled',
  'transfer.created': 'handled',
  'transfer.reversed': 'handled',
  'payout.paid': 'handled',
  'payout.failed': 'handled',
  'payout.canceled': 'handled',
  // We need none of these. We read accounts before we move money, and our accounts do not send account.updated.
  'account.updated': 'ignored',
  'radar.early_fraud_warning.updated': 'ignored',
  'transfer.updated': 'ignored',
  'payout.created': 'ignored',
  'payout.updated': 'ignored',
  'payout.reconciliation_completed': 'ignored',
} as const satisfies Record<Followed, 'handled' | 'ignored'>;
