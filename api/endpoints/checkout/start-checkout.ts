import { createHash, randomBytes } from 'node:crypto';
import { CheckoutForm } from '../../../contracts/orders';
import { canSell, startCheckout } from '../../checkout';
import { endpoint, open } from '../../endpoint';
import { NO_STORE } from '../../reply';
import { matchingOpportunity } from './create-checkout-session';

/** Cookie that knows a browser again which holds an opportunity; it says nothing of its owner. */
export const BUYER_COOKIE = 'noi_buyer';
const COOKIE_AGE_S = 30 * 24 * 3_600;

/** What orders keep of a browser's cookie and address: enough to know them again, not to tell them. */
export function buyerHash(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}

/** Takes the form of the checkout page and sends the browser to pay (spec row 3). */
export const startCheckoutByForm = endpoint({
  method: 'POST',
  path: '/checkout/start',
  operationId: 'startCheckout',
  summary: 'Open a hosted checkout from a browser form',
  description: 'For forms on the pages of this service: a form that another site sent is refused.',
  audience: 'public',
  auth: open,
  limit: 'checkoutStart',
  needs: canSell,
  failsAs: 'negotiated',
  body: CheckoutForm,
  bodyType: 'form',
  responseScope: null,
  responses: { 302: null },
  problems: [
    'opportunity_unavailable',
    'too_many_holds',
    'payment_provider_failed',
    'idempotency_key_reused',
    'idempotency_in_flight',
    'service_unavailable',
  ],

  async handle({ deps, body, address, cookie }) {
    const token = cookie(BUYER_COOKIE) ?? randomBytes(32).toString('base64url');
    const { checkoutUrl } = await startCheckout(deps, {
      operation: 'POST /checkout/start',
      keySpace: 'browsers',
      idempotencyKey: body.idempotencyKey,
      buyer: { accountId: null, tokenHash: buyerHash(token), addressHash: buyerHash(address) },
      mode: 'live',
      product: body.product,
      opportunityId: matchingOpportunity(body.product, body.opportunityId || null),
    });
    const secure = deps.settings.publicUrl.startsWith('https:') ? '; Secure' : '';
    const location = checkoutUrl ?? `${deps.settings.publicUrl}/opportunities`;
    return {
      status: 302,
      headers: {
        ...NO_STORE,
        Location: location,
        'Set-Cookie': `${BUYER_COOKIE}=${token}; Path=/; Max-Age=${COOKIE_AGE_S}; HttpOnly; SameSite=Lax${secure}`,
      },
    };
  },
});
