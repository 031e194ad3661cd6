import { Type } from '@sinclair/typebox';
import { Failure } from '../../../contracts/failures';
import { WebhookRefused, type WebhookHint } from '../../../providers/payments/payments';
import { recordPaymentEvent } from '../../../store/orders/payment-events';
import type { ApiDeps } from '../../deps';
import { endpoint, open } from '../../endpoint';
import { ok } from '../../reply';

/**
 * Takes what the payment provider tells (contract.md, Payments): signature, time and mode are checked on the bytes as they came,
 * the event is committed once together with what it leads to, then the answer goes out and the work begins.
 */
export const receivePaymentWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/stripe',
  operationId: 'receivePaymentWebhook',
  summary: 'Events of the payment provider',
  description: 'Signed by the provider (`Stripe-Signature`); nobody else has a use for it.',
  audience: 'operator',
  auth: open,
  needs: ({ payments }) => payments !== null,
  body: Type.Any({ description: 'An event of the provider, read as the bytes that were signed.' }),
  bodyType: 'raw',
  responseScope: null,
  responses: { 200: Type.Object({ received: Type.Literal(true) }, { additionalProperties: false }) },
  problems: ['invalid_webhook', 'service_unavailable'],

  async handle({ deps, body, header }) {
    const hint = believed(deps, body as Buffer, header('stripe-signature'));
    const pending = await recordPaymentEvent(deps.db, { ...hint, mode: hint.livemode ? 'live' : 'test' });
    if (pending) deps.deliver(pending);
    return ok({ received: true });
  },
});

function believed({ payments }: ApiDeps, body: Buffer, signature: string): WebhookHint {
  try {
    return payments!.verifyWebhook(body, signature);
  } catch (error) {
    if (!(error instanceof WebhookRefused)) throw error;
    throw new Failure('invalid_webhook', { detail: `Refused: ${error.reason}.`, cause: error });
  }
}
