import { Type } from '@sinclair/typebox';
import { Failure } from '../../../contracts/failures';
import { readMailEvent } from '../../../providers/mail/mail-events';
import { recordMailEvent } from '../../../store/suppressions';
import { endpoint, open } from '../../endpoint';
import { NO_STORE, ok } from '../../reply';

/**
 * Takes a signed event of the mail provider: an address that bounced or complained gets no mail any more. An event that comes twice
 * is handled once.
 */
export const reportMailEvent = endpoint({
  method: 'POST',
  path: '/webhooks/resend',
  operationId: 'reportMailEvent',
  summary: 'Events of the mail provider',
  description: 'Signed by the provider over the raw body (headers svix-id, svix-timestamp, svix-signature).',
  audience: 'operator',
  auth: open,
  needs: ({ settings }) => settings.mailWebhookSecret !== null,
  bodyType: 'raw',
  body: Type.Unsafe<Buffer>({ type: 'object', description: 'An event as the provider sends it.' }),
  responseScope: null,
  responses: { 200: Type.Object({ received: Type.Boolean() }) },
  problems: ['invalid_webhook', 'service_unavailable'],

  async handle({ deps, body, header }) {
    const event = readMailEvent(deps.settings.mailWebhookSecret!, body, {
      id: header('svix-id'),
      timestamp: header('svix-timestamp'),
      signature: header('svix-signature'),
    });
    if (!event) throw new Failure('invalid_webhook');
    await recordMailEvent(deps.db, event);
    return ok({ received: true }, NO_STORE);
  },
});
