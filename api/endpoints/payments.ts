import { Type } from '@sinclair/typebox';
import { Failure } from '../../base/failures';
import { subjectOf, subjectOfWorkflow } from '../../base/subjects';
import type { ApiDeps } from '../../http/deps';
import { endpoint, open } from '../../http/endpoint';
import { ok } from '../../http/reply';
import { countForeignEvent } from '../../modules/operations/store/deployment';
import { WebhookRefused, type ProviderEvent } from '../../modules/orders/payment-provider';
import { hearEvent } from '../../modules/payouts/use-cases/hear-event';

/**
 * Accepts events from the payment provider (docs/interface/payments.md). Verifies the signature of the raw body, and
 * the event's age and mode. Before it replies, commits the event, at most once, together with its follow-up work.
 * Events for other deployments that share the provider account are only counted.
 */
export const receivePaymentWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/stripe',
  operationId: 'receivePaymentWebhook',
  tag: 'platform',
  summary: 'Receive events of the payment provider',
  description: 'Signed by the provider (`Stripe-Signature`), and for its use only.',
  audience: 'operator',
  internal: true,
  auth: open,
  ignoresQuery: true,
  needs: 'paymentEvents',
  body: Type.Any({ description: 'An event from the provider. The signature covers the raw bytes.' }),
  bodyType: 'raw',
  signedBy: ['stripe-signature'],
  responseScope: null,
  responses: {
    200: Type.Object({ received: Type.Literal(true) }, { title: 'PaymentEventReceived', additionalProperties: false }),
  },
  problems: ['invalid_webhook'],

  async handle({ deps, body, header, trust }) {
    const event = verified(deps, body as Buffer, header('stripe-signature'));
    trust();
    if (!event) return ok({ received: true });
    const logged = { eventId: event.eventId, eventType: event.about };
    if (await deps.payments!.isForeign(event)) {
      await countForeignEvent(deps.db, event.deploymentId!);
      return { ...ok({ received: true }), subject: logged };
    }
    const workflowId = await hearEvent(deps, event);
    // Events without our metadata are matched by payment, so only the workflow id identifies their order.
    const named = subjectOf(event.orderId, event.withdrawalId);
    const matched = workflowId ? subjectOfWorkflow(workflowId) : {};
    return { ...ok({ received: true }), subject: { ...logged, ...named, ...matched } };
  },
});

function verified({ payments }: ApiDeps, body: Buffer, signature: string): ProviderEvent | null {
  try {
    return payments!.verifyWebhook(body, signature);
  } catch (error) {
    if (!(error instanceof WebhookRefused)) throw error;
    throw new Failure('invalid_webhook', { detail: `Refused: ${error.reason}.`, cause: error });
  }
}
