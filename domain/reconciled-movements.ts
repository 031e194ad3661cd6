import type { BreakCause } from '../contracts/reconciliation';
import type { BookedObject } from '../contracts/provider-books';
import { differenceOf, type OwnRecords } from './own-records';

/** Fee to enter in the ledger, in minor units. */
export interface KnownFee {
  /** Payment that it is about; null for a fee of the account itself. */
  paymentId: string | null;
  fee: number;
}

/**
 * Compares a movement of our balance with the ledger; null if they agree. What the object that it is about reports
 * by itself (one that we do not know, one of another deployment) is reported by that object only.
 */
export function causeOfMovement(object: BookedObject, own: OwnRecords): BreakCause | null {
  const { kind, known, converted } = object.movement!;
  if (!known) return 'unknown_movement';
  if (kind === 'fee' || kind === 'own_money') return null;
  const causes = entriesOf(object, own);
  if (causes.length === 0 || object.total.amount === 0) return null;
  const entry = causes.map((cause) => own.entries.get(cause)).find((each) => each !== undefined);
  // A refund that had failed before we knew of it is not entered, nor is its failure.
  if (!entry) return own.refunds.get(object.movement!.aboutId ?? '')?.state === 'failed' ? null : 'missing_entry';
  // Our balance has another currency than the sale: the ledger has the amount of the sale.
  if (converted || (kind === 'dispute' && object.total.currency !== entry.currency)) return null;
  // A transfer can be reversed in parts, and is entered once the whole came back.
  if (kind === 'transfer_reversal' && object.total.amount <= entry.amount) return null;
  return differenceOf(object.total, entry);
}

/** Causes by one of which the ledger has a movement; none if it is not about an object that our rows know. */
export function entriesOf({ id, paymentId, movement }: BookedObject, own: Known): string[] {
  const { kind, aboutId } = movement!;
  if (kind === 'transfer' || kind === 'transfer_reversal') {
    const withdrawalId = own.transfers.get(aboutId ?? '');
    const steps = kind === 'transfer' ? ['transferred', 'settled'] : ['reversed', 'returned'];
    return withdrawalId ? steps.map((step) => `withdrawal:${withdrawalId}:${step}`) : [];
  }
  if (!own.payments.has(paymentId ?? '')) return [];
  if (kind === 'charge') return [`payment:${paymentId}`];
  if (kind === 'dispute') return own.disputes.has(aboutId!) ? [`dispute:${aboutId}:${id}`] : [];
  // A failure whose refund our rows do not know is missed here: the refund can be older than the period compared.
  if (!own.refunds.has(aboutId!)) return [];
  if (kind === 'refund') return [`refund:${aboutId}`];
  return kind === 'refund_failure' ? [`refund:${aboutId}:failed`] : [];
}

/** Fee that the provider kept of a movement of ours; null if it kept none, or of somebody else's. */
export function feeOf(object: BookedObject, own: Known): KnownFee | null {
  const { kind, fee } = object.movement!;
  if (kind === 'fee') return { paymentId: null, fee: fee - object.total.amount };
  if (fee === 0 || entriesOf(object, own).length === 0) return null;
  return { paymentId: object.paymentId, fee };
}

type Known = Omit<OwnRecords, 'entries'>;
