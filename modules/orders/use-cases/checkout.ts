import { Failure } from '../../../base/failures';
import { networkOf } from '../../../base/networks';
import { isLoopbackAddress } from '../../../base/public-deployment';
import type { Secrets } from '../../../base/secrets';
import { hashBuyerNetwork } from '../../../base/tokens';
import { readAddress } from '../../accounts/store/accounts';
import { fingerprint, inFlight, type IdempotencyClaim } from '../../outbox/store/claims';
import type { Work } from '../../outbox/store/outbox';
import { CONSENTS, type CheckoutSessionCreated, type CreditQuantity, type ProductName } from '../contract';
import { PaymentsError, type CheckoutSession, type Payments, type PaymentsErrorKind } from '../payment-provider';
import { failOrder } from '../store/move';
import { openOrder, releaseAttempt, recordSession } from '../store/open';
import type { Buyer, Order } from '../store/orders';

/** Permanent refusals, which end the order. The same idempotency key can then open a new order. */
const ENDS_ORDER: ReadonlySet<PaymentsErrorKind> = new Set(['rejected', 'key_refused', 'not_permitted', 'not_found']);

interface CheckoutDeps extends Work {
  /** Null if payments are not configured. Endpoints check for that first. */
  payments: Payments | null;
  settings: CheckoutTimes & { publicUrl: string; anonymousHoldShare: number; reservationGraceMs: number };
}

interface CheckoutTimes {
  checkoutLifetimeMs: number;
  anonymousCheckoutLifetimeMs: number;
}

/** A request for a checkout, with both consents given. */
export interface Checkout {
  claim: Omit<IdempotencyClaim, 'fingerprint'>;
  buyer: Buyer;
  product: ProductName;
  opportunityId: string | null;
  quantity: CreditQuantity;
}

/**
 * Opens an order and its checkout session. Commits the order with its expiry before it calls the provider. After a
 * crash, a retry with the same key resumes the order; without a retry, the order expires.
 * @throws Failure `payment_provider_failed` (502), `service_unavailable` (503): retry with the same key and body
 * @throws Failure as {@link openOrder}
 */
export async function startCheckout(deps: CheckoutDeps, checkout: Checkout): Promise<CheckoutSessionCreated> {
  const { product, opportunityId, quantity, claim } = checkout;
  const { order, replayed, pending } = await openOrder(deps.db, {
    // Hashes the purchase instead of the raw body, because bodies may omit defaults.
    idempotency: {
      ...claim,
      fingerprint: fingerprint({ product, opportunityId, consents: true, ...(quantity > 1 && { quantity }) }),
    },
    buyer: checkout.buyer,
    mode: claim.mode,
    product,
    opportunityId,
    quantity,
    consentTextVersion: CONSENTS.version,
    anonymousHoldShare: deps.settings.anonymousHoldShare,
    lifetimeMs: checkoutTimeMs(deps.settings, { accountId: checkout.buyer.accountId, opportunityId }),
    graceMs: deps.settings.reservationGraceMs,
  });
  if (replayed) return toReply(order, true);
  const session = await createSession(deps, order);
  const payable = await recordSession(deps.db, order, session);
  // If we crash before this line, the relay delivers the message.
  if (pending) deps.deliver(pending);
  if (!payable) throw await superseded(deps.payments!, session);
  return toReply(payable, false);
}

/** Time to pay while an opportunity is held. Shorter without an account, so that blocking the catalog is not free. */
export function checkoutTimeMs(settings: CheckoutTimes, order: Pick<Order, 'accountId' | 'opportunityId'>): number {
  const { checkoutLifetimeMs, anonymousCheckoutLifetimeMs } = settings;
  if (order.accountId !== null || order.opportunityId === null) return checkoutLifetimeMs;
  return Math.min(anonymousCheckoutLifetimeMs, checkoutLifetimeMs);
}

// The provider refuses sessions shorter than its minimum. If the order ends sooner, we close the session ourselves.
function sessionEnd(settings: CheckoutTimes, order: Order): Date {
  return new Date(order.expiresAt.getTime() + settings.checkoutLifetimeMs - checkoutTimeMs(settings, order));
}

/** The operation's response, which replays repeat. Includes the checkout URL even if the order has been paid since. */
function toReply(order: Order, replayed: boolean): CheckoutSessionCreated {
  return {
    orderId: order.id,
    status: 'pending_payment',
    checkoutUrl: order.checkoutUrl,
    checkoutSessionId: order.checkoutSessionId,
    replayed,
    quantity: order.quantity,
    price: { amount: order.priceAmount, currency: order.priceCurrency },
    expiresAt: order.expiresAt.toISOString(),
    mode: order.mode,
  };
}

function itemOf({ opportunityId, productName, quantity }: Order): string {
  if (opportunityId !== null) return `Newsletter opportunity: ${productName}`;
  return quantity > 1 ? `${productName}, ${quantity} credits` : productName;
}

async function createSession({ db, payments, settings }: CheckoutDeps, order: Order): Promise<CheckoutSession> {
  const customerEmail = order.accountId === null ? null : await readAddress(db, order.accountId);
  const end = sessionEnd(settings, order);
  try {
    return await payments!.createCheckoutSession({
      orderId: order.id,
      attempt: order.attempt,
      mode: order.mode,
      product: itemOf(order),
      price: { amount: order.priceAmount, currency: order.priceCurrency },
      expiresAt: end,
      heldUntil: order.expiresAt < end ? order.expiresAt : null,
      successUrl: `${settings.publicUrl}/checkout/success`,
      cancelUrl: `${settings.publicUrl}/checkout/cancelled?order=${order.id}`,
      customerEmail,
    });
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    const subject = { orderId: order.id };
    if (ENDS_ORDER.has(error.kind)) {
      await failOrder(db, order.id);
    } else {
      await releaseAttempt(db, order);
    }
    if (error.kind === 'rate_limited') {
      const retryAfterSeconds = Math.ceil((error.retryAfterMs ?? 2_000) / 1_000);
      throw new Failure('service_unavailable', { retryAfterSeconds, subject, cause: error });
    }
    throw new Failure('payment_provider_failed', { retryAfterSeconds: 2, subject, cause: error });
  }
}

// Another request ended or resumed the order in the meantime, so nobody may pay for this session.
async function superseded(payments: Payments, session: CheckoutSession): Promise<Failure> {
  await payments.expireSession(session.mode, session.id).catch(() => undefined);
  return inFlight(2);
}

/** A signed-in buyer and their network's keyed hash (none on a local machine, where one person uses all accounts). */
export function accountBuyer(
  { buyerSecrets }: { buyerSecrets: Secrets | null },
  { accountId, address }: { accountId: string; address: string },
): Buyer {
  const isCounted = buyerSecrets !== null && !isLoopbackAddress(address);
  const networkHash = isCounted ? hashBuyerNetwork(buyerSecrets[0], networkOf(address)) : null;
  return { accountId, tokenHash: null, addressHash: null, networkHash };
}
