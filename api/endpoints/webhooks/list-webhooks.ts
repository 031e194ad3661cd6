import { Type } from '@sinclair/typebox';
import { webhookView } from '../../../commands/webhooks/webhooks';
import { Webhook } from '../../../contracts/webhooks';
import { endpoint, key } from '../../../http/endpoint';
import { ok } from '../../../http/reply';
import { listWebhooks as readWebhooks } from '../../../store/webhooks/endpoints';

/** Webhook endpoints of the caller's account, newest first, without their secrets (docs/interface.md, Webhooks). */
export const listWebhooks = endpoint({
  method: 'GET',
  path: '/v1/webhooks',
  operationId: 'listWebhooks',
  tag: 'webhooks',
  summary: 'Webhook endpoints of the account',
  audience: 'customer',
  auth: key('webhooks:manage'),
  needs: 'webhooks',
  responseScope: 'caller_account',
  responses: { 200: Type.Array(Webhook, { title: 'Webhooks' }) },

  async handle({ deps, caller }) {
    const webhooks = await readWebhooks(deps.db, caller);
    return ok(
      webhooks.map((webhook) => webhookView(webhook, deps.settings)),
      { 'Cache-Control': 'private, no-cache' },
    );
  },
});
