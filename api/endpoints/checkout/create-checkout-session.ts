import { CHECKOUT_PROBLEMS, Failure } from '../../../contracts/failures';
import {
  CheckoutSessionCreate,
  CheckoutSessionCreated,
  type CreditQuantity,
  type ProductName,
} from '../../../contracts/orders';
import { accountBuyer } from '../../../commands/orders/account-buyer';
import { startCheckout } from '../../../commands/orders/checkout';
import { endpoint, key } from '../../../http/endpoint';
import { operationReply } from '../../../http/reply';

/** Opens a hosted checkout for a credit or an opportunity (docs/interface.md, Orders). */
export const createCheckoutSession = endpoint({
  method: 'POST',
  path: '/v1/checkout-sessions',
  operationId: 'createCheckoutSession',
  tag: 'checkout-sessions',
  summary: 'Open a hosted checkout for a product',
  description:
    'Records the order with its price and consents and returns the URL of its checkout. After a failure repeat the request with the same Idempotency-Key and body to resume it.',
  audience: 'buyer',
  auth: key('purchases:create'),
  limit: 'checkout',
  needs: 'sales',
  idempotent: true,
  body: CheckoutSessionCreate,
  responseScope: 'caller_account',
  responses: { 200: CheckoutSessionCreated },
  problems: CHECKOUT_PROBLEMS,

  async handle({ deps, caller, body, claim, address }) {
    const checkout = await startCheckout(deps, {
      claim,
      buyer: accountBuyer(deps.settings, { accountId: caller.accountId, address }),
      product: body.product,
      opportunityId: matchingOpportunity(body.product, body.opportunityId ?? null),
      quantity: matchingQuantity(body.product, body.quantity ?? 1),
    });
    return operationReply(200, { body: checkout, replayed: checkout.replayed });
  },
});

/** @throws Failure `invalid_request` if the product requires an opportunity and none is given, or the reverse */
export function matchingOpportunity(product: ProductName, opportunityId: string | null): string | null {
  if ((product === 'opportunity') === (opportunityId !== null)) return opportunityId;
  const detail = product === 'opportunity' ? 'is required with this product' : 'must be null with this product';
  throw new Failure('invalid_request', {
    detail: `/opportunityId ${detail}.`,
    errors: [{ pointer: '/opportunityId', code: product === 'opportunity' ? 'required' : 'not_allowed', detail }],
  });
}

/** @throws Failure `invalid_request` if more than one of an opportunity is asked for */
export function matchingQuantity(product: ProductName, quantity: CreditQuantity): CreditQuantity {
  if (product !== 'opportunity' || quantity === 1) return quantity;
  const detail = 'must be 1 with this product: an opportunity is sold once';
  throw new Failure('invalid_request', {
    detail: `/quantity ${detail}.`,
    errors: [{ pointer: '/quantity', code: 'not_allowed', detail }],
  });
}
