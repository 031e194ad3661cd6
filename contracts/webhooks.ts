import { Type, type Static } from '@sinclair/typebox';
import { idSchema } from './ids';
import { closed, nullable, openEnum, timestamp } from './schema';

/**
 * Events that an endpoint can subscribe to. Only `webhook.test` is ever delivered, when its owner asks for it: automated
 * delivery of product events is not commissioned (spec, Events), so the others are a preview of what may come.
 */
export const WEBHOOK_EVENTS = {
  'webhook.test': 'A test that the owner of the endpoint asked for.',
  'run.completed': 'A run has completed; its documents can be read. Preview.',
  'run.failed': 'A run ended without findings. Preview.',
  'run.canceled': 'A run was stopped by its owner. Preview.',
  'run.expired': 'A run waited too long in the queue. Preview.',
  'order.paid': 'An order was paid. Preview.',
  'order.fulfilled': 'What was ordered is there. Preview.',
  'order.expired': 'An order was not paid in time. Preview.',
  'order.refunded': 'The payment of an order was given back. Preview.',
  'withdrawal.paid': 'A payout has reached its account. Preview.',
  'withdrawal.failed': 'A payout failed. Preview.',
  'withdrawal.returned': 'The bank sent a payout back. Preview.',
} as const;
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;

/** How many endpoints an account may have (contract.md, Bodies). */
export const MAX_WEBHOOKS = 10;

/** How long the answer to one Idempotency-Key is repeated (contract.md, Idempotency). */
export const WEBHOOK_REPLAY_MS = 30 * 86_400_000;

/** States of an endpoint; a disabled one is never called again. */
export const WEBHOOK_STATUSES = ['active', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

const eventTypes = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[];
const url = 'https://hooks.example.com/noi';

/** Body of POST /v1/webhooks. */
export const WebhookCreate = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      maxLength: 2048,
      description: 'An https address that can be reached publicly, without user name, password or fragment.',
      examples: [url],
    }),
    eventTypes: Type.Array(Type.Unsafe<WebhookEvent>({ type: 'string', enum: eventTypes }), {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      description: 'Only `webhook.test` is delivered today; the others are a preview.',
      examples: [['webhook.test']],
    }),
    description: Type.Optional(Type.String({ minLength: 1, maxLength: 200, examples: ['Staging'] })),
  },
  { title: 'WebhookCreate', ...closed },
);
export type WebhookCreate = Static<typeof WebhookCreate>;

const shown = {
  webhookId: idSchema('whk'),
  url: Type.String({ examples: [url] }),
  eventTypes: Type.Array(openEnum(eventTypes)),
  status: openEnum(WEBHOOK_STATUSES),
  description: nullable(Type.String({ examples: ['Staging'] })),
  createdAt: timestamp,
};

/** A webhook endpoint as its owner sees it: without its secret. */
export const Webhook = Type.Object(shown, { title: 'Webhook', ...closed });
export type Webhook = Static<typeof Webhook>;

/** Answer of POST /v1/webhooks: the only one with the secret. */
export const WebhookCreated = Type.Object(
  {
    ...shown,
    signingSecret: Type.String({
      description: 'Shown this once. Verifies signatures by Standard Webhooks.',
      examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
    }),
  },
  { title: 'WebhookCreated', ...closed },
);
export type WebhookCreated = Static<typeof WebhookCreated>;

/** How a delivery stands. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';
