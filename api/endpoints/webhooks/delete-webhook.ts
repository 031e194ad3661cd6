import { WEBHOOK_ID } from '../../../commands/webhooks/webhook-id';
import { endpoint, key } from '../../../http/endpoint';
import { deleteWebhook as deleteOwnWebhook } from '../../../store/webhooks/endpoints';

/** Deletes a webhook endpoint (docs/interface.md, Webhooks). */
export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/v1/webhooks/{id}',
  operationId: 'deleteWebhook',
  tag: 'webhooks',
  summary: 'Delete a webhook endpoint',
  description:
    'Its deliveries are deleted, too; one that is under way ends undelivered. Repeated, it answers 404: the endpoint is gone.',
  audience: 'customer',
  auth: key('webhooks:manage'),
  needs: 'webhooks',
  limit: 'webhooks',
  id: WEBHOOK_ID,
  responseScope: 'caller_account',
  responses: { 204: null },

  async handle({ deps, caller, id }) {
    await deleteOwnWebhook(deps.db, caller, id);
    return { status: 204 };
  },
});
