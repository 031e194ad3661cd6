import { view, type Books } from './books';
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

/** Opens a dispute of a payment; its amount leaves the balance at once. @throws ProviderError 400 or 404 */
export function openDispute(books: Books, paymentIntent: string, dueInS = EVIDENCE_DUE_S): Dispute {
  const intent = books.findAnywhere('payment_intent', paymentIntent);
  if (!intent.latest_charge) throw invalid('The payment has no charge');
  const charge = books.findAnywhere('charge', intent.latest_charge);
  if (isDisputed(books, charge)) throw impossible('The charge has been disputed already');
  charge.disputed = true;
  const dispute = books.add<Dispute>({
    id: newId('du'),
    object: 'dispute',
    created: nowSeconds(),
    livemode: charge.livemode,
    amount: charge.amount,
    currency: charge.currency,
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
  adjust(books, dispute, -charge.amount, books.timing.fees.dispute);
  books.emit('charge.dispute.created', dispute);
  return dispute;
}

/** Closes a dispute; winning returns its amount, also late after it was lost. @throws ProviderError 400 otherwise */
export function closeDispute(books: Books, dispute: Dispute, outcome: 'won' | 'lost'): Dispute {
  const before = dispute.status;
  if (before !== 'needs_response' && !(before === 'lost' && outcome === 'won'))
    throw impossible(`The dispute is ${before}`);
  dispute.status = outcome;
  if (outcome === 'won') adjust(books, dispute, dispute.amount, 0);
  books.emit('charge.dispute.closed', dispute, { status: before });
  if (outcome === 'won') books.emit('charge.dispute.funds_reinstated', dispute);
  return dispute;
}

function adjust(books: Books, dispute: Dispute, amount: number, fee: number): void {
  const { id: source, currency } = dispute;
  const moved = moveBalance(books, dispute.realm, { type: 'adjustment', source, amount, fee, currency });
  dispute.balance_transactions.push(view(moved));
}

/** True while a dispute that is open or lost blocks refunds of the charge. */
export function isDisputed(books: Books, charge: Charge): boolean {
  if (!charge.disputed) return false;
  return books.all('dispute', charge.realm).some((dispute) => dispute.charge === charge.id && dispute.status !== 'won');
}
