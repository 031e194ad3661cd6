import { Type, type Static } from '@sinclair/typebox';
import { idSchema } from '../../base/ids';
import { ALTERNATIVES, closed, nullable, openEnum, timestamp } from '../../base/schema';

/** Events recorded in the transactions that cause them, if the operator enabled them (docs/interface/webhooks.md). */
export const PRODUCT_EVENTS = {
  'run.completed': 'A run has completed. You can read its documents.',
  'run.failed': 'A run ended without findings.',
  'run.canceled': 'The owner canceled a run.',
  'run.expired': 'A run waited too long in the queue.',
  'order.paid': 'An order was paid.',
  'order.fulfilled': 'Credits were granted, or a bought dossier is ready.',
  'order.expired': 'An order was not paid in time.',
  'order.refunded': 'An order was refunded.',
  'withdrawal.paid': 'A payout has arrived.',
  'withdrawal.failed': 'A payout failed.',
  'withdrawal.returned': 'The bank sent a payout back.',
} as const;
export type ProductEvent = keyof typeof PRODUCT_EVENTS;

/** Subject of an event, which is the first word of the event's type. */
export type EventSubject = 'run' | 'order' | 'withdrawal';

/**
 * Events that an endpoint can subscribe to. `webhook.test` is always offered, and delivered when the owner requests it.
 * The operator must turn on the other events (docs/interface/webhooks.md).
 */
export const WEBHOOK_EVENTS = {
  'webhook.test': 'A test that you requested.',
  ...PRODUCT_EVENTS,
} as const;
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;

/** Whether product events are delivered. If not, endpoints can subscribe only to `webhook.test`. */
export interface DeliveredEvents {
  productEvents: boolean;
}

/** Settings with every event on, for generating clients and their types. */
export const ALL_EVENTS: DeliveredEvents = { productEvents: true };

/** Events that an endpoint can subscribe to under these settings. */
export function eventsOf({ productEvents }: DeliveredEvents): WebhookEvent[] {
  return productEvents ? eventTypes : ['webhook.test'];
}

export const MAX_REPLAYED = 100;

/** Maximum number of active endpoints per account (docs/interface/webhooks.md). */
export const MAX_WEBHOOKS = 10;

/** Maximum number of endpoints per account, including disabled ones, because lists of endpoints are not paged. */
export const MAX_KEPT_WEBHOOKS = 50;

/** Retention of the response to an Idempotency-Key (docs/interface/requests.md#idempotency). */
export const WEBHOOK_REPLAY_MS = 30 * 86_400_000;

/** States of an endpoint. A disabled endpoint gets no deliveries until its owner enables it again. */
export const WEBHOOK_STATUSES = ['active', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

const eventTypes = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[];
const url = 'https://hooks.example.com/noi';

const WebhookEventType = Type.Unsafe<WebhookEvent>({ title: 'WebhookEventType', type: 'string', enum: eventTypes });

/** Body of POST /v1/webhooks. */
export const WebhookCreate = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      maxLength: 2048,
      description: 'A public https URL without user name, password or fragment.',
      examples: [url],
    }),
    eventTypes: Type.Array(WebhookEventType, {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      examples: [['webhook.test']],
    }),
    description: Type.Optional(Type.String({ maxLength: 200, examples: ['Staging'] })),
  },
  { title: 'WebhookCreate', ...closed },
);
export type WebhookCreate = Static<typeof WebhookCreate>;

const { url: receiver, eventTypes: events } = WebhookCreate.properties;

/** Body of POST /v1/webhooks/{id}: changes to an endpoint. Omitted members stay unchanged. */
export const WebhookChange = Type.Object(
  {
    url: Type.Optional(receiver),
    eventTypes: Type.Optional(events),
    description: Type.Optional(
      nullable(Type.String({ maxLength: 200, description: 'null removes it.', examples: ['Staging'] })),
    ),
    enabled: Type.Optional(
      Type.Boolean({ description: 'False stops deliveries until you enable it again.', examples: [true] }),
    ),
  },
  { title: 'WebhookChange', minProperties: 1, ...closed },
);
export type WebhookChange = Static<typeof WebhookChange>;

const shown = {
  webhookId: idSchema('whk'),
  url: Type.String({ examples: [url] }),
  eventTypes: Type.Array(openEnum(eventTypes)),
  undelivered: Type.Array(openEnum(eventTypes), {
    description: 'The `eventTypes` that this service does not deliver at present.',
    examples: [[]],
  }),
  status: openEnum(WEBHOOK_STATUSES),
  description: nullable(Type.String({ examples: ['Staging'] })),
  createdAt: timestamp,
};

/** Webhook endpoint as its owner sees it, without its secret. */
export const Webhook = Type.Object(shown, { title: 'Webhook', ...closed });
export type Webhook = Static<typeof Webhook>;

