import { view, type Books } from './books';
import { rateOf } from './arrivals';
import { moveBalance } from './movements';
import { page } from './lists';
import { impossible, invalid } from './provider-error';
import type { Route } from './route';
import { newId, nowSeconds, type Charge, type Dispute } from './world';

/** Time for evidence, in seconds. */
const EVIDENCE_DUE_S = 10 * 24 * 3_600;

/** Read-only routes of disputes: only customers open them. */
export function disputeRoutes(books: Books): Route[] {
  return [
    [
      'GET',
      '/v1/disputes',
      ({ params, realm, path }) => {
        const intent = params.text('payment_intent');
        const charge = params.text('charge');
        const wanted = (dispute: Dispute) =>
          (!intent || dispute.payment_intent === intent) && (!charge || dispute.charge === charge);
        return page(() => books.all('dispute', realm).filter(wanted), path, params, view);
      },
    ],
    [
      'GET',
      '/v1/disputes/*',
      ({ ids, params, realm }) => (params.rejectUnknown(), view(books.find(realm, 'dispute', ids[0]!))),
    ],
  ];
}

/** A dispute as a cardholder opens it. */
export interface Complaint {
  paymentIntent: string;
  /** Minor units of `currency`; by default all that no other dispute is about. */
  amount?: number | undefined;
  /** That of the cardholder's bank; that of the charge by default. */
  currency?: string | undefined;
  /** Seconds until evidence is due. */
  dueInS?: number | undefined;
}

/**
 * Opens a dispute over a payment, or a part of it, of which there can be several; its amount leaves the balance at once.
 *
 * @throws ProviderError 404, or 400 where disputes that were not won are about all of the charge
 */
export function openDispute(books: Books, complaint: Complaint): Dispute {
  const { paymentIntent, dueInS = EVIDENCE_DUE_S } = complaint;
  const intent = books.findAnywhere('payment_intent', paymentIntent);
  if (!intent.latest_charge) throw invalid('The payment has no charge');
  const charge = books.findAnywhere('charge', intent.latest_charge);
  const left = charge.amount - disputedAmount(books, charge);
  const currency = complaint.currency ?? charge.currency;
  const rate = rateOf(currency, charge.currency);
  const amount = complaint.amount ?? Math.round(left / rate);
  const taken = Math.round(amount * rate);
  if (left <= 0) throw impossible('The charge has been disputed already');
  if (taken < 1 || taken > left) throw invalid(`Of the charge ${left} can be disputed`);
  charge.disputed = true;
  const dispute = books.add<Dispute>({
    id: newId('du'),
    object: 'dispute',
    created: nowSeconds(),
    livemode: charge.livemode,
    amount,
    currency,
    charge: charge.id,
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: 'needs_response',
    balance_transactions: [],
    is_charge_refundable: false,
    evidence_details: { due_by: nowSeconds() + dueInS, has_evidence: false, past_due: false, submission_count: 0 },
    metadata: {},
    realm: charge.realm,
  });
  adjust(books, dispute, { amount: -taken, fee: books.timing.fees.dispute, currency: charge.currency, rate });
  books.emit('charge.dispute.created', dispute);
  return dispute;
}

/** End of a dispute. */
export interface Verdict {
  outcome: 'won' | 'lost';
  /** Minor units that come back of a lost one, in the currency of the charge: it was won in part. */
  returned?: number;
  /** False if the provider makes no refund of the charge any more, though the dispute took a part of it only. */
  refundable?: boolean;
}

/**
 * Closes a dispute; winning returns what it took, also late after it was lost.
 *
 * @throws ProviderError 400 otherwise, or where more would come back than it took
 */
export function closeDispute(books: Books, dispute: Dispute, verdict: Verdict): Dispute {
  const { outcome, returned = 0, refundable = true } = verdict;
  const before = dispute.status;
  if (before !== 'needs_response' && !(before === 'lost' && outcome === 'won'))
    throw impossible(`The dispute is ${before}`);
  const taken = takenBy(dispute);
  if (returned < 0 || returned > taken) throw invalid(`The dispute took ${taken}`);
  dispute.status = outcome;
  const back = outcome === 'won' ? taken : returned;
  const charge = books.findAnywhere('charge', dispute.charge);
  if (back > 0) {
    const rate = rateOf(dispute.currency, charge.currency);
    adjust(books, dispute, { amount: back, fee: 0, currency: charge.currency, rate });
  }
  dispute.is_charge_refundable = outcome === 'won' || (refundable && disputedAmount(books, charge) < charge.amount);
  books.emit('charge.dispute.closed', dispute, { status: before });
  if (back > 0) books.emit('charge.dispute.funds_reinstated', dispute);
  return dispute;
}

/** Minor units that a dispute took of its charge and did not bring back. */
export function takenBy({ balance_transactions: moved }: Dispute): number {
  return -moved.reduce((sum, { amount }) => sum + (amount as number), 0);
}

function adjust(
  books: Books,
  dispute: Dispute,
  { rate, ...moved }: { amount: number; fee: number; currency: string; rate: number },
): void {
  const exchange_rate = rate === 1 ? null : rate;
  const about = { type: 'adjustment', source: dispute.id, exchange_rate };
  dispute.balance_transactions.push(view(moveBalance(books, dispute.realm, { ...moved, ...about })));
}

/** True while a dispute blocks refunds of the charge: one that is open, or that was lost and left nothing. */
export function isDisputed(books: Books, charge: Charge): boolean {
  if (!charge.disputed) return false;
  return disputesOf(books, charge).some((dispute) => dispute.status !== 'won' && !dispute.is_charge_refundable);
}

const disputesOf = (books: Books, charge: Charge) =>
  books.all('dispute', charge.realm).filter((dispute) => dispute.charge === charge.id);

/** Part of a charge that disputes took which were not won. */
const disputedAmount = (books: Books, charge: Charge) =>
  disputesOf(books, charge).reduce((sum, dispute) => sum + takenBy(dispute), 0);
