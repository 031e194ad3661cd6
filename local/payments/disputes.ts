import { view, type Books } from './books';
import { page } from './lists';
import { impossible, invalid } from './provider-error';
import type { Route } from './route';
import { newId, nowSeconds, type Charge, type Dispute } from './world';

/** Routes of disputes; customers open them, so here they can only be read. */
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
    ['GET', '/v1/disputes/*', ({ ids, params, realm }) => (params.done(), view(books.find(realm, 'dispute', ids[0]!)))],
  ];
}

/** A customer disputes a payment; its amount leaves the balance at once. @throws ProviderError 400 or 404 */
export function openDispute(books: Books, paymentIntent: string): Dispute {
  const intent = books.findAnywhere('payment_intent', paymentIntent);
  if (!intent.latest_charge) throw invalid('The payment has no charge');
  const charge = books.findAnywhere('charge', intent.latest_charge);
  if (charge.disputed) throw impossible('The charge has been disputed already');
  charge.disputed = true;
  books.move(charge.realm, charge.currency, -charge.amount);
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
    metadata: {},
    realm: charge.realm,
  });
  books.announce('charge.dispute.created', dispute);
  return dispute;
}

/** The bank decides a dispute; won, its amount comes back. @throws ProviderError 400 where it is decided */
export function closeDispute(books: Books, dispute: Dispute, outcome: 'won' | 'lost'): Dispute {
  if (dispute.status !== 'needs_response') throw impossible(`The dispute is ${dispute.status}`);
  dispute.status = outcome;
  if (outcome === 'won') books.move(dispute.realm, dispute.currency, dispute.amount);
  books.announce('charge.dispute.closed', dispute, { status: 'needs_response' });
  return dispute;
}

/** Whether a charge cannot be refunded because its dispute is open or lost. */
export function isContested(books: Books, charge: Charge): boolean {
  if (!charge.disputed) return false;
  return books.all('dispute', charge.realm).some((dispute) => dispute.charge === charge.id && dispute.status !== 'won');
}
