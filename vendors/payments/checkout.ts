import type Stripe from 'stripe';
import { plainText } from '../../base/plain-text';
import type {
  CheckoutOrder,
  CheckoutSession,
  CheckoutTerms,
  SessionEnd,
  Invoice,
} from '../../modules/orders/payment-provider';
import { addressKey, writeOnce, isRefusal, vendorCode } from './clients';
import { CHECKOUT_PAYMENTS, CHECKOUTS, decided, expanded, idOf, PAYMENTS, toMovement } from './vendor-states';

/** Path from a session to its payment's balance transaction, which contains the fee. */
const ARRIVAL = 'payment_intent.latest_charge.balance_transaction';

/** Creates the checkout session of an order. Omits the email address if the provider refuses it (`email_invalid`). */
export async function createCheckoutSession(
  client: Stripe,
  order: CheckoutOrder,
  terms: CheckoutTerms,
  deploymentId: string,
): Promise<CheckoutSession> {
  try {
    return await create(client, order, terms, deploymentId);
  } catch (error) {
    if (order.customerEmail === null || vendorCode(error) !== 'email_invalid') throw error;
    return create(client, { ...order, customerEmail: null }, terms, deploymentId);
  }
}

async function create(
  client: Stripe,
  order: CheckoutOrder,
  terms: CheckoutTerms,
  deploymentId: string,
): Promise<CheckoutSession> {
  const metadata = { orderId: order.orderId, deploymentId };
  const body: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.price.currency,
          unit_amount: order.price.amount,
          product_data: { name: order.product, ...(terms.tax && { tax_code: terms.tax.code }) },
          ...(terms.tax && { tax_behavior: terms.tax.behavior }),
        },
      },
    ],
    allowed_payment_method_types: ['card', 'link'],
    // Charges exactly the promised price in our currency.
    adaptive_pricing: { enabled: false },
    client_reference_id: order.orderId,
    metadata,
    // Refunds and disputes refer only to the payment, not to the session.
    payment_intent_data: { metadata },
    expires_at: Math.floor(order.expiresAt.getTime() / 1000),
    success_url: `${order.successUrl}?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: order.cancelUrl,
    ...taxAndInvoice(terms, metadata),
    ...(order.customerEmail && { customer_email: order.customerEmail }),
    ...(order.heldUntil && { custom_text: { submit: { message: heldWords(order.heldUntil) } } }),
  };
  const session = await writeOnce({
    key: `checkout:${order.orderId}:${order.attempt}${keyOf(terms)}${addressKey(order.customerEmail)}${order.heldUntil ? ':held' : ''}`,
    // There is no look-up by order. If the response was lost, nobody knows the session's URL, so nobody can pay.
    find: () => Promise.resolve(null),
    make: (idempotencyKey) => client.checkout.sessions.create(body, { idempotencyKey }),
  });
  return toSession(session);
}

/** The buyer's deadline, in words. The provider's page shows a later time, because sessions cannot expire so early. */
function heldWords(until: Date): string {
  const minute = until.toISOString().slice(11, 16);
  return `Reserved for you until ${minute} UTC: please pay by then. We refund later payments in full.`;
}

/** Parameters for automatic tax and the invoice. The invoice also gets the order's metadata. */
function taxAndInvoice(
  { tax, invoices }: CheckoutTerms,
  metadata: Record<string, string>,
): Partial<Stripe.Checkout.SessionCreateParams> {
  return {
    ...(tax && { automatic_tax: { enabled: true } }),
    // A business enters its VAT id. The id appears on the invoice and may shift the tax to the business.
    ...((tax ?? invoices) && { tax_id_collection: { enabled: true } }),
    ...(invoices && {
      invoice_creation: { enabled: true, invoice_data: { metadata } },
      billing_address_collection: 'required' as const,
    }),
  };
}

// Idempotency key suffix. The provider refuses a changed body under an old key, so a new setting would break retries.
function keyOf({ tax, invoices }: CheckoutTerms): string {
  const terms = [...(tax ? [tax.behavior, tax.code] : []), ...(invoices ? ['invoice'] : [])];
  return terms.map((term) => `:${term}`).join('');
}

/** Tax settings missing at the provider. Without them, it refuses each checkout with automatic tax. */
export async function missingForTax(client: Stripe): Promise<string[]> {
  const { status, status_details: details } = await client.tax.settings.retrieve();
  return status === 'active' ? [] : (details.pending?.missing_fields ?? [status]);
}

export async function retrieveSession(client: Stripe, sessionId: string): Promise<CheckoutSession> {
  return toSession(await client.checkout.sessions.retrieve(sessionId, { expand: ['invoice', ARRIVAL] }));
}

/** Expires a session and reports its state. If the provider refuses, retrieves the session, which may be unpaid. */
export async function expireSession(client: Stripe, sessionId: string): Promise<SessionEnd> {
  let session: CheckoutSession;
  try {
    session = toSession(await client.checkout.sessions.expire(sessionId));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    session = await retrieveSession(client, sessionId);
  }
  return { outcome: session.status, session };
}

function toSession(session: Stripe.Checkout.Session): CheckoutSession {
  const { payment_intent: intent } = session;
  // An unknown status counts as open.
  const status = decided<CheckoutSession['status']>(CHECKOUTS, session.status, 'open');
  const payment = decided<string | null>(CHECKOUT_PAYMENTS, session.payment_status, null);
  const charge = expanded(expanded(intent)?.latest_charge);
  const arrival = expanded(charge?.balance_transaction);
  return {
    id: session.id,
    mode: session.livemode ? 'live' : 'test',
    orderId: session.metadata?.orderId ?? null,
    status,
    paid: payment === 'paid',
    // True only if the payment was retrieved with its session. Otherwise its state is unknown.
    paymentFailed:
      status === 'complete' && payment === 'unpaid' && decided(PAYMENTS, expanded(intent)?.status, 'open') === 'failed',
    paidAt: charge?.paid ? new Date(charge.created * 1000) : null,
    paymentId: idOf(intent),
    total: { amount: session.amount_total ?? 0, currency: session.currency ?? '' },
    subtotal: session.amount_subtotal ?? 0,
    tax: session.total_details?.amount_tax ?? 0,
    invoice: toInvoice(session.invoice),
    url: session.url,
    expiresAt: new Date(session.expires_at * 1000),
    email: session.customer_details?.email ?? session.customer_email,
    arrival: arrival && toMovement(arrival),
  };
}

/** Retrieves an invoice; null until the invoice has a number. */
export async function retrieveInvoice(client: Stripe, invoiceId: string): Promise<Invoice | null> {
  return toInvoice(await client.invoices.retrieve(invoiceId));
}

/** Reads an expanded invoice; null for a draft without a number. Sanitizes the values that our pages show. */
function toInvoice(invoice: string | Stripe.Invoice | null): Invoice | null {
  if (invoice === null || typeof invoice === 'string' || invoice.number === null) return null;
  const { id, number, hosted_invoice_url: url, invoice_pdf: pdfUrl } = invoice;
  return { id, number: plainText(number), url: webAddress(url), pdfUrl: webAddress(pdfUrl) };
}

const webAddress = (url: string | null | undefined) =>
  url && URL.canParse(url) && /^https?:$/u.test(new URL(url).protocol) ? url : null;
