/**
 * States of a contributor's share of a sale: `pending` until it matures, `frozen` while its payment is disputed,
 * `taken_back` once the payment is refunded or lost.
 */
export const SHARE_STATUSES = ['pending', 'available', 'frozen', 'taken_back'] as const;
export type ShareStatus = (typeof SHARE_STATUSES)[number];

/** Time from a sale until its share can be withdrawn. SHARE_MATURITY overrides it. */
export const DEFAULT_SHARE_MATURITY_MS = 14 * 24 * 3_600_000;

/** Outcomes of a payment; transitions are in `modules/orders/rules.ts`. */
export const PAYMENT_OUTCOMES = ['granted', 'refund'] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

/**
 * States of a payment's total refund, derived from its individual refunds and lost disputes. `failed`: we still owe
 * part of it and a person has to act. `charged_back`: lost disputes took everything that was not refunded, so nothing
 * is owed. An operator sets the last two: `returned_by_hand` if the money was returned outside the provider, `waived`
 * if we keep it.
 */
export const REFUND_STATUSES = [
  'pending',
  'succeeded',
  'failed',
  'charged_back',
  'returned_by_hand',
  'waived',
] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** States of one refund at the provider; canceled refunds count as failed. */
export const REFUND_OBJECT_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type RefundObjectStatus = (typeof REFUND_OBJECT_STATUSES)[number];

/** Who made a refund: this service, or a person in the provider's dashboard. */
export const REFUND_ORIGINS = ['ours', 'dashboard'] as const;
export type RefundOrigin = (typeof REFUND_ORIGINS)[number];

/** An operator's decisions about a failed refund, and the states they lead to. */
export const SETTLED_AS = { returned: 'returned_by_hand', kept: 'waived' } as const satisfies Record<
  string,
  RefundStatus
>;
export const SETTLE_OUTCOMES = ['returned', 'kept'] as const satisfies readonly (keyof typeof SETTLED_AS)[];
export type SettleOutcome = (typeof SETTLE_OUTCOMES)[number];

/**
 * States of a dispute; transitions are in `modules/ledger/rules.ts`. An `inquiry` is only a question from the bank, and
 * we still have the money.
 */
export const DISPUTE_STATUSES = ['open', 'inquiry', 'won', 'lost'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/**
 * Reasons for a refund. `returned`: a person refunded a granted payment. `fraud_warning`: the payer's bank reported
 * fraud.
 */
export const REFUND_REASONS = [
  'late',
  'mismatched',
  'duplicate',
  'opportunity_gone',
  'account_suspended',
  'returned',
  'fraud_warning',
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
