import { exampleOfEvent, payloadSchema } from '../../http/examples';
import {
  PRODUCT_EVENTS,
  WEBHOOK_EVENTS,
  WebhookTestPayload,
  type ProductEvent,
  type DeliveredEvents,
} from '../../modules/webhooks/contract';
import type { Components, Json } from './schemas';

/** OpenAPI `webhooks`: the requests that we send to customers' endpoints, one for each delivered event type. */
export function webhookDescriptions(components: Components, { productEvents }: DeliveredEvents): Json {
  const signed = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  const call = (operationId: string, summary: string, body: Json) => ({
    post: {
      operationId,
      summary: summary.replace(/\.$/u, ''),
      description:
        'Signed according to Standard Webhooks. Verify the signature over the raw body before you parse it. Up to eight attempts, with backoff.',
      // Generators write one file per tag. With the tag `webhooks`, these operations would overwrite our endpoints.
      tags: ['webhook-events'],
      security: [],
      parameters: [
        signed('webhook-id', 'Id of the delivery, the same in every attempt. Process each id once.'),
        signed('webhook-timestamp', 'Unix time in seconds when this attempt was signed.'),
        signed('webhook-signature', 'One or two signatures. One valid signature is enough.'),
      ],
      requestBody: { required: true, content: { 'application/json': body } },
      responses: {
        200: { description: 'Received, like any 2xx. Any other answer, or no answer within 15 seconds, is retried.' },
        '4XX': { description: 'Refused, and retried.' },
      },
    },
  });
  const events = productEvents ? (Object.keys(PRODUCT_EVENTS) as ProductEvent[]) : [];
  const test = components.described(WebhookTestPayload, 'response');
  return {
    'webhook.test': call('onWebhookTest', WEBHOOK_EVENTS['webhook.test'], test),
    ...Object.fromEntries(
      events.map((type) => {
        const body = components.described(payloadSchema(type), 'response', exampleOfEvent(type));
        return [type, call(operationOf(type), PRODUCT_EVENTS[type], body)];
      }),
    ),
  };
}

/** Returns `onRunCompleted` for `run.completed`. */
function operationOf(type: ProductEvent): string {
  const words = type.split('.').map((word) => word[0]!.toUpperCase() + word.slice(1));
  return `on${words.join('')}`;
}
