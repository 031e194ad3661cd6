import { addCharge, moveBalance, feeOfCharge, type Books } from './books';
import { readRoutes } from './lists';
import { impossible, invalid, type Route } from './protocol';
import { settlePendingRefunds } from './refunds';
import { draft, newId, nowSeconds, type PaymentIntent, type Session, type Invoice } from './world';

/** Outcomes of a payment attempt. `delayed` is a bank debit that settles days later. */
export const OUTCOMES = ['paid', 'declined', 'delayed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

interface Attempt {
  outcome: Outcome;
  email?: string | undefined;
  /** Billing country, two capital letters. Determines the tax. */
  country?: string | undefined;
  taxId?: string | undefined;
  force?: boolean | undefined;
  /** Age of the charge in seconds, to simulate late events. */
  agoS?: number | undefined;
}

export function paymentRoutes(books: Books): Route[] {
  return [
    ...readRoutes(books, 'payment_intent', '/v1/payment_intents'),
    ...readRoutes(books, 'charge', '/v1/charges', ['payment_intent']),
  ];
}

/** Attempts to pay a session. `force` also pays an expired session. @throws ProviderError 400 if it cannot be paid */
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

/** Settles a delayed payment. @throws ProviderError 400 if no payment is processing */
export function settle(books: Books, session: Session, outcome: 'succeeded' | 'failed'): Session {
  const intent = session.payment_intent && books.findAnywhere('payment_intent', session.payment_intent);
  if (!intent || intent.status !== 'processing') throw invalid('This session has no processing payment');
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
  const charge = addCharge(books, {
    id: newId('ch'),
    created: nowSeconds() - agoS,
    amount: intent.amount,
    currency: intent.currency,
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
  issueInvoice(books, session);
  const fee = feeOfCharge(books.timing.fees, charge.amount);
  const moved = { type: 'charge' as const, source: charge.id, amount: charge.amount, fee, currency: charge.currency };
  charge.balance_transaction = moveBalance(books, session.realm, moved).id;
  books.emit('charge.succeeded', charge);
  books.emit('payment_intent.succeeded', intent);
  settlePendingRefunds(books, session.realm);
}

export const invoiceRoutes = (books: Books): Route[] => readRoutes(books, 'invoice', '/v1/invoices', ['customer']);

/** Creates the invoice of a paid session, and its customer, if the session requests an invoice. */
function issueInvoice(books: Books, session: Session): void {
  if (!session.invoice_creation.enabled || session.invoice !== null) return;
  const customer = session.customer ?? newId('cus');
  session.customer = customer;
  const id = newId('in');
  const { amount_total: total, amount_subtotal: subtotal, hidden } = session;
  const tax = session.total_details.amount_tax;
  const address = `${books.site()}/i/${id}`;
  const invoice = books.add(
    draft<Invoice>({
      id,
      object: 'invoice',
      livemode: session.livemode,
      number: `${customer.slice(-8).toUpperCase()}-0001`,
      status: 'paid',
      billing_reason: 'manual',
      collection_method: 'charge_automatically',
      currency: session.currency,
      customer,
      customer_email: session.customer_details?.email ?? null,
      subtotal,
      subtotal_excluding_tax: total - tax,
      total,
      total_excluding_tax: total - tax,
      total_taxes: hidden.taxes,
      amount_due: total,
      amount_paid: total,
      amount_remaining: 0,
      hosted_invoice_url: address,
      invoice_pdf: `${address}/pdf`,
      metadata: session.invoice_creation.invoice_data.metadata ?? {},
      realm: session.realm,
      hidden: { items: hidden.items },
    }),
  );
  session.invoice = invoice.id;
  books.emit('invoice.paid', invoice);
}

/** Standard tax rates in percent, in countries where the stand-in's seller is registered. No tax elsewhere. */
export const TAX_RATES: Readonly<Record<string, number>> = { AT: 20, DE: 19, FR: 20, GB: 20, IE: 23, NL: 21, SE: 25 };

/** Details of a payer. If the session collects VAT ids, a VAT id shifts the tax to the payer (reverse charge). */
function customerDetails(
  session: Session,
  { email, country, taxId }: { email: string; country?: string | undefined; taxId?: string | undefined },
) {
  const reverse = taxId !== undefined && session.tax_id_collection?.enabled;
  const nowhere = { city: null, line1: null, line2: null, postal_code: null, state: null };
  return {
    email,
    name: null,
    phone: null,
    address: country ? { ...nowhere, country } : null,
    tax_exempt: reverse ? 'reverse' : 'none',
    tax_ids: reverse ? [{ type: 'eu_vat', value: taxId }] : [],
  } as Session['customer_details'];
}

/** Calculates the tax for a session whose payer is known. `taxBehavior` decides whether prices include it. */
function calculateTax(session: Session): void {
  if (!session.automatic_tax.enabled) return;
  const { hidden, customer_details: payer } = session;
  const rate = TAX_RATES[payer?.address?.country ?? ''] ?? 0;
  const reverse = payer?.tax_exempt === 'reverse';
  for (const item of hidden.items) {
    item.amount_tax = reverse ? 0 : taxIn(item.amount_subtotal, rate, hidden.taxBehavior);
    item.amount_total = item.amount_subtotal + (hidden.taxBehavior === 'exclusive' ? item.amount_tax : 0);
  }
  const tax = hidden.items.reduce((sum, item) => sum + item.amount_tax, 0);
  session.total_details.amount_tax = tax;
  session.amount_total = hidden.items.reduce((sum, item) => sum + item.amount_total, 0);
  session.automatic_tax.status = 'complete';
  hidden.taxes = [
    {
      amount: tax,
      tax_behavior: hidden.taxBehavior,
      taxability_reason: reverse ? 'reverse_charge' : rate > 0 ? 'standard_rated' : 'not_collecting',
      taxable_amount: session.amount_total - tax,
      type: 'tax_rate_details',
    },
  ];
}

function taxIn(amount: number, rate: number, behavior: 'exclusive' | 'inclusive'): number {
  return Math.round(behavior === 'exclusive' ? (amount * rate) / 100 : (amount * rate) / (100 + rate));
}
