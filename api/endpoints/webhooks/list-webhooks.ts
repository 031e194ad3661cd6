import { Type } from '@sinclair/typebox';
import { Webhook, type WebhookEvent, type WebhookStatus } from '../../../contracts/webhooks';
import { listWebhooks as readWebhooks } from '../../../store/webhooks/webhooks';
import { endpoint, key } from '../../endpoint';
import { ok } from '../../reply';

/** Webhook endpoints of the caller's account, newest first, without their secrets (spec row 27). */
export const listWebhooks = endpoint({
  method: 'GET',
  path: '/v1/webhooks',
  operationId: 'listWebhooks',
  summary: 'Webhook endpoints of the account',
  audience: 'customer',
  auth: key('webhooks:manage'),
  needs: (deps) => deps.webhooks !== null,
  responseScope: 'caller_account',
  responses: { 200: Type.Array(Webhook) },

  async handle({ deps, caller }) {
    const webhooks = await readWebhooks(deps.db, caller);
    const body: Webhook[] = webhooks.map(({ id, url, eventTypes, status, description, createdAt }) => ({
      webhookId: id,
      url,
      eventTypes: eventTypes as WebhookEvent[],
      status: status as WebhookStatus,
      description,
      createdAt: createdAt.toISOString(),
    }));
    return ok(body, { 'Cache-Control': 'private, no-cache' });
  },
});
