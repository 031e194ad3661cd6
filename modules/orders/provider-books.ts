import type { Mode } from '../../base/access';
import type { DisputeStatus } from '../ledger/contract';

/**
 * Kinds of objects in the provider's books, which are its own records of our money. A `payout` moves money from a
 * connected account to its bank. A `balance_movement` changes our own balance.
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

/** An object in the provider's books, with the ids from the metadata that we set on it. */
export interface BookedObject {
  kind: BookKind;
  id: string;
  mode: Mode;
  /** Deployment that created the object or its payment; null if the metadata does not name one. */
  deploymentId: string | null;
  orderId: string | null;
  withdrawalId: string | null;
  /** Payment that a charge, refund, dispute or fraud warning belongs to. */
  paymentId: string | null;
  /** Connected account that receives a transfer or owns a payout. */
  connectedAccountId: string | null;
  /** Minor units of any currency. */
  total: { amount: number; currency: string };
  /** The part of a charge not refunded, or of a transfer not reversed; 0 if the object failed. */
  remaining: number;
  /** State of a refund or dispute; null for the other kinds. */
  state: 'pending' | 'succeeded' | 'failed' | DisputeStatus | null;
  createdAt: Date;
  /** Only for balance movements. Their `total` is before the fee, and negative for outgoing money. */
  movement?: BookedMovement;
}

/**
 * Kinds of balance movements. The amount of a `fee` is what the provider deducted. `own_money` moves between this
 * balance and our own bank, or is temporarily set aside.
 */
export type MovementKind =
  'charge' | 'refund' | 'refund_failure' | 'dispute' | 'transfer' | 'transfer_reversal' | 'fee' | 'own_money';

/** Object that caused a balance movement, and the fee that the provider deducted. */
export interface BookedMovement {
  /** Null if the movement was caused by any other kind of object, or by no object. */
  kind: MovementKind | null;
  /** False if this version does not know this combination of object and movement. */
  known: boolean;
  /** Provider's id of the object; for a reversal, the id of its transfer. */
  aboutId: string | null;
  /** Minor units. */
  fee: number;
  /** True if the balance's currency differs from the object's. */
  converted: boolean;
}
