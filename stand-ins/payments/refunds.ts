import { z } from 'zod';
import { moveBalance, view, type Books } from './books';
import { closeInquiries, isDisputed } from './disputes';
import { readRoutes } from './lists';
import { group, metadata, optional, post, whole, impossible, invalid, type Call, type Route } from './protocol';
import { draft, newId, type Charge, type Realm, type Refund } from './world';

const DEFAULT_FAILS_AFTER_MS = 1_000;
const PARAMETERS = group({
  charge: optional,
  payment_intent: optional,
  amount: whole(1).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata,
});
type Parameters = z.output<typeof PARAMETERS>;

export function refundRoutes(books: Books): Route[] {
  return [
    post('/v1/refunds', PARAMETERS, (call) => view(create(books, call))),
    ...readRoutes(books, 'refund', '/v1/refunds', ['payment_intent', 'charge']),
  ];
}

/** Sets the status of a refund and emits its events. */
export function setRefundStatus(books: Books, refund: Refund, status: Refund['status'], reason = 'declined'): Refund {
  if (refund.status === status) return refund;
  const previous = { status: refund.status };
  const counted = isEffective(refund.status);
  refund.status = status;
  if (counted !== isEffective(status)) {
    // The amount of a failed refund returns to the platform's balance, and the charge can be refunded again.
    const back = counted ? refund.amount : -refund.amount;
    if (refund.pending_reason === undefined) move(books, refund, back);
    markRefunded(books.findAnywhere('charge', refund.charge), -back);
  }
  if (status === 'failed') refund.failure_reason = reason;
  if (status !== 'pending') delete refund.pending_reason;
  if (status === 'failed') books.emit('refund.failed', refund, previous);
  books.emit('refund.updated', refund, previous);
  return refund;
}

/** Executes pending refunds that the balance now covers. */
export function settlePendingRefunds(books: Books, realm: Realm): void {
  for (const refund of books.all('refund', realm).toReversed()) {
    if (refund.pending_reason !== 'insufficient_funds') continue;
    if (books.balance(realm, refund.currency) < refund.amount) continue;
    move(books, refund, -refund.amount);
    setRefundStatus(books, refund, 'succeeded');
  }
}

function create(books: Books, { params, realm, method, path }: Call<Parameters>): Refund {
  const charge = chargeOf(books, realm, params);
  const left = charge.amount - charge.amount_refunded;
  if (isDisputed(books, charge))
    throw impossible(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed');
  if (left === 0) throw impossible(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  const { amount = left, reason = null } = params;
  if (amount > left)
    throw impossible(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`);

  const funded = books.balance(realm, charge.currency) >= amount;
  markRefunded(charge, amount);
  const refund = books.add(
    draft<Refund>({
      id: newId('re'),
      object: 'refund',
      amount,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: charge.payment_intent!,
      reason,
      status: funded ? 'succeeded' : 'pending',
      ...(!funded && { pending_reason: 'insufficient_funds' }),
      metadata: params.metadata,
      realm,
    }),
  );
  if (funded) move(books, refund, -amount);
  books.emit('refund.created', refund);
  if (charge.refunded) closeInquiries(books, charge);
  const fault = books.faults.forOutcome(method, path, 'refund.created');
  if (fault) books.agenda.schedule('fail_later', refund.id, fault.delayMs ?? DEFAULT_FAILS_AFTER_MS);
  return refund;
}

function chargeOf(books: Books, realm: Realm, { charge, payment_intent: payment = '' }: Parameters): Charge {
  if (charge) return books.find(realm, 'charge', charge, 'charge');
  const intent = books.find(realm, 'payment_intent', payment, 'payment_intent');
  if (!intent.latest_charge)
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
  return books.find(realm, 'charge', intent.latest_charge);
}

function move(books: Books, { realm, id: source, currency }: Refund, amount: number): void {
  moveBalance(books, realm, { type: amount < 0 ? 'refund' : 'refund_failure', source, amount, currency });
}

function markRefunded(charge: Charge, amount: number): void {
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
}

const isEffective = (status: Refund['status']) => status !== 'failed' && status !== 'canceled';
