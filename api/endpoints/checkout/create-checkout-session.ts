import { Failure } from '../../../contracts/failures';
import { CheckoutSessionCreate, CheckoutSessionCreated, type ProductName } from '../../../contracts/orders';
import { canSell, startCheckout } from '../../checkout';
import { endpoint, key } from '../../endpoint';
import { checkoutReply } from './checkout-reply';

/** Opens a hosted checkout for a credit or an opportunity (spec row 29). */
export const createCheckoutSession = endpoint({
  method: 'POST',
  path: '/v1/checkout-sessions',
  operationId: 'createCheckoutSession',
  summary: 'Open a hosted checkout for a product',
  description:
    'Records the order with its price and consents and returns the address where it is paid. Repeat a request after a failure with the same Idempotency-Key and body: it goes on where it stopped.',
  audience: 'buyer',
  auth: key('purchases:create'),
  limit: 'checkout',
  needs: canSell,
  idempotent: true,
  body: CheckoutSessionCreate,
  responseScope: 'caller_account',
  responses: { 200: CheckoutSessionCreated },
  problems: ['opportunity_unavailable', 'too_many_holds', 'payment_provider_failed'],

  async handle({ deps, caller, body, idempotencyKey }) {
    return checkoutReply(
      await startCheckout(deps, {
        operation: 'POST /v1/checkout-sessions',
        keySpace: caller.accountId,
        idempotencyKey,
        buyer: { accountId: caller.accountId, tokenHash: null, addressHash: null },
        mode: caller.mode,
        product: body.product,
        opportunityId: matchingOpportunity(body.product, body.opportunityId ?? null),
      }),
    );
  },
});

/** @throws Failure `invalid_request` where an opportunity is named for another product, or none for this one */
export function matchingOpportunity(product: ProductName, opportunityId: string | null): string | null {
  if ((product === 'opportunity') === (opportunityId !== null)) return opportunityId;
  const detail = product === 'opportunity' ? 'is required with this product' : 'must be null with this product';
  throw new Failure('invalid_request', {
    detail: `/opportunityId ${detail}.`,
    errors: [{ pointer: '/opportunityId', code: product === 'opportunity' ? 'required' : 'not_allowed', detail }],
  });
}
