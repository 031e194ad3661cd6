import type { Mode } from './access';
import type { DisputeStatus } from './orders';

/**
 * Kinds of objects in the provider's books. `payout` is one of a connected account to its bank, `balance_movement` one of
 * our own balance.
 */
export const BOOK_KINDS = [
  'charge',
  'refund',
  'dispute',
  'transfer',
  'payout',
  'balance_movement',
  'fraud_warning',
] as const;
export type BookKind = (typeof BOOK_KINDS)[number];

/** An object in the provider's books, with what our metadata says about it. */
export interface BookedObject {
  kind: BookKind;
  id: string;
  mode: Mode;
  /** Deployment that created it, or its payment; null if its metadata names none. */
  deploymentId: string | null;
  orderId: string | null;
  withdrawalId: string | null;
  /** Payment of a charge, refund, dispute or fraud warning. */
  paymentId: string | null;
  /** Destination of a transfer, owner of a payout. */
  connectedAccountId: string | null;
  /** Minor units of any currency. */
  total: { amount: number; currency: string };
  /** Part that has not gone back: not refunded of a charge, not reversed of a transfer; 0 where it failed. */
  remaining: number;
  /** State of a refund or dispute; null for the other kinds. */
  state: 'pending' | 'succeeded' | 'failed' | DisputeStatus | null;
  createdAt: Date;
  /** Of a balance movement only, whose `total` is before the fee and negative where money left. */
  movement?: BookedMovement;
}

/**
 * Kinds of movements of our balance: of a `fee` the amount is what the provider kept, and `own_money` goes to or comes
 * from our own bank, or is kept aside for a while.
 */
export type MovementKind =
  'charge' | 'refund' | 'refund_failure' | 'dispute' | 'transfer' | 'transfer_reversal' | 'fee' | 'own_money';

/** Object that a movement of our balance is about, and what the provider kept of it. */
export interface BookedMovement {
  /** Null if it is about an object of another kind, or of none. */
  kind: MovementKind | null;
  /** False if the provider moved the balance in a way that this version does not know of such an object. */
  known: boolean;
  /** The object, by the provider's id; of a reversal its transfer. */
  aboutId: string | null;
  /** Minor units. */
  fee: number;
  /** True if the balance has another currency than the object. */
  converted: boolean;
}

/**
 * Causes of a break, an object at the provider that does not match our rows (docs/interface.md, Reconciliation).
 */
export const BREAK_CAUSES = [
  'unknown_order',
  'missing_payment',
  'missing_refund',
  'missing_dispute',
  'missing_fraud_warning',
  'unknown_withdrawal',
  'missing_transfer',
  'missing_payout',
  'unknown_payout',
  'amount',
  'currency',
  'status',
  'missing_at_provider',
  'missing_entry',
  'unknown_movement',
  'foreign_deployment',
] as const;
export type BreakCause = (typeof BREAK_CAUSES)[number];

/**
 * States of a break: `matched` closed by itself, `settled` by an operator, `returned` by giving the money back;
 * `ignored` belongs to another deployment. Transitions are in `domain/reconciliation.ts`.
 */
export const BREAK_STATES = ['open', 'returning', 'matched', 'settled', 'returned', 'ignored'] as const;
export type BreakState = (typeof BREAK_STATES)[number];

/** Period of the provider's books that one run compares. */
export interface ReconciliationWindow {
  runId: string;
  /** Modes with a key; what no key reads is not compared. */
  modes: readonly Mode[];
  /** ISO 8601; objects created from here … */
  from: string;
  /** … until here. */
  until: string;
}

export interface ReconciliationResult {
  runId: string;
  objects: number;
  /** Modes that were compared to their end; the bookmark of each moved. */
  compared: readonly Mode[];
  openBreaks: number;
  /** False if a part could not be compared, or nothing was: no mode has a key. */
  complete: boolean;
}