/** Response of POST /v1/webhooks, the only one that contains the secret. */
export const WebhookCreated = Type.Object(
  {
    ...shown,
    signingSecret: Type.String({
      description: 'Shown once. Use it to verify signatures (Standard Webhooks).',
      examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
    }),
  },
  { title: 'WebhookCreated', ...closed },
);
export type WebhookCreated = Static<typeof WebhookCreated>;

/** Response of POST /v1/webhooks/{id}/rotate, the only one that contains the new secret. */
export const WebhookRotated = Type.Object(
  {
    webhookId: idSchema('whk'),
    signingSecret: Type.String({
      description: 'Shown once. It signs deliveries from now on.',
      examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
    }),
    previousSecretExpiresAt: Type.String({
      format: 'date-time',
      description: 'The previous secret also signs until then. Switch your receiver before that.',
      examples: ['2026-11-22T03:20:53.738Z'],
    }),
  },
  { title: 'WebhookRotated', ...closed },
);
export type WebhookRotated = Static<typeof WebhookRotated>;

/** Secret that signs deliveries to receivers named in run requests. */
export const WebhookSecret = Type.Object(
  {
    signingSecret: Type.String({
      description: 'Verifies deliveries to the `webhook` of a run (Standard Webhooks).',
      examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
    }),
    previousSecretExpiresAt: nullable(
      Type.String({
        format: 'date-time',
        description: 'The previous secret also signs until then. Null if the secret was not rotated.',
        examples: ['2026-11-22T03:20:53.738Z'],
      }),
    ),
  },
  { title: 'WebhookSecret', ...closed },
);
export type WebhookSecret = Static<typeof WebhookSecret>;

/** Body of a delivered `webhook.test` (Standard Webhooks). */
export const WebhookTestPayload = Type.Object(
  {
    type: Type.String({ examples: ['webhook.test'] }),
    timestamp,
    data: Type.Object({ webhookId: idSchema('whk') }, closed),
  },
  { title: 'WebhookTestPayload', ...closed },
);
export type WebhookTestPayload = Static<typeof WebhookTestPayload>;

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const WebhookDeliveryAttempt = Type.Object(
  {
    attempt: Type.Integer({ minimum: 1 }),
    startedAt: timestamp,
    durationMs: Type.Integer({ minimum: 0, examples: [182] }),
    responseStatus: nullable(
      Type.Integer({ description: 'HTTP status of the response; null if there was none.', examples: [204] }),
    ),
    error: nullable(
      Type.String({
        description: 'Why the attempt failed, in snake_case; null after a 2xx.',
        examples: ['timeout'],
      }),
    ),
  },
  { title: 'WebhookDeliveryAttempt', ...closed },
);

/** Delivery to an endpoint, as the endpoint's owner sees it (docs/interface/webhooks.md). */
export const WebhookDelivery = Type.Object(
  {
    deliveryId: idSchema('whd'),
    webhookId: idSchema('whk'),
    eventType: openEnum(eventTypes),
    status: openEnum(DELIVERY_STATUSES),
    createdAt: timestamp,
    endedAt: nullable(timestamp),
    attempts: Type.Array(WebhookDeliveryAttempt, { description: 'Oldest first, at most eight.' }),
  },
  { title: 'WebhookDelivery', ...closed },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** Body of POST /v1/webhooks/{id}/replay: one delivery by id, or the events of a time span. */
export const WebhookReplay = Type.Object(
  {
    deliveryId: Type.Optional(idSchema('whd', 'Id of the delivery to resend.')),
    since: Type.Optional(
      Type.String({ format: 'date-time', description: 'With `until`: resends the events of this time span.' }),
    ),
    until: Type.Optional(Type.String({ format: 'date-time', description: 'End of the period, exclusive.' })),
  },
  {
    title: 'WebhookReplay',
    examples: [{ deliveryId: 'whd_01kah2v5q8e4wb6t7n9rjx3mzc' }],
    [ALTERNATIVES]: [
      { properties: { deliveryId: {} }, required: ['deliveryId'], maxProperties: 1 },
      { properties: { since: {}, until: {} }, required: ['since', 'until'], maxProperties: 2 },
    ],
    ...closed,
  },
);
export type WebhookReplay = Static<typeof WebhookReplay>;

export const WebhookReplayed = Type.Object(
  {
    webhookId: idSchema('whk'),
    deliveryIds: Type.Array(idSchema('whd'), { description: 'The new deliveries, in the order of their events.' }),
    nextSince: nullable(
      Type.String({
        format: 'date-time',
        description: `Pass this as since to continue: a replay sends at most ${MAX_REPLAYED} events. Null if all were sent.`,
        examples: ['2026-11-21T17:02:11.482Z'],
      }),
    ),
    replayed: Type.Boolean({ description: 'Whether this repeats an earlier response to the same Idempotency-Key.' }),
  },
  { title: 'WebhookReplayed', ...closed },
);
export type WebhookReplayed = Static<typeof WebhookReplayed>;
