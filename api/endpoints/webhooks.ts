import { Type } from '@sinclair/typebox';
import { Failure } from '../../base/failures';
import { endpoint, key } from '../../http/endpoint';
import { EVENT_PAYLOADS } from '../../http/event-payloads';
import { deliveryRequested } from '../../http/examples';
import { pageQuery, pageReply, pageSchema } from '../../http/list-page';
import { NO_STORE, operationReply, ok } from '../../http/reply';
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
  WebhookSecret,
} from '../../modules/webhooks/contract';
import { listDeliveries as readDeliveries } from '../../modules/webhooks/store/deliveries';
import {
  listWebhooks as readWebhooks,
  findWebhook,
  deleteWebhook as deleteOwnWebhook,
} from '../../modules/webhooks/store/endpoints';
import { listEvents as readEvents } from '../../modules/webhooks/store/events';
import { readRunSecret, rotateRunSecret } from '../../modules/webhooks/use-cases/run-webhooks';
import {
  createOwnWebhook,
  webhookView,
  WEBHOOK_ID,
  changeOwnWebhook,
  rotateOwnWebhook,
  testOwnWebhook,
  replayOwnWebhook,
  deliveryView,
  NOT_COMMISSIONED,
} from '../../modules/webhooks/use-cases/webhooks';

const OWN = {
  tag: 'webhooks',
  audience: 'customer',
  auth: key('webhooks:manage'),
  responseScope: 'caller_account',
} as const;
const MANAGED = { ...OWN, needs: 'webhooks' } as const;
const OF_ONE = { ...MANAGED, id: WEBHOOK_ID } as const;

const PRIVATE = { 'Cache-Control': 'private, no-cache' };

/** Webhook endpoints of the caller's account, newest first, without their secrets (docs/interface/webhooks.md). */
export const listWebhooks = endpoint({
  ...MANAGED,
  method: 'GET',
  path: '/v1/webhooks',
  operationId: 'listWebhooks',
  summary: 'List webhook endpoints',
  responses: { 200: Type.Array(Webhook, { title: 'Webhooks' }) },

  async handle({ deps, caller }) {
    const webhooks = await readWebhooks(deps.db, caller);
    return ok(
      webhooks.map((webhook) => webhookView(webhook, deps.settings)),
      PRIVATE,
    );
  },
});

export const getWebhook = endpoint({
  ...OF_ONE,
  method: 'GET',
  path: '/v1/webhooks/{id}',
  operationId: 'getWebhook',
  summary: 'Get a webhook endpoint',
  responses: { 200: Webhook },

  async handle({ deps, caller: { accountId, mode }, id }) {
    const webhook = await findWebhook(deps.db, { accountId, mode }, id);
    if (!webhook) throw new Failure('webhook_not_found');
    return ok(webhookView(webhook, deps.settings), PRIVATE);
  },
});

/** Creates a webhook endpoint and returns its signing secret once (docs/interface/webhooks.md). */
export const createWebhook = endpoint({
  ...MANAGED,
  method: 'POST',
  path: '/v1/webhooks',
  operationId: 'createWebhook',
  summary: 'Create a webhook endpoint',
  description:
    '`webhook.test` is sent on request. `WebhookEventType` lists the events that you can subscribe to. An account can have 10 active endpoints, or 50 including disabled ones. Only this response contains the signing secret. For 30 days, the same Idempotency-Key returns it again.',
  limit: 'webhooks',
  idempotent: true,
  conflictsAs: 400,
  body: WebhookCreate,
  responses: { 201: WebhookCreated },
  problems: ['webhook_limit_reached'],

  async handle({ deps, caller, body, claim }) {
    const { accountId, mode } = caller;
    const { value, replayed } = await createOwnWebhook(deps, { claim, owner: { accountId, mode }, wanted: body });
    return operationReply(201, { body: value, replayed });
  },
});

export const changeWebhook = endpoint({
  ...OF_ONE,
  method: 'POST',
  path: '/v1/webhooks/{id}',
  operationId: 'changeWebhook',
  summary: 'Change, disable or enable a webhook endpoint',
  description:
    'Omitted fields do not change, so you can safely repeat the request. A disabled endpoint gets no deliveries and does not count toward the limit of active endpoints.',
  limit: 'webhooks',
  body: WebhookChange,
  responses: { 200: Webhook },
  problems: ['webhook_limit_reached'],

  async handle({ deps, caller, id, body }) {
    const webhook = await changeOwnWebhook(deps, caller, id, body);
    return ok(webhookView(webhook, deps.settings), PRIVATE);
  },
});

export const deleteWebhook = endpoint({
  ...OF_ONE,
  method: 'DELETE',
  path: '/v1/webhooks/{id}',
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook endpoint',
  description: 'Also deletes its deliveries, including pending ones. A repeated request returns 404.',
  limit: 'webhooks',
  responses: { 204: null },

  async handle({ deps, caller, id }) {
    await deleteOwnWebhook(deps.db, caller, id);
    return { status: 204 };
  },
});

export const getWebhookSecret = endpoint({
  ...MANAGED,
  method: 'GET',
  path: '/v1/webhook-secret',
  operationId: 'getWebhookSecret',
  summary: 'Get the secret that signs webhooks of runs',
  description:
    'One secret for all runs of this account and mode that were started with a `webhook`. Webhook endpoints have their own secrets.',
  limit: 'webhooks',
  responses: { 200: WebhookSecret },

  handle: async ({ deps, caller }) => ok(await readRunSecret(deps, caller), NO_STORE),
});

