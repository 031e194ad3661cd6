import { CHECKOUT_PROBLEMS } from '../../../contracts/failures';
import { CheckoutSessionCreated, OpportunityPurchase } from '../../../contracts/orders';
import { accountBuyer } from '../../../commands/orders/account-buyer';
import { startCheckout } from '../../../commands/orders/checkout';
import { endpoint, key } from '../../../http/endpoint';
import { operationReply } from '../../../http/reply';

/** Reserves an opportunity and opens its hosted checkout (docs/interface.md, Orders). */
export const purchaseOpportunity = endpoint({
  method: 'POST',
  path: '/v1/opportunities/{id}/purchase',
  operationId: 'purchaseOpportunity',
  tag: 'opportunities',
  summary: 'Buy an opportunity with exclusivity',
  description:
    'Reserves the opportunity for the caller until the checkout ends; it is sold once the payment has arrived. Asking again while it is reserved for the same account returns the same checkout.',
  audience: 'buyer',
  auth: key('purchases:create'),
  limit: 'checkout',
  needs: 'sales',
  id: { prefix: 'opp', missing: 'opportunity_unavailable' },
  idempotent: true,
  body: OpportunityPurchase,
  responseScope: 'caller_account',
  responses: { 200: CheckoutSessionCreated },
  problems: CHECKOUT_PROBLEMS,

  async handle({ deps, caller, id, claim, address }) {
    const checkout = await startCheckout(deps, {
      claim,
      buyer: accountBuyer(deps.settings, { accountId: caller.accountId, address }),
      product: 'opportunity',
      quantity: 1,
      opportunityId: id,
    });
    return operationReply(200, { body: checkout, replayed: checkout.replayed });
  },
});
