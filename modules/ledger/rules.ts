import { machine } from '../../base/machine';
import type { ShareStatus, DisputeStatus } from './contract';

/** States of a share (docs/interface/withdrawals.md). Lost payments can come back, so no state is final. */
export const SHARE = machine<ShareStatus>({
  pending: ['available', 'frozen', 'taken_back'],
  available: ['frozen', 'taken_back'],
  frozen: ['pending', 'available', 'taken_back'],
  taken_back: ['pending', 'available', 'frozen'],
});

/** State of a share, derived from the state of its payment; `mature` means that its waiting time is over. */
export function shareStatus(payment: PaymentState, mature: boolean): ShareStatus {
  if (payment === 'gone') return 'taken_back';
  if (payment === 'disputed') return 'frozen';
  return mature ? 'available' : 'pending';
}

/**
 * States of a dispute as the provider reports them. An inquiry can become a dispute. Closed disputes can change too: a
 * lost dispute can be won late, and an appeal reopens a won or lost one.
 */
export const DISPUTE = machine<DisputeStatus>({
  inquiry: ['open', 'won', 'lost'],
  open: ['inquiry', 'won', 'lost'],
  won: ['inquiry', 'open', 'lost'],
  lost: ['open', 'won'],
});

/** States before the bank's verdict. We keep checking such disputes at the provider. */
export const UNDECIDED = ['inquiry', 'open'] as const satisfies readonly DisputeStatus[];

/** State of the payment that fulfilled an order. `gone`: it was refunded or lost in a dispute. */
export type PaymentState = 'good' | 'disputed' | 'gone';

/** Precedence among several disputes of a payment or order: the state that is worst for us comes first. */
const WORST_FIRST: readonly DisputeStatus[] = ['lost', 'open', 'inquiry', 'won'];

/** The dispute that decides the state of a payment; null if the payment has no disputes. */
function decidingDispute<D extends { paymentId: string; status: DisputeStatus }>(
  disputes: readonly D[],
  paymentId: string,
): D | null {
  return worst(disputes.filter((dispute) => dispute.paymentId === paymentId));
}

/** True while a payment has an open dispute, which blocks refunds. Inquiries do not count. */
export function isDisputed(
  disputes: readonly { paymentId: string; status: DisputeStatus }[],
  paymentId: string,
): boolean {
  return disputes.some((dispute) => dispute.paymentId === paymentId && dispute.status === 'open');
}

/** The dispute to show for an order. Disputes of its granted payment take precedence over those of other payments. */
export function shownDispute<D extends { paymentId: string; status: DisputeStatus }>(
  disputes: readonly D[],
  payments: readonly { id: string; outcome: string }[],
): D | null {
  const granted = payments.find(({ outcome }) => outcome === 'granted');
  return (granted && decidingDispute(disputes, granted.id)) ?? worst(disputes);
}

function worst<D extends { status: DisputeStatus }>(disputes: readonly D[]): D | null {
  return WORST_FIRST.flatMap((wanted) => disputes.filter(({ status }) => status === wanted))[0] ?? null;
}