export const rotateWebhookSecret = endpoint({
  ...MANAGED,
  method: 'POST',
  path: '/v1/webhook-secret/rotate',
  operationId: 'rotateRunWebhookSecret',
  summary: 'Replace the secret that signs webhooks of runs',
  description:
    'Deliveries carry two signatures until `previousSecretExpiresAt`, so you lose none while you switch your receiver. Each request creates a new secret, and only the two newest sign.',
  limit: 'webhooks',
  responses: { 200: WebhookSecret },

  handle: async ({ deps, caller }) => ok(await rotateRunSecret(deps, caller), NO_STORE),
});

export const rotateWebhook = endpoint({
  ...OF_ONE,
  method: 'POST',
  path: '/v1/webhooks/{id}/rotate',
  operationId: 'rotateWebhookSecret',
  summary: 'Rotate the signing secret of a webhook endpoint',
  description:
    'Deliveries carry two signatures until `previousSecretExpiresAt`, so you lose none while you switch your receiver. Send an Idempotency-Key: for 30 days, the same key returns the same secret. Without it, each request creates another secret, and only the two newest sign.',
  limit: 'webhooks',
  idempotent: 'optional',
  responses: { 200: WebhookRotated },

  async handle({ deps, caller, id, sentClaim }) {
    const { value, replayed } = await rotateOwnWebhook(deps, caller, id, sentClaim);
    return operationReply(200, { body: value, replayed });
  },
});

export const testWebhook = endpoint({
  ...OF_ONE,
  method: 'POST',
  path: '/v1/webhooks/{id}/test',
  operationId: 'testWebhook',
  summary: 'Send a test delivery to a webhook endpoint',
  description:
    'Sends a signed `webhook.test`, regardless of the subscriptions of the endpoint. The list of deliveries shows the result.',
  limit: 'webhooks',
  idempotent: 'optional',
  answers: ['Location'],
  responses: { 202: WebhookDelivery },
  example: deliveryRequested,
  problems: ['webhook_disabled'],

  async handle({ deps, caller, id, sentClaim }) {
    const { value, replayed } = await testOwnWebhook(deps, caller, id, sentClaim);
    return operationReply(202, { body: value, replayed, headers: { Location: `/v1/webhooks/${id}/deliveries` } });
  },
});

export const replayWebhook = endpoint({
  ...OF_ONE,
  method: 'POST',
  path: '/v1/webhooks/{id}/replay',
  operationId: 'replayWebhook',
  summary: 'Replay deliveries to a webhook endpoint',
  description: `Repeats one delivery (\`deliveryId\`), or all subscribed events from \`since\` until \`until\` (exclusive), including those missed while the endpoint was disabled. Replays at most ${MAX_REPLAYED} events; continue from \`nextSince\`. Each is a new delivery with the original body. Events and deliveries are kept for 30 days.`,
  limit: 'webhooks',
  idempotent: 'optional',
  body: WebhookReplay,
  answers: ['Location'],
  responses: { 202: WebhookReplayed },
  problems: ['webhook_disabled'],

  async handle({ deps, caller: { accountId, mode }, id, body, sentClaim: claim }) {
    const { value, replayed } = await replayOwnWebhook(deps, { accountId, mode }, id, { wanted: body, claim });
    const headers = { Location: `/v1/webhooks/${id}/deliveries` };
    return operationReply(202, { body: { ...value, replayed }, replayed, headers });
  },
});

export const listDeliveries = endpoint({
  ...OF_ONE,
  method: 'GET',
  path: '/v1/webhooks/{id}/deliveries',
  operationId: 'listWebhookDeliveries',
  summary: 'List deliveries to a webhook endpoint, newest first',
  description: 'Includes the attempts, oldest first. Kept for 30 days.',
  query: pageQuery('whd'),
  responses: { 200: pageSchema('WebhookDeliveryList', WebhookDelivery) },

  async handle({ deps, caller: { accountId, mode }, id, query }) {
    if (!(await findWebhook(deps.db, { accountId, mode }, id))) throw new Failure('webhook_not_found');
    return pageReply('whd', query, { read: (page) => readDeliveries(deps.db, id, page), view: deliveryView });
  },
});

const { run, order, withdrawal } = EVENT_PAYLOADS;
const Event = Type.Union([run, order, withdrawal], { title: 'ProductEvent' });

/** Events of the account, newest first, for clients without a webhook endpoint (docs/interface/webhooks.md). */
export const listEvents = endpoint({
  ...OWN,
  method: 'GET',
  path: '/v1/events',
  operationId: 'listEvents',
  summary: 'List events, newest first',
  description:
    'Events in the form that endpoints receive, whether or not an endpoint subscribes to them. Kept for 30 days. Returns 503 `service_not_configured` if product events are off.',
  // `noi-client listen` polls this endpoint.
  limit: 'runReads',
  query: pageQuery('evt'),
  responses: { 200: pageSchema('EventList', Event) },
  problems: ['service_not_configured'],

  async handle({ deps, caller, query }) {
    if (!deps.settings.productEvents) throw new Failure('service_not_configured', { detail: NOT_COMMISSIONED });
    return pageReply('evt', query, {
      read: (page) => readEvents(deps.db, caller, page),
      view: ({ payload }) => JSON.parse(payload) as object,
    });
  },
});
