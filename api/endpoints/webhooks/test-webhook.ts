import { deliveryRequested } from '../../../http/examples';
import { WebhookDelivery } from '../../../contracts/webhooks';
import { endpoint, key } from '../../../http/endpoint';
import { operationReply } from '../../../http/reply';
import { testOwnWebhook } from '../../../commands/webhooks/webhooks';
import { WEBHOOK_ID } from '../../../commands/webhooks/webhook-id';

/** Sends a signed test delivery to a webhook endpoint (docs/interface.md, Webhooks). */
export const testWebhook = endpoint({
  method: 'POST',
  path: '/v1/webhooks/{id}/test',
  operationId: 'testWebhook',
  tag: 'webhooks',
  summary: 'Send a test delivery to a webhook endpoint',
  description:
    'Sends a signed `webhook.test`, whichever events the endpoint has subscribed to. How it went is told by the list of deliveries.',
  audience: 'customer',
  auth: key('webhooks:manage'),
  needs: 'webhooks',
  limit: 'webhooks',
  id: WEBHOOK_ID,
  idempotent: 'optional',
  responseScope: 'caller_account',
  answers: ['Location'],
  responses: { 202: WebhookDelivery },
  example: deliveryRequested,
  problems: ['webhook_disabled'],

  async handle({ deps, caller, id, sentClaim }) {
    const { value, replayed } = await testOwnWebhook(deps, caller, id, sentClaim);
    return operationReply(202, { body: value, replayed, headers: { Location: `/v1/webhooks/${id}/deliveries` } });
  },
});
