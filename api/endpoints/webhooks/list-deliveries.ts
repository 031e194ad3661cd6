import { WEBHOOK_ID } from '../../../commands/webhooks/webhook-id';
import { deliveryView } from '../../../commands/webhooks/webhooks';
import { Failure } from '../../../contracts/failures';
import { WebhookDelivery } from '../../../contracts/webhooks';
import { endpoint, key } from '../../../http/endpoint';
import { pageQuery, pageReply, pageSchema } from '../../../http/list-page';
import { listDeliveries as readDeliveries } from '../../../store/webhooks/deliveries';
import { findWebhook } from '../../../store/webhooks/endpoints';

/** Deliveries to a webhook endpoint with their attempts, newest first (docs/interface.md, Webhooks). */
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/v1/webhooks/{id}/deliveries',
  operationId: 'listWebhookDeliveries',
  tag: 'webhooks',
  summary: 'Deliveries to a webhook endpoint, newest first',
  description: 'Each with its attempts, oldest first. Kept for 30 days.',
  audience: 'customer',
  auth: key('webhooks:manage'),
  needs: 'webhooks',
  id: WEBHOOK_ID,
  query: pageQuery('whd'),
  responseScope: 'caller_account',
  responses: { 200: pageSchema('WebhookDeliveryList', WebhookDelivery) },

  async handle({ deps, caller: { accountId, mode }, id, query }) {
    if (!(await findWebhook(deps.db, { accountId, mode }, id))) throw new Failure('webhook_not_found');
    return pageReply('whd', query, { read: (page) => readDeliveries(deps.db, id, page), view: deliveryView });
  },
});
