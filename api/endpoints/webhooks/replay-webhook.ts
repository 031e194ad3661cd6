import { MAX_REPLAYED, WebhookReplay, WebhookReplayed } from '../../../contracts/webhooks';
import { endpoint, key } from '../../../http/endpoint';
import { operationReply } from '../../../http/reply';
import { replayOwnWebhook } from '../../../commands/webhooks/webhooks';
import { WEBHOOK_ID } from '../../../commands/webhooks/webhook-id';

/** Delivers to a webhook endpoint again (docs/interface.md, Webhooks). */
export const replayWebhook = endpoint({
  method: 'POST',
  path: '/v1/webhooks/{id}/replay',
  operationId: 'replayWebhook',
  tag: 'webhooks',
  summary: 'Deliver to a webhook endpoint again',
  description: `Sends one delivery again by its \`deliveryId\`, or the events from \`since\` until before \`until\` that the endpoint is subscribed to, also those that it missed while it was disabled: at most ${MAX_REPLAYED}, then \`nextSince\` says where to go on. Each is a new delivery with the body as it was. Events and deliveries are kept for 30 days.`,
  audience: 'customer',
  auth: key('webhooks:manage'),
  needs: 'webhooks',
  limit: 'webhooks',
  id: WEBHOOK_ID,
  idempotent: 'optional',
  body: WebhookReplay,
  responseScope: 'caller_account',
  answers: ['Location'],
  responses: { 202: WebhookReplayed },
  problems: ['webhook_disabled'],

  async handle({ deps, caller: { accountId, mode }, id, body, sentClaim: claim }) {
    const { value, replayed } = await replayOwnWebhook(deps, { accountId, mode }, id, { wanted: body, claim });
    const headers = { Location: `/v1/webhooks/${id}/deliveries` };
    return operationReply(202, { body: { ...value, replayed }, replayed, headers });
  },
});
