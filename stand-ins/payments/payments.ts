import { moveBalance, type Books } from './books';
import { feeOfCharge } from './fees';
import type { Route } from './form';
import { readRoutes } from './lists';
import { impossible, invalid } from './provider-error';
import { calculateTax, customerDetails, issueInvoice } from './invoices';
import { settlePendingRefunds } from './refunds';
import { draft, newId, nowSeconds, type Charge, type PaymentIntent, type Session } from './world';

/** Outcomes of an attempt to pay; `delayed` is a bank debit that settles days later. */
export const OUTCOMES = ['paid', 'declined', 'delayed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** An attempt to pay. */
export interface Attempt {
  outcome: Outcome;
  email?: string | undefined;
  /** Country of the billing address, two capital letters, which decides about tax. */
  country?: string | undefined;
  /** VAT id of a business. */
  taxId?: string | undefined;
  /** Pays an expired session. */
  force?: boolean | undefined;
  /** Seconds for which the charge has been made already, for what is heard of late. */
  agoS?: number | undefined;
}

/** Routes of payment intents and charges. */
export function paymentRoutes(books: Books): Route[] {
  return [
    ...readRoutes(books, 'payment_intent', '/v1/payment_intents'),
    ...readRoutes(books, 'charge', '/v1/charges', ['payment_intent']),
  ];
}

/**
 * Attempts to pay a session. `force` pays an expired one, like a payment that raced the expiry.
 *
 * @throws ProviderError 400 if the session cannot be paid
 */
export function pay(books: Books, session: Session, attempt: Attempt): Session {
  const { outcome, email, country, taxId, force = false, agoS = 0 } = attempt;
  const payable = session.status === 'open' || (force && session.status === 'expired');
  if (!payable) throw impossible(`This Checkout Session has a status of ${session.status}.`, 'session_not_open');
  const payer = session.customer_email ?? email ?? 'customer@noi.example';
  session.customer_details = customerDetails(session, { email: payer, country, taxId });
  calculateTax(session);
  const intent = intentOf(books, session);
  intent.amount = session.amount_total;
  if (outcome === 'declined') {
    intent.last_payment_error = cardError('card_declined', 'Your card was declined.');
    books.emit('payment_intent.payment_failed', intent);
    session.customer_details = null;
    return session;
  }
  session.status = 'complete';
  session.url = null;
  if (outcome === 'paid') {
    capture(books, session, intent, agoS);
  } else {
    intent.status = 'processing';
    books.emit('payment_intent.processing', intent);
  }
  books.emit('checkout.session.completed', session);
  return session;
}

/** Settles a delayed payment. @throws ProviderError 400 if none is processing */
export function settle(books: Books, session: Session, outcome: 'succeeded' | 'failed'): Session {
  const intent = session.payment_intent && books.findAnywhere('payment_intent', session.payment_intent);
  if (!intent || intent.status !== 'processing') throw invalid('This session has no payment that is processing');
  if (outcome === 'succeeded') {
    capture(books, session, intent);
    books.emit('checkout.session.async_payment_succeeded', session);
  } else {
    intent.status = 'requires_payment_method';
    intent.last_payment_error = cardError('payment_intent_payment_attempt_failed', 'Failed');
    books.emit('payment_intent.payment_failed', intent);
    books.emit('checkout.session.async_payment_failed', session);
  }
  return session;
}

const cardError = (code: string, message: string) =>
  ({ type: 'card_error', code, message }) as PaymentIntent['last_payment_error'];

function intentOf(books: Books, session: Session): PaymentIntent {
  if (session.payment_intent) return books.findAnywhere('payment_intent', session.payment_intent);
  const intent = books.add(
    draft<PaymentIntent>({
      id: newId('pi'),
      object: 'payment_intent',
      livemode: session.livemode,
      amount: session.amount_total,
      amount_received: 0,
      currency: session.currency,
      status: 'requires_payment_method',
      latest_charge: null,
      last_payment_error: null,
      transfer_group: null,
      metadata: session.hidden.intentMetadata,
      realm: session.realm,
    }),
  );
  session.payment_intent = intent.id;
  books.emit('payment_intent.created', intent);
  return intent;
}

function capture(books: Books, session: Session, intent: PaymentIntent, agoS = 0): void {
  const charge = books.add(
    draft<Charge>({
      id: newId('ch'),
      object: 'charge',
      created: nowSeconds() - agoS,
      livemode: session.livemode,
      amount: intent.amount,
      amount_captured: intent.amount,
      amount_refunded: 0,
      currency: intent.currency,
      status: 'succeeded',
      paid: true,
      captured: true,
      refunded: false,
      disputed: false,
      payment_intent: intent.id,
      billing_details: { email: session.customer_details?.email ?? null },
      metadata: intent.metadata,
      realm: session.realm,
    }),
  );
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.latest_charge = charge.id;
  intent.last_payment_error = null;
  session.payment_status = 'paid';
  issueInvoice(books, session);
  const fee = feeOfCharge(books.timing.fees, charge.amount);
  const moved = { type: 'charge' as const, source: charge.id, amount: charge.amount, fee, currency: charge.currency };
  charge.balance_transaction = moveBalance(books, session.realm, moved).id;
  books.emit('charge.succeeded', charge);
  books.emit('payment_intent.succeeded', intent);
  settlePendingRefunds(books, session.realm);
}
