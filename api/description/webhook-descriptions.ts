import { WebhookTestPayload } from '../../contracts/webhooks';
import type { Components, Json } from './schemas';

/** OpenAPI `webhooks`: calls of the endpoints of customers; events in preview are left out, as they are not sent. */
export function webhookDescriptions(components: Components): Json {
  const signed = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  const test = {
    operationId: 'onWebhookTest',
    summary: 'A test that the owner of the endpoint asked for',
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
    requestBody: {
      required: true,
      content: { 'application/json': components.described(WebhookTestPayload, 'response') },
    },
    responses: {
      200: { description: 'Taken, as is any other 2xx. Everything else, or silence for 15 seconds, is tried again.' },
      '4XX': { description: 'Refused; tried again.' },
    },
  };
  return { 'webhook.test': { post: test } };
}
