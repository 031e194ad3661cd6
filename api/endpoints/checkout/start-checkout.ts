import { CheckoutForm } from '../../../contracts/orders';
import { hashToken, newToken } from '../../../contracts/tokens';
import { canSell, startCheckout } from '../../checkout';
import { BUYER_COOKIE, setCookie } from '../../cookies';
import { endpoint, open } from '../../endpoint';
import { NO_STORE } from '../../reply';
import { matchingOpportunity } from './create-checkout-session';

const COOKIE_AGE_S = 30 * 24 * 3_600;

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
    const token = cookie(BUYER_COOKIE) ?? newToken();
    const { checkoutUrl } = await startCheckout(deps, {
      operation: 'POST /checkout/start',
      keySpace: 'browsers',
      idempotencyKey: body.idempotencyKey,
      buyer: { accountId: null, tokenHash: hashToken(token), addressHash: hashToken(address) },
      mode: 'live',
      product: body.product,
      opportunityId: matchingOpportunity(body.product, body.opportunityId || null),
    });
    const location = checkoutUrl ?? `${deps.settings.publicUrl}/opportunities`;
    return {
      status: 302,
      headers: {
        ...NO_STORE,
        Location: location,
        ...setCookie(deps.settings, BUYER_COOKIE, token, COOKIE_AGE_S),
      },
    };
  },
});
