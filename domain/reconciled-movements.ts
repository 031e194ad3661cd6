import type { BookedMovement, BookedObject, BreakCause } from '../contracts/reconciliation';
import { isOneOf } from './machine';
import type { OwnRecords } from './reconciliation';

/** Types that move our balance and are about no object of ours: to and from our own bank, and kept aside for a while. */
const OWN_MONEY = [
  ...(['payout', 'payout_cancel', 'payout_failure', 'topup', 'topup_reversal'] as const),
  ...(['payout_minimum_balance_hold', 'payout_minimum_balance_release'] as const),
  ...(['reserve_transaction', 'reserved_funds', 'reserve_hold', 'reserve_release'] as const),
  ...(['payment_network_reserve_hold', 'payment_network_reserve_release'] as const),
] as const;

/** Types that are a fee themselves: the amount is what the provider kept. */
const FEES = ['stripe_fee', 'stripe_fx_fee', 'tax_fee'] as const;

/** Types that our books know, by the kind of object that a movement is about. */
const TYPES: Record<string, readonly string[]> = {
  charge: ['charge', 'payment'],
  refund: ['refund', 'payment_refund', 'refund_failure'],
  dispute: ['adjustment'],
  transfer: ['transfer'],
  transfer_reversal: ['transfer_refund'],
};

/** Fee to enter in the ledger, in minor units. */
export interface KnownFee {
  /** Payment that it is about; null for a fee of the account itself. */
  paymentId: string | null;
  fee: number;
}

/**
 * Compares a movement of our balance with the ledger; null if they agree. What the object that it is about tells by
 * itself (one that we do not know, one of another deployment) is told by that object only.
 */
export function causeOfMovement(object: BookedObject, own: OwnRecords): BreakCause | null {
  const { type, about, converted } = object.movement!;
  if (isOneOf(OWN_MONEY, type) || isOneOf(FEES, type)) return null;
  if (!TYPES[about ?? '']?.includes(type)) return 'unknown_movement';
  const causes = entriesOf(object, own);
  if (causes.length === 0 || object.total.amount === 0) return null;
  const entry = causes.map((cause) => own.entries.get(cause)).find((each) => each !== undefined);
  // A refund that had failed before we knew of it is not entered, nor is its failure.
  if (!entry) return own.refunds.get(object.movement!.aboutId ?? '')?.standing === 'failed' ? null : 'missing_entry';
  // Our balance has another currency than the sale: the ledger has the amount of the sale.
  if (converted) return null;
  // A transfer can be reversed in parts, and is entered once the whole came back.
  if (about === 'transfer_reversal' && object.total.amount <= entry.amount) return null;
  return differenceOf(object.total, entry);
}

/** Causes by one of which the ledger has a movement; none if it is not about an object that our rows know. */
export function entriesOf({ id, paymentIntentId, movement }: BookedObject, own: Known): string[] {
  const { about, aboutId, type } = movement!;
  if (about === 'transfer' || about === 'transfer_reversal') {
    const withdrawalId = own.transfers.get(aboutId ?? '');
    const steps = about === 'transfer' ? ['transferred', 'settled'] : ['reversed', 'returned'];
    return withdrawalId ? steps.map((step) => `withdrawal:${withdrawalId}:${step}`) : [];
  }
  if (!own.payments.has(paymentIntentId ?? '')) return [];
  if (about === 'charge') return [`payment:${paymentIntentId}`];
  if (about === 'refund') return entriesOfRefund(aboutId!, type, own);
  return about === 'dispute' && own.disputes.has(aboutId!) ? [`dispute:${aboutId}:${id}`] : [];
}

/** Fee that the provider kept of a movement of ours; null if it kept none, or of somebody else's. */
export function feeOf(object: BookedObject, own: Known): KnownFee | null {
  const { type, fee } = object.movement!;
  if (isOneOf(FEES, type)) return { paymentId: null, fee: fee - object.total.amount };
  if (fee === 0 || entriesOf(object, own).length === 0) return null;
  return { paymentId: object.paymentIntentId, fee };
}

/** Compares what the provider says with what we have; null if they agree. */
export function differenceOf(
  total: { amount: number; currency: string },
  ours: { amount: number; currency: string },
): 'currency' | 'amount' | null {
  if (total.currency !== ours.currency) return 'currency';
  return total.amount === ours.amount ? null : 'amount';
}

type Known = Omit<OwnRecords, 'entries'>;

// A failure that our row does not know is missed here, because its refund can be older than the period compared.
function entriesOfRefund(id: string, type: BookedMovement['type'], own: Known): string[] {
  if (!own.refunds.has(id)) return [];
  return [type === 'refund_failure' ? `refund:${id}:failed` : `refund:${id}`];
}
