import { WEBHOOK_ID } from '../../../commands/webhooks/webhook-id';
import { webhookView } from '../../../commands/webhooks/webhooks';
import { Failure } from '../../../contracts/failures';
import { Webhook } from '../../../contracts/webhooks';
import { endpoint, key } from '../../../http/endpoint';
import { ok } from '../../../http/reply';
import { findWebhook } from '../../../store/webhooks/endpoints';

/** One webhook endpoint, without its secret (docs/interface.md, Webhooks). */
export const getWebhook = endpoint({
  method: 'GET',
  path: '/v1/webhooks/{id}',
  operationId: 'getWebhook',
  tag: 'webhooks',
  summary: 'Get a webhook endpoint',
  audience: 'customer',
  auth: key('webhooks:manage'),
  needs: 'webhooks',
  id: WEBHOOK_ID,
  responseScope: 'caller_account',
  responses: { 200: Webhook },

  async handle({ deps, caller: { accountId, mode }, id }) {
    const webhook = await findWebhook(deps.db, { accountId, mode }, id);
    if (!webhook) throw new Failure('webhook_not_found');
    return ok(webhookView(webhook, deps.settings), { 'Cache-Control': 'private, no-cache' });
  },
});
