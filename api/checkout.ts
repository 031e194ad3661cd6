import type { Mode } from '../contracts/access';
import { Failure } from '../contracts/failures';
import { CONSENTS, type CheckoutSessionCreated, type ProductName } from '../contracts/orders';
import type { Order } from '../prisma/client';
import { PaymentsError, type CheckoutSession, type Payments } from '../providers/payments/payments';
import { fingerprint } from '../store/idempotency';
import { failOrder, giveUpAttempt, recordSession } from '../store/orders/move-order';
import type { Buyer } from '../store/orders/buyer';
import { openOrder } from '../store/orders/open-order';
import type { ApiDeps } from './deps';
import type { Caller } from '../store/api-keys';

/** A checkout that a buyer asks for; both consents were given. */
export interface Checkout {
  /** The endpoint and the space of its idempotency keys. */
  operation: string;
  keySpace: string;
  idempotencyKey: string;
  buyer: Buyer;
  mode: Mode;
  product: ProductName;
  opportunityId: string | null;
}

/** Whether the payment provider is configured for the mode of a caller; of a browser's, live. */
export function canSell({ payments }: ApiDeps, caller: Caller | null): boolean {
  return payments?.modes.includes(caller?.mode ?? 'live') ?? false;
}

/**
 * Opens an order and its checkout session: the order is committed with its end before the provider is called, so that a crash in
 * between leaves an order that the same key goes on with, and that ends by itself.
 *
 * @throws Failure `payment_provider_failed` (502), `service_unavailable` (503): repeat with the same key and body
 * @throws Failure as {@link openOrder}
 */
export async function startCheckout(deps: ApiDeps, checkout: Checkout): Promise<CheckoutSessionCreated> {
  const { product, opportunityId, mode } = checkout;
  const { order, replayed, pending } = await openOrder(deps.db, {
    idempotency: {
      accountId: checkout.keySpace,
      operation: checkout.operation,
      key: checkout.idempotencyKey,
      fingerprint: fingerprint({ product, opportunityId, consents: true }),
    },
    buyer: checkout.buyer,
    mode,
    product,
    opportunityId,
    consentTextVersion: CONSENTS.version,
    lifetimeMs: deps.settings.checkoutLifetimeMs,
    graceMs: deps.settings.reservationGraceMs,
  });
  if (replayed) return answer(order, true);
  const session = await askProvider(deps, order);
  const payable = await recordSession(deps.db, order, session);
  // Not before the order is durable. Where this is not reached, the relay delivers.
  if (pending) deps.deliver(pending);
  if (!payable) throw await overtaken(deps.payments!, session);
  return answer(payable, false);
}

/** What a replay answers is what was answered first: an order that was paid since still names its checkout. */
function answer(order: Order, replayed: boolean): CheckoutSessionCreated {
  return {
    orderId: order.id,
    status: 'pending_payment',
    checkoutUrl: order.checkoutUrl,
    checkoutSessionId: order.checkoutSessionId,
    replayed,
    price: { amount: order.priceAmount, currency: 'usd' },
    expiresAt: order.expiresAt.toISOString(),
    mode: order.mode as Mode,
  };
}

async function askProvider({ db, payments, settings }: ApiDeps, order: Order): Promise<CheckoutSession> {
  try {
    return await payments!.createCheckoutSession({
      orderId: order.id,
      attempt: order.attempt,
      mode: order.mode as Mode,
      product: order.opportunityId ? `Newsletter opportunity: ${order.productName}` : order.productName,
      price: { amount: order.priceAmount, currency: 'usd' },
      expiresAt: order.expiresAt,
      successUrl: `${settings.publicUrl}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${settings.publicUrl}/checkout/cancelled?order=${order.id}`,
    });
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    // What is refused once is refused again: the order ends, and the same key opens another.
    if (error.kind === 'rejected' || error.kind === 'key_refused' || error.kind === 'not_found') {
      await failOrder(db, order.id);
    } else {
      await giveUpAttempt(db, order);
    }
    if (error.kind === 'rate_limited') {
      const retryAfterSeconds = Math.ceil((error.retryAfterMs ?? 2_000) / 1_000);
      throw new Failure('service_unavailable', { retryAfterSeconds, cause: error });
    }
    throw new Failure('payment_provider_failed', { retryAfterSeconds: 2, cause: error });
  }
}

// The order ended, or another request went on with it, while the provider was asked: nobody may pay for this session.
async function overtaken(payments: Payments, session: CheckoutSession): Promise<Failure> {
  await payments.expireSession(session.mode, session.id).catch(() => undefined);
  return new Failure('idempotency_in_flight', { retryAfterSeconds: 2 });
}
