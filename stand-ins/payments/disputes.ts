import { moveBalance, view, type Books } from './books';
import { rateOf } from './connect';
import { readRoutes } from './lists';
import { impossible, invalid, type Route } from './protocol';
import {
  DISPUTE_PHASES,
  draft,
  newId,
  nowSeconds,
  type CaseType,
  type Charge,
  type Dispute,
  type DisputeStatus,
  type EarlyFraudWarning,
} from './world';

/** Time for evidence, in seconds. */
const EVIDENCE_DUE_S = 10 * 24 * 3_600;

/** Read-only routes of disputes: only customers open them. */
export const disputeRoutes = (books: Books): Route[] =>
  readRoutes(books, 'dispute', '/v1/disputes', ['payment_intent', 'charge']);

/** What a dispute can be told to be; what is left out follows from the status. */
interface DisputeTerms {
  status?: DisputeStatus | undefined;
  caseType?: CaseType | undefined;
  refundable?: boolean | undefined;
  /** Money that it moves now, in minor units of the charge: negative where it leaves us. */
  movements?: readonly number[] | undefined;
}

/** A dispute as a cardholder or a bank opens it. */
interface Complaint extends DisputeTerms {
  paymentIntent: string;
  /** Minor units of `currency`; by default all that no other dispute is about. */
  amount?: number | undefined;
  /** That of the cardholder's bank; that of the charge by default. */
  currency?: string | undefined;
  /** Seconds until evidence is due. */
  dueInS?: number | undefined;
}

/**
 * Opens a dispute over a payment or a part of it; by default its amount leaves the balance at once.
 * @throws ProviderError 404, or 400 where nothing is left to dispute
 */
export function openDispute(books: Books, complaint: Complaint): Dispute {
  const { paymentIntent, status = 'needs_response', dueInS = EVIDENCE_DUE_S } = complaint;
  const charge = chargeOf(books, paymentIntent);
  const left = charge.amount - disputedAmount(books, charge);
  const currency = complaint.currency ?? charge.currency;
  const rate = rateOf(currency, charge.currency);
  const amount = complaint.amount ?? Math.round(left / rate);
  const taken = Math.round(amount * rate);
  if (left <= 0) throw impossible('The charge has been disputed already');
  if (taken < 1 || taken > left) throw invalid(`Of the charge ${left} can be disputed`);
  charge.disputed = true;
  const caseType = complaint.caseType ?? caseTypeOf(status);
  const dispute = books.add(
    draft<Dispute>({
      id: newId('du'),
      object: 'dispute',
      livemode: charge.livemode,
      amount,
      currency,
      charge: charge.id,
      payment_intent: paymentIntent,
      reason: 'fraudulent',
      status,
      payment_method_details: cardOf(caseType),
      balance_transactions: [],
      is_charge_refundable: false,
      evidence_details: { due_by: nowSeconds() + dueInS, has_evidence: false, past_due: false, submission_count: 0 },
      realm: charge.realm,
    }),
  );
  for (const each of complaint.movements ?? movementsOf(status, caseType, taken)) move(books, dispute, charge, each);
  dispute.is_charge_refundable = complaint.refundable ?? isRefundable(books, dispute, charge);
  books.emit('charge.dispute.created', dispute);
  if (DISPUTE_PHASES[status] === 'closed') books.emit('charge.dispute.closed', dispute);
  return dispute;
}

function chargeOf(books: Books, paymentIntent: string): Charge {
  const { latest_charge: charge } = books.findAnywhere('payment_intent', paymentIntent);
  if (!charge) throw invalid('The payment has no charge');
  return books.findAnywhere('charge', charge);
}

/** Changes a dispute as the bank does. An inquiry that becomes a dispute takes its amount unless it says otherwise. */
export function changeDispute(books: Books, dispute: Dispute, terms: DisputeTerms): Dispute {
  const { status: before } = dispute;
  const { status = before } = terms;
  const charge = books.findAnywhere('charge', dispute.charge);
  const escalates = DISPUTE_PHASES[before] === 'inquiry' && DISPUTE_PHASES[status] === 'dispute';
  const taken = Math.round(dispute.amount * rateOf(dispute.currency, charge.currency));
  const movements = terms.movements ?? (escalates ? [-taken] : []);
  dispute.status = status;
  if (terms.caseType ?? escalates) dispute.payment_method_details = cardOf(terms.caseType ?? 'chargeback');
  for (const each of movements) move(books, dispute, charge, each);
  dispute.is_charge_refundable = terms.refundable ?? isRefundable(books, dispute, charge);
  const closes = DISPUTE_PHASES[status] === 'closed' && status !== before;
  books.emit(closes ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute, { status: before });
  if (movements.some((amount) => amount < 0)) books.emit('charge.dispute.funds_withdrawn', dispute);
  if (movements.some((amount) => amount > 0)) books.emit('charge.dispute.funds_reinstated', dispute);
  return dispute;
}

/** Closes the inquiries about a charge that was refunded in full. */
export function closeInquiries(books: Books, charge: Charge): void {
  for (const dispute of disputesOf(books, charge)) {
    if (DISPUTE_PHASES[dispute.status] !== 'inquiry') continue;
    changeDispute(books, dispute, { status: 'warning_closed', refundable: false });
  }
}

