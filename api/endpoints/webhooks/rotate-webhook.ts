import { WebhookRotated } from '../../../contracts/webhooks';
import { endpoint, key } from '../../../http/endpoint';
import { operationReply } from '../../../http/reply';
import { rotateOwnWebhook } from '../../../commands/webhooks/webhooks';
import { WEBHOOK_ID } from '../../../commands/webhooks/webhook-id';

/** Gives a webhook endpoint a new signing secret and returns it once (docs/interface.md, Webhooks). */
export const rotateWebhook = endpoint({
  method: 'POST',
  path: '/v1/webhooks/{id}/rotate',
  operationId: 'rotateWebhookSecret',
  tag: 'webhooks',
  summary: 'Give a webhook endpoint a new signing secret',
  description:
    'Deliveries carry two signatures until `previousSecretExpiresAt`, so that no delivery is lost while your receiver is switched. Send an Idempotency-Key: with it, repeating the request returns the same secret again for 30 days; without it, each request creates another one, and only the two newest secrets sign.',
  audience: 'customer',
  auth: key('webhooks:manage'),
  needs: 'webhooks',
  limit: 'webhooks',
  id: WEBHOOK_ID,
  idempotent: 'optional',
  responseScope: 'caller_account',
  responses: { 200: WebhookRotated },

  async handle({ deps, caller, id, sentClaim }) {
    const { value, replayed } = await rotateOwnWebhook(deps, caller, id, sentClaim);
    return operationReply(200, { body: value, replayed });
  },
});
