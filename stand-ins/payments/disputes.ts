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

/** Time to submit evidence, in seconds. */
const EVIDENCE_DUE_S = 10 * 24 * 3_600;

/** Read-only routes of disputes, because only cardholders open them. */
export const disputeRoutes = (books: Books): Route[] =>
  readRoutes(books, 'dispute', '/v1/disputes', ['payment_intent', 'charge']);

/** Properties of a dispute. Omitted properties are derived from the status. */
interface DisputeTerms {
  status?: DisputeStatus | undefined;
  caseType?: CaseType | undefined;
  refundable?: boolean | undefined;
  /** Balance movements in minor units of the charge's currency, negative if money leaves our balance. */
  movements?: readonly number[] | undefined;
}

/** A dispute opened by a cardholder or a bank. */
interface Complaint extends DisputeTerms {
  paymentIntent: string;
  /** Minor units of `currency`; by default everything that is not yet disputed. */
  amount?: number | undefined;
  /** Currency of the cardholder's bank; by default the charge's currency. */
  currency?: string | undefined;
  /** Seconds until evidence is due. */
  dueInS?: number | undefined;
}

/** Opens a dispute, which by default takes the money unless it is an inquiry or a block. @throws ProviderError */
export function openDispute(books: Books, complaint: Complaint): Dispute {
  const { paymentIntent, status = 'needs_response', dueInS = EVIDENCE_DUE_S } = complaint;
  const charge = chargeOf(books, paymentIntent);
  const left = charge.amount - disputedAmount(books, charge);
  const currency = complaint.currency ?? charge.currency;
  const rate = rateOf(currency, charge.currency);
  const amount = complaint.amount ?? Math.round(left / rate);
  const taken = Math.round(amount * rate);
  if (left <= 0) throw impossible('The charge is already fully disputed');
  if (taken < 1 || taken > left) throw invalid(`Only ${left} of the charge can be disputed`);
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

/** Changes a dispute as the bank would. By default, an inquiry that becomes a dispute takes the disputed amount. */
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

/** Closes the inquiries about a fully refunded charge. */
export function closeInquiries(books: Books, charge: Charge): void {
  for (const dispute of disputesOf(books, charge)) {
    if (DISPUTE_PHASES[dispute.status] !== 'inquiry') continue;
    changeDispute(books, dispute, { status: 'warning_closed', refundable: false });
  }
}

/** Card details with this type of network case. */
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

// A charge can be refunded during an inquiry that took no money, but not during an open dispute. After a dispute has
// closed, the undisputed part can be refunded.
function isRefundable(books: Books, dispute: Dispute, charge: Charge): boolean {
  const phase = DISPUTE_PHASES[dispute.status];
  if (phase === 'closed') return disputedAmount(books, charge) < charge.amount;
  const asks = phase === 'inquiry' || dispute.payment_method_details?.card?.case_type === 'inquiry';
  return asks && takenBy(dispute) === 0;
}

export interface Verdict {
  outcome: 'won' | 'lost';
  /** Minor units returned by a lost dispute (a partial win), in the charge's currency. */
  returned?: number | undefined;
  /** False if the charge can no longer be refunded, even when the dispute covers only part of it. */
  refundable?: boolean | undefined;
}

/** Closes a dispute. Winning returns the money, even after a loss. @throws ProviderError 400 for other transitions */
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

/** Minor units that a dispute took from its charge and did not return. */
export function takenBy({ balance_transactions: moved }: Dispute): number {
  return -moved.reduce((sum, { amount }) => sum + (amount as number), 0);
}

// When a dispute takes money, it also costs a fee, which is never returned.
function move(books: Books, dispute: Dispute, { currency }: Charge, amount: number): void {
  const rate = rateOf(dispute.currency, currency);
  const moved = { type: 'adjustment', source: dispute.id, exchange_rate: rate === 1 ? null : rate };
  const fee = amount < 0 ? books.timing.fees.dispute : 0;
  dispute.balance_transactions.push(view(moveBalance(books, dispute.realm, { ...moved, amount, fee, currency })));
}

/** True while a dispute blocks refunds of the charge: an open dispute, or a lost one that took the whole amount. */
export function isDisputed(books: Books, charge: Charge): boolean {
  if (!charge.disputed) return false;
  return disputesOf(books, charge).some(
    ({ status, is_charge_refundable: refundable }) => !refundable && status !== 'won' && status !== 'warning_closed',
  );
}

const disputesOf = (books: Books, charge: Charge) =>
  books.all('dispute', charge.realm).filter((dispute) => dispute.charge === charge.id);

/** Part of a charge that disputes took and did not return. */
const disputedAmount = (books: Books, charge: Charge) =>
  disputesOf(books, charge).reduce((sum, dispute) => sum + takenBy(dispute), 0);

/** Read-only routes of early fraud warnings, because only banks issue them. */
export function fraudWarningRoutes(books: Books): Route[] {
  const shown = (warning: EarlyFraudWarning) => view({ ...warning, actionable: isActionable(books, warning) });
  const filters = ['payment_intent', 'charge'] as const;
  return readRoutes(books, 'radar.early_fraud_warning', '/v1/radar/early_fraud_warnings', filters, shown);
}

/** Issues an early fraud warning for a payment. @throws ProviderError 400 or 404 */
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

// The provider's definition: the charge is neither disputed nor fully refunded.
function isActionable(books: Books, warning: EarlyFraudWarning): boolean {
  const charge = books.findAnywhere('charge', warning.charge);
  return !isDisputed(books, charge) && charge.amount_refunded < charge.amount;
}
