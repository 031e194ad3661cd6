import { CheckoutSessionCreated, OpportunityPurchase } from '../../../contracts/orders';
import { canSell, startCheckout } from '../../checkout';
import { endpoint, key } from '../../endpoint';
import { checkoutReply } from '../checkout/checkout-reply';

/** Reserves an opportunity and opens its hosted checkout (spec row 30). */
export const purchaseOpportunity = endpoint({
  method: 'POST',
  path: '/v1/opportunities/{id}/purchase',
  operationId: 'purchaseOpportunity',
  summary: 'Buy an opportunity with exclusivity',
  description:
    'Reserves the opportunity for the caller until the checkout ends; it is sold once the payment has arrived. Asking again while it is reserved for the same account returns the same checkout.',
  audience: 'buyer',
  auth: key('purchases:create'),
  limit: 'checkout',
  needs: canSell,
  id: { prefix: 'opp', missing: 'opportunity_unavailable' },
  idempotent: true,
  body: OpportunityPurchase,
  responseScope: 'caller_account',
  responses: { 200: CheckoutSessionCreated },
  problems: ['too_many_holds', 'payment_provider_failed'],

  async handle({ deps, caller, id, idempotencyKey }) {
    return checkoutReply(
      await startCheckout(deps, {
        operation: 'POST /v1/opportunities/{id}/purchase',
        keySpace: caller.accountId,
        idempotencyKey,
        buyer: { accountId: caller.accountId, tokenHash: null, addressHash: null },
        mode: caller.mode,
        product: 'opportunity',
        opportunityId: id,
      }),
    );
  },
});
