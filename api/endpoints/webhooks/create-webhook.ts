import { WebhookCreate, WebhookCreated } from '../../../contracts/webhooks';
import { endpoint, key } from '../../../http/endpoint';
import { operationReply } from '../../../http/reply';
import { createOwnWebhook } from '../../../commands/webhooks/webhooks';

/** Creates a webhook endpoint and returns its signing secret once (docs/interface.md, Webhooks). */
export const createWebhook = endpoint({
  method: 'POST',
  path: '/v1/webhooks',
  operationId: 'createWebhook',
  tag: 'webhooks',
  summary: 'Create a webhook endpoint',
  description:
    '`webhook.test` is delivered on request of the account, the other events where this service delivers them: `WebhookEventType` names those that can be subscribed to. An account may have 10 active endpoints, 50 with the disabled ones. Only this response contains the signing secret; repeating the request with the same Idempotency-Key returns it again for 30 days.',
  audience: 'customer',
  auth: key('webhooks:manage'),
  needs: 'webhooks',
  limit: 'webhooks',
  idempotent: true,
  conflictsAs: 400,
  body: WebhookCreate,
  responseScope: 'caller_account',
  responses: { 201: WebhookCreated },
  problems: ['webhook_limit_reached'],

  async handle({ deps, caller, body, claim }) {
    const { accountId, mode } = caller;
    const { value, replayed } = await createOwnWebhook(deps, { claim, owner: { accountId, mode }, wanted: body });
    return operationReply(201, { body: value, replayed });
  },
});