/** A card whose network has a case of this type. */
function cardOf(case_type: CaseType) {
  return { type: 'card' as const, card: { brand: 'visa', case_type, network: 'visa', network_reason_code: '10.4' } };
}

function caseTypeOf(status: DisputeStatus): CaseType {
  if (status === 'prevented') return 'resolution';
  return status.startsWith('warning_') ? 'inquiry' : 'chargeback';
}

function movementsOf(status: DisputeStatus, caseType: CaseType, taken: number): number[] {
  if (status.startsWith('warning_') || caseType === 'inquiry' || caseType === 'block') return [];
  return status === 'won' ? [-taken, taken] : [-taken];
}

// An inquiry that took nothing leaves it, a dispute forbids it, and a closed one leaves what it did not take.
function isRefundable(books: Books, dispute: Dispute, charge: Charge): boolean {
  const phase = DISPUTE_PHASES[dispute.status];
  if (phase === 'closed') return disputedAmount(books, charge) < charge.amount;
  const asks = phase === 'inquiry' || dispute.payment_method_details?.card?.case_type === 'inquiry';
  return asks && takenBy(dispute) === 0;
}

export interface Verdict {
  outcome: 'won' | 'lost';
  /** Minor units that come back of a lost one, in the currency of the charge: it was won in part. */
  returned?: number | undefined;
  /** False if the provider makes no refund of the charge any more, though the dispute took a part of it only. */
  refundable?: boolean | undefined;
}

/** Closes a dispute; winning returns what it took, also after it was lost. @throws ProviderError 400 otherwise */
export function closeDispute(books: Books, dispute: Dispute, verdict: Verdict): Dispute {
  const { outcome, returned = 0, refundable = true } = verdict;
  const before = dispute.status;
  if (DISPUTE_PHASES[before] !== 'dispute' && !(before === 'lost' && outcome === 'won'))
    throw impossible(`The dispute is ${before}`);
  const taken = takenBy(dispute);
  if (returned < 0 || returned > taken) throw invalid(`The dispute took ${taken}`);
  dispute.status = outcome;
  const back = outcome === 'won' ? taken : returned;
  const charge = books.findAnywhere('charge', dispute.charge);
  if (back > 0) move(books, dispute, charge, back);
  dispute.is_charge_refundable = outcome === 'won' || (refundable && disputedAmount(books, charge) < charge.amount);
  books.emit('charge.dispute.closed', dispute, { status: before });
  if (back > 0) books.emit('charge.dispute.funds_reinstated', dispute);
  return dispute;
}

/** Minor units that a dispute took of its charge and did not bring back. */
export function takenBy({ balance_transactions: moved }: Dispute): number {
  return -moved.reduce((sum, { amount }) => sum + (amount as number), 0);
}

// What leaves us costs a fee besides, which is not returned.
function move(books: Books, dispute: Dispute, { currency }: Charge, amount: number): void {
  const rate = rateOf(dispute.currency, currency);
  const moved = { type: 'adjustment', source: dispute.id, exchange_rate: rate === 1 ? null : rate };
  const fee = amount < 0 ? books.timing.fees.dispute : 0;
  dispute.balance_transactions.push(view(moveBalance(books, dispute.realm, { ...moved, amount, fee, currency })));
}

/** True while a dispute blocks refunds of the charge: one that is open, or that was lost and left nothing. */
export function isDisputed(books: Books, charge: Charge): boolean {
  if (!charge.disputed) return false;
  return disputesOf(books, charge).some(
    ({ status, is_charge_refundable: refundable }) => !refundable && status !== 'won' && status !== 'warning_closed',
  );
}

const disputesOf = (books: Books, charge: Charge) =>
  books.all('dispute', charge.realm).filter((dispute) => dispute.charge === charge.id);

/** Part of a charge that disputes took which were not won. */
const disputedAmount = (books: Books, charge: Charge) =>
  disputesOf(books, charge).reduce((sum, dispute) => sum + takenBy(dispute), 0);

/** Read-only routes of early fraud warnings: only banks issue them. */
export function fraudWarningRoutes(books: Books): Route[] {
  const shown = (warning: EarlyFraudWarning) => view({ ...warning, actionable: isActionable(books, warning) });
  const filters = ['payment_intent', 'charge'] as const;
  return readRoutes(books, 'radar.early_fraud_warning', '/v1/radar/early_fraud_warnings', filters, shown);
}

/** Issues an early fraud warning of a payment. @throws ProviderError 400 or 404 */
export function warnOfFraud(books: Books, paymentIntent: string): EarlyFraudWarning {
  const charge = chargeOf(books, paymentIntent);
  const warning = books.add(
    draft<EarlyFraudWarning>({
      id: newId('issfr'),
      object: 'radar.early_fraud_warning',
      livemode: charge.livemode,
      actionable: true,
      charge: charge.id,
      fraud_type: 'made_with_stolen_card',
      payment_intent: paymentIntent,
      realm: charge.realm,
    }),
  );
  warning.actionable = isActionable(books, warning);
  books.emit('radar.early_fraud_warning.created', warning);
  return warning;
}

// As the provider documents: neither disputed nor fully refunded.
function isActionable(books: Books, warning: EarlyFraudWarning): boolean {
  const charge = books.findAnywhere('charge', warning.charge);
  return !isDisputed(books, charge) && charge.amount_refunded < charge.amount;
}
