import { view, type Books } from './books';
import { page } from './lists';
import { impossible, invalid } from './provider-error';
import { settlePendingRefunds } from './refunds';
import type { Route } from './route';
import { newId, nowSeconds, type Charge, type PaymentIntent, type Session } from './world';

/** How a customer's attempt to pay ends; `delayed` is a bank debit that settles days later. */
export const OUTCOMES = ['paid', 'declined', 'delayed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Routes of payment intents and charges. */
export function paymentRoutes(books: Books): Route[] {
  return [
    [
      'GET',
      '/v1/payment_intents',
      ({ params, realm, path }) => page(() => books.all('payment_intent', realm), path, params, view),
    ],
    [
      'GET',
      '/v1/payment_intents/*',
      ({ ids, params, realm }) => (params.done(), view(books.find(realm, 'payment_intent', ids[0]!))),
    ],
    [
      'GET',
      '/v1/charges',
      ({ params, realm, path }) => {
        const intent = params.text('payment_intent');
        const wanted = (charge: Charge) => !intent || charge.payment_intent === intent;
        return page(() => books.all('charge', realm).filter(wanted), path, params, view);
      },
    ],
    ['GET', '/v1/charges/*', ({ ids, params, realm }) => (params.done(), view(books.find(realm, 'charge', ids[0]!)))],
  ];
}

/**
 * A customer tries to pay a session. `force` pays one that has expired, as a payment that raced its expiry.
 *
 * @throws ProviderError 400 where the session cannot be paid
 */
export function pay(
  books: Books,
  session: Session,
  { outcome, email, force = false }: { outcome: Outcome; email?: string | undefined; force?: boolean },
): Session {
  const payable = session.status === 'open' || (force && session.status === 'expired');
  if (!payable) throw impossible(`This Checkout Session has a status of ${session.status}.`, 'session_not_open');
  const intent = intentOf(books, session);
  if (outcome === 'declined') {
    intent.last_payment_error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' };
    books.announce('payment_intent.payment_failed', intent);
    return session;
  }
  const payer = session.customer_email ?? email ?? 'customer@noi.example';
  session.customer_details = { email: payer, name: null, phone: null, address: null };
  session.status = 'complete';
  session.url = null;
  if (outcome === 'paid') {
    capture(books, session, intent);
  } else {
    intent.status = 'processing';
    books.announce('payment_intent.processing', intent);
  }
  books.announce('checkout.session.completed', session);
  return session;
}

/** The bank answers a delayed payment. @throws ProviderError 400 where none is under way */
export function settle(books: Books, session: Session, outcome: 'succeeded' | 'failed'): Session {
  const intent = session.payment_intent && books.findAnywhere('payment_intent', session.payment_intent);
  if (!intent || intent.status !== 'processing') throw invalid('No delayed payment of this session is under way');
  if (outcome === 'succeeded') {
    capture(books, session, intent);
    books.announce('checkout.session.async_payment_succeeded', session);
  } else {
    intent.status = 'requires_payment_method';
    intent.last_payment_error = {
      type: 'card_error',
      code: 'payment_intent_payment_attempt_failed',
      message: 'Failed',
    };
    books.announce('payment_intent.payment_failed', intent);
    books.announce('checkout.session.async_payment_failed', session);
  }
  return session;
}

function intentOf(books: Books, session: Session): PaymentIntent {
  if (session.payment_intent) return books.findAnywhere('payment_intent', session.payment_intent);
  const intent = books.add<PaymentIntent>({
    id: newId('pi'),
    object: 'payment_intent',
    created: nowSeconds(),
    livemode: session.livemode,
    amount: session.amount_total,
    amount_received: 0,
    currency: session.currency,
    status: 'requires_payment_method',
    latest_charge: null,
    last_payment_error: null,
    transfer_group: session.hidden.transferGroup,
    metadata: session.hidden.intentMetadata,
    realm: session.realm,
  });
  session.payment_intent = intent.id;
  books.announce('payment_intent.created', intent);
  return intent;
}

function capture(books: Books, session: Session, intent: PaymentIntent): void {
  const charge = books.add<Charge>({
    id: newId('ch'),
    object: 'charge',
    created: nowSeconds(),
    livemode: session.livemode,
    amount: intent.amount,
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
  });
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.latest_charge = charge.id;
  intent.last_payment_error = null;
  session.payment_status = 'paid';
  books.move(session.realm, charge.currency, charge.amount);
  books.announce('charge.succeeded', charge);
  books.announce('payment_intent.succeeded', intent);
  settlePendingRefunds(books, session.realm);
}
