import type Stripe from 'stripe';
import type { CheckoutOrder, CheckoutSession, SessionEnd } from './payments';
import { isRefusal } from './vendor-errors';

const SESSION_ENDS = ['complete', 'expired'] as const;

/** Asks for the money of an order. The whole body follows from order and attempt, so the same key always brings the same body. */
export async function createCheckoutSession(client: Stripe, order: CheckoutOrder): Promise<CheckoutSession> {
  const metadata = { orderId: order.orderId };
  const session = await client.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: order.price.currency,
            unit_amount: order.price.amount,
            product_data: { name: order.product },
          },
        },
      ],
      allowed_payment_method_types: ['card', 'link'],
      // The price that was promised is the price that is asked, in our currency.
      adaptive_pricing: { enabled: false },
      client_reference_id: order.orderId,
      metadata,
      // Refunds and disputes know the payment only, not the session.
      payment_intent_data: { metadata },
      expires_at: Math.floor(order.expiresAt.getTime() / 1000),
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      ...(order.customerEmail && { customer_email: order.customerEmail }),
    },
    { idempotencyKey: `checkout:${order.orderId}:${order.attempt}` },
  );
  return toSession(session);
}

/** A session as it is now. */
export async function retrieveSession(client: Stripe, sessionId: string): Promise<CheckoutSession> {
  return toSession(await client.checkout.sessions.retrieve(sessionId));
}

/** Ends a session, or says why that is not certain. A refusal is no proof of a payment: the session is looked at. */
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
  const { payment_intent: intent, status } = session;
  return {
    id: session.id,
    mode: session.livemode ? 'live' : 'test',
    orderId: session.metadata?.orderId ?? null,
    // An unknown state is an undecided one.
    status: SESSION_ENDS.find((end) => end === status) ?? 'open',
    paid: session.payment_status === 'paid',
    paymentIntentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
    total: { amount: session.amount_total ?? 0, currency: session.currency ?? '' },
    url: session.url,
    expiresAt: new Date(session.expires_at * 1000),
    email: session.customer_details?.email ?? session.customer_email,
  };
}
