import { Webhook, WebhookChange } from '../../../contracts/webhooks';
import { endpoint, key } from '../../../http/endpoint';
import { ok } from '../../../http/reply';
import { changeOwnWebhook, webhookView } from '../../../commands/webhooks/webhooks';
import { WEBHOOK_ID } from '../../../commands/webhooks/webhook-id';

/** Changes, disables or enables a webhook endpoint (docs/interface.md, Webhooks). */
export const changeWebhook = endpoint({
  method: 'POST',
  path: '/v1/webhooks/{id}',
  operationId: 'changeWebhook',
  tag: 'webhooks',
  summary: 'Change, disable or enable a webhook endpoint',
  description:
    'What is left out stays, so that repeating the request is harmless. A disabled endpoint gets no deliveries and leaves room for another.',
  audience: 'customer',
  auth: key('webhooks:manage'),
  needs: 'webhooks',
  limit: 'webhooks',
  id: WEBHOOK_ID,
  body: WebhookChange,
  responseScope: 'caller_account',
  responses: { 200: Webhook },
  problems: ['webhook_limit_reached'],

  async handle({ deps, caller, id, body }) {
    const webhook = await changeOwnWebhook(deps, caller, id, body);
    return ok(webhookView(webhook, deps.settings), { 'Cache-Control': 'private, no-cache' });
  },
});
