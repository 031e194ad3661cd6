import { newId } from '../../../contracts/ids';
import { generateSigningSecret } from '../../../contracts/webhook-signature';
import { WebhookCreate, WebhookCreated } from '../../../contracts/webhooks';
import { fingerprint } from '../../../store/idempotency';
import { createWebhook as storeWebhook } from '../../../store/webhooks/create-webhook';
import { endpoint, key } from '../../endpoint';
import { receiverUrl } from './receiver-url';

/** Subscribes an endpoint and tells its signing secret, this once (spec row 28). */
export const createWebhook = endpoint({
  method: 'POST',
  path: '/v1/webhooks',
  operationId: 'createWebhook',
  summary: 'Create a webhook endpoint',
  description:
    'Only `webhook.test` is ever delivered, when its owner asks for it. An account may have 10 endpoints. The signing secret is in this answer only; repeating the request with the same Idempotency-Key gives the same answer for 30 days.',
  audience: 'customer',
  auth: key('webhooks:manage'),
  needs: (deps) => deps.webhooks !== null,
  limit: 'webhooks',
  idempotent: true,
  conflictsAs: 400,
  body: WebhookCreate,
  responseScope: 'caller_account',
  responses: { 201: WebhookCreated },
  problems: ['webhook_limit_reached'],

  async handle({ deps, caller, body, idempotencyKey }) {
    const { secrets, allowPrivate } = deps.webhooks!;
    const wanted: WebhookCreate = { ...body, url: receiverUrl(body.url, allowPrivate) };
    const webhookId = newId('whk');
    const { value, replayed } = await storeWebhook(deps.db, {
      idempotency: {
        accountId: caller.accountId,
        operation: `POST /v1/webhooks (${caller.mode})`,
        key: idempotencyKey,
        fingerprint: fingerprint(body),
      },
      accountId: caller.accountId,
      mode: caller.mode,
      webhookId,
      sealedSecret: secrets.seal(generateSigningSecret(), webhookId),
      wanted,
    });
    const { sealedSecret, ...shown } = value;
    const signingSecret = secrets.open(Buffer.from(sealedSecret, 'base64'), shown.webhookId);
    const answer: WebhookCreated = { ...shown, signingSecret };
    return {
      status: 201,
      body: answer,
      headers: { 'Cache-Control': 'no-store', ...(replayed && { 'Idempotency-Replayed': 'true' }) },
    };
  },
});
