import { Type } from '@sinclair/typebox';
import { Failure } from '../../base/failures';
import { endpoint, key } from '../../http/endpoint';
import { deliveryRequested } from '../../http/examples';
import { pageQuery, pageReply, pageSchema } from '../../http/list-page';
import { operationReply, ok } from '../../http/reply';
import {
  WebhookCreate,
  WebhookCreated,
  Webhook,
  WebhookChange,
  WebhookRotated,
  WebhookDelivery,
  MAX_REPLAYED,
  WebhookReplay,
  WebhookReplayed,
} from '../../modules/webhooks/contract';
import { listDeliveries as readDeliveries } from '../../modules/webhooks/store/deliveries';
import {
  listWebhooks as readWebhooks,
  findWebhook,
  deleteWebhook as deleteOwnWebhook,
} from '../../modules/webhooks/store/endpoints';
import {
  createOwnWebhook,
  webhookView,
  WEBHOOK_ID,
  changeOwnWebhook,
  rotateOwnWebhook,
  testOwnWebhook,
  replayOwnWebhook,
  deliveryView,
} from '../../modules/webhooks/use-cases/webhooks';

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

/** Deliveries to a webhook endpoint with their attempts, newest first (docs/interface.md, Webhooks). */
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/v1/webhooks/{id}/deliveries',
  operationId: 'listWebhookDeliveries',
  tag: 'webhooks',
  summary: 'Deliveries to a webhook endpoint, newest first',
  description: 'Each with its attempts, oldest first. Kept for 30 days.',
  audience: 'customer',
  auth: key('webhooks:manage'),
  needs: 'webhooks',
  id: WEBHOOK_ID,
  query: pageQuery('whd'),
  responseScope: 'caller_account',
  responses: { 200: pageSchema('WebhookDeliveryList', WebhookDelivery) },

  async handle({ deps, caller: { accountId, mode }, id, query }) {
    if (!(await findWebhook(deps.db, { accountId, mode }, id))) throw new Failure('webhook_not_found');
    return pageReply('whd', query, { read: (page) => readDeliveries(deps.db, id, page), view: deliveryView });
  },
});

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
