import { machine } from '../../base/machine';
import type { ShareStatus, DisputeStatus } from './contract';

/** States of a share (docs/interface/withdrawals.md). Payments come back too: no state is an end. */
export const SHARE = machine<ShareStatus>({
  pending: ['available', 'frozen', 'taken_back'],
  available: ['frozen', 'taken_back'],
  frozen: ['pending', 'available', 'taken_back'],
  taken_back: ['pending', 'available', 'frozen'],
});

/** State of a share by the state of its payment; `mature` once its time has come. */
export function shareStatus(payment: PaymentState, mature: boolean): ShareStatus {
  if (payment === 'gone') return 'taken_back';
  if (payment === 'disputed') return 'frozen';
  return mature ? 'available' : 'pending';
}

/**
 * States of a dispute as the provider reports them. An inquiry can become a dispute. Closed ones change too: a lost one
 * is won late, and an appeal reopens either.
 */
export const DISPUTE = machine<DisputeStatus>({
  inquiry: ['open', 'won', 'lost'],
  open: ['inquiry', 'won', 'lost'],
  won: ['inquiry', 'open', 'lost'],
  lost: ['open', 'won'],
});

/** States that the bank has not decided; the provider is asked about them again. */
export const UNDECIDED = ['inquiry', 'open'] as const satisfies readonly DisputeStatus[];

/**
 * State of the payment that an order was fulfilled for: `good`, `disputed` while a dispute of it is open, `gone` once
 * it was returned or a dispute of it is lost.
 */
export type PaymentState = 'good' | 'disputed' | 'gone';

/** Precedence where a payment or an order has several disputes: the worst for us counts. */
const WORST_FIRST: readonly DisputeStatus[] = ['lost', 'open', 'inquiry', 'won'];

/** The dispute that decides about a payment; null if it has none. */
function decidingDispute<D extends { paymentId: string; status: DisputeStatus }>(
  disputes: readonly D[],
  paymentId: string,
): D | null {
  return worst(disputes.filter((dispute) => dispute.paymentId === paymentId));
}

/** True while a dispute of a payment is open, which blocks its refund, whatever others have ended. An inquiry does not. */
export function isDisputed(
  disputes: readonly { paymentId: string; status: DisputeStatus }[],
  paymentId: string,
): boolean {
  return disputes.some((dispute) => dispute.paymentId === paymentId && dispute.status === 'open');
}

/** The dispute that is shown of an order: one of its granted payment before one of another payment. */
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
