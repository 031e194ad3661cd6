import { exampleOfEvent, payloadSchema } from '../../http/examples';
import {
  PRODUCT_EVENTS,
  WEBHOOK_EVENTS,
  WebhookTestPayload,
  type ProductEvent,
  type DeliveredEvents,
} from '../../modules/webhooks/contract';
import type { Components, Json } from './schemas';

/** OpenAPI `webhooks`: calls of the endpoints of customers, of the events that are delivered. */
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
        'Signed by Standard Webhooks: verify the signature over the raw body before reading it. Tried eight times with growing pauses.',
      // Not `webhooks`: generators write one file a tag, and these would take the place of our endpoints there.
      tags: ['webhook-events'],
      security: [],
      parameters: [
        signed('webhook-id', 'Id of the delivery, the same in every attempt: handle it once.'),
        signed('webhook-timestamp', 'Seconds since 1970 at which this attempt was signed.'),
        signed('webhook-signature', 'One or two signatures; one that verifies is enough.'),
      ],
      requestBody: { required: true, content: { 'application/json': body } },
      responses: {
        200: { description: 'Taken, as is any other 2xx. Everything else, or silence for 15 seconds, is tried again.' },
        '4XX': { description: 'Refused; tried again.' },
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

/** `onRunCompleted` for `run.completed`. */
function operationOf(type: ProductEvent): string {
  const words = type.split('.').map((word) => word[0]!.toUpperCase() + word.slice(1));
  return `on${words.join('')}`;
}
