import type { Mode } from '../../base/access';
import type { DisputeStatus } from '../ledger/contract';

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
