import { Type } from '@sinclair/typebox';
import { Failure } from '../../../contracts/failures';
import { endpoint, open } from '../../../http/endpoint';
import { NO_STORE, ok } from '../../../http/reply';
import { readMailEvent } from '../../../providers/mail/mail-events';
import { recordMailEvent } from '../../../store/mail/mails';

/**
 * Accepts signed events of the mail provider: addresses that bounced or complained get no more mail. Duplicate events
 * have no effect. Our own mailboxes are never suppressed; the operators are alerted instead.
 */
export const reportMailEvent = endpoint({
  method: 'POST',
  path: '/webhooks/resend',
  operationId: 'reportMailEvent',
  tag: 'platform',
  summary: 'Events of the mail provider',
  description: 'Signed by the provider over the raw body (headers svix-id, svix-timestamp, svix-signature).',
  audience: 'operator',
  internal: true,
  auth: open,
  ignoresQuery: true,
  needs: 'mailEvents',
  bodyType: 'raw',
  signedBy: ['svix-id', 'svix-timestamp', 'svix-signature'],
  body: Type.Unsafe<Buffer>({ type: 'object', description: 'An event as the provider sends it.' }),
  responseScope: null,
  responses: { 200: Type.Object({ received: Type.Boolean() }, { title: 'MailEventReceived' }) },
  problems: ['invalid_webhook'],

  async handle({ deps, body, header, trust }) {
    const event = readMailEvent(deps.settings.mailWebhookSecret!, body, {
      id: header('svix-id'),
      timestamp: header('svix-timestamp'),
      signature: header('svix-signature'),
    });
    if (!event) throw new Failure('invalid_webhook');
    trust();
    await recordMailEvent(deps.db, event, deps.settings.ownMailboxes);
    return ok({ received: true }, NO_STORE);
  },
});
