import { listOf, type List } from './lists.ts';
import type { Call, CallOptions } from './call.ts';
import type { CreateOptions } from './runs.ts';
import type {
  QueryOf,
  Webhook,
  WebhookChange,
  WebhookCreate,
  WebhookCreated,
  WebhookDelivery,
  WebhookReplay,
  WebhookReplayed,
  WebhookRotated,
  WebhookSecret,
} from './types.ts';

/** Webhook endpoints of the account. */
export interface Webhooks {
  /** Creates an endpoint. Store its `signingSecret`, because it is not shown again. */
  create(body: WebhookCreate, options?: CreateOptions): Promise<WebhookCreated>;
  /** All endpoints, newest first, including disabled ones. */
  list(options?: CallOptions): Promise<Webhook[]>;
  get(id: string, options?: CallOptions): Promise<Webhook>;
  /** Changes only the given fields. */
  change(id: string, change: WebhookChange, options?: CallOptions): Promise<Webhook>;
  /** Stops deliveries until `enable` is called. */
  disable(id: string, options?: CallOptions): Promise<Webhook>;
  enable(id: string, options?: CallOptions): Promise<Webhook>;
  /** Deletes an endpoint and its deliveries. */
  delete(id: string, options?: CallOptions): Promise<void>;
  /** Creates a new secret. Until `previousSecretExpiresAt`, the previous secret also signs deliveries. */
  rotate(id: string, options?: CreateOptions): Promise<WebhookRotated>;
  /** The secret that signs deliveries to the `webhook` of a run. */
  runSecret(options?: CallOptions): Promise<WebhookSecret>;
  /** Replaces the run secret. Until `previousSecretExpiresAt`, the previous secret also signs deliveries. */
  rotateRunSecret(options?: CallOptions): Promise<WebhookSecret>;
  /** Sends a signed `webhook.test`. Read the result with `deliveries`. */
  test(id: string, options?: CreateOptions): Promise<WebhookDelivery>;
  /** Resends one delivery, or up to 100 events of a period. To resend the rest, pass `nextSince` as `since`. */
  replay(id: string, body: WebhookReplay, options?: CreateOptions): Promise<WebhookReplayed>;
  /** Deliveries of the last 30 days with their attempts. */
  deliveries(id: string): List<WebhookDelivery, QueryOf<'GET /v1/webhooks/{id}/deliveries'>>;
}

export function createWebhooks(call: Call): Webhooks {
  const change: Webhooks['change'] = (id, body, options) =>
    call('POST /v1/webhooks/{id}', { path: { id }, body, ...options });
  return {
    create: (body, options) => call('POST /v1/webhooks', { body, ...options }),
    list: (options) => call('GET /v1/webhooks', options),
    get: (id, options) => call('GET /v1/webhooks/{id}', { path: { id }, ...options }),
    change,
    disable: (id, options) => change(id, { enabled: false }, options),
    enable: (id, options) => change(id, { enabled: true }, options),
    delete: (id, options) => call('DELETE /v1/webhooks/{id}', { path: { id }, ...options }),
    rotate: (id, options) => call('POST /v1/webhooks/{id}/rotate', { path: { id }, ...options }),
    runSecret: (options) => call('GET /v1/webhook-secret', { ...options }),
    rotateRunSecret: (options) => call('POST /v1/webhook-secret/rotate', { ...options }),
    test: (id, options) => call('POST /v1/webhooks/{id}/test', { path: { id }, ...options }),
    replay: (id, body, options) => call('POST /v1/webhooks/{id}/replay', { path: { id }, body, ...options }),
    deliveries: (id) =>
      listOf((query, options) => call('GET /v1/webhooks/{id}/deliveries', { path: { id }, query, ...options })),
  };
}
