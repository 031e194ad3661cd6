import { CHECKOUT_PROBLEMS, IDEMPOTENCY_PROBLEMS } from '../../../contracts/failures';
import { CheckoutForm, PACK_CREDITS } from '../../../contracts/orders';
import { startCheckout } from '../../../commands/orders/checkout';
import { browserBuyer } from '../../../commands/orders/browser-buyer';
import { endpoint, open } from '../../../http/endpoint';
import { NO_STORE } from '../../../http/reply';
import { matchingOpportunity, matchingQuantity } from './create-checkout-session';

/** Accepts the order form and redirects the browser to the hosted checkout (docs/interface.md, Payments). */
export const startCheckoutByForm = endpoint({
  method: 'POST',
  path: '/checkout/start',
  operationId: 'startCheckout',
  tag: 'platform',
  summary: 'Open a hosted checkout from a browser form',
  description: 'For forms on the pages of this service: a form that another site sent is refused.',
  audience: 'public',
  internal: true,
  auth: open,
  ignoresQuery: true,
  limit: 'checkoutStart',
  needs: 'sales',
  failsAs: 'negotiated',
  body: CheckoutForm,
  bodyType: 'form',
  responseScope: null,
  responses: { 302: null },
  problems: [...CHECKOUT_PROBLEMS, ...IDEMPOTENCY_PROBLEMS],

  async handle({ deps, body, address, cookie }) {
    // `needs: sales` guarantees the secrets.
    const { buyer, headers } = (await browserBuyer({ deps, address, cookie }))!;
    const { checkoutUrl, orderId } = await startCheckout(deps, {
      claim: { accountId: 'browsers', mode: 'live', operation: 'POST /checkout/start', key: body.idempotencyKey },
      buyer,
      product: body.product,
      opportunityId: matchingOpportunity(body.product, body.opportunityId || null),
      quantity: matchingQuantity(body.product, body.quantity === String(PACK_CREDITS) ? PACK_CREDITS : 1),
    });
    const location = checkoutUrl ?? `${deps.settings.publicUrl}/opportunities`;
    return {
      status: 302,
      subject: { orderId },
      headers: {
        ...NO_STORE,
        Location: location,
        ...headers,
      },
    };
  },
});
