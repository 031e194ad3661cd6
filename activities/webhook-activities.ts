import { activityInfo, ApplicationFailure } from '@temporalio/activity';
import { signedHeaders } from '../contracts/webhook-signature';
import type { DeliveryStatus } from '../contracts/webhooks';
import type { Webhook } from '../prisma/client';
import type { Sent } from '../providers/webhooks/webhook-sender';
import { failDelivery, loadDelivery, recordAttempt } from '../store/webhooks/deliveries';
import type { ActivityDeps } from './deps';

/** What a receiver says that will never take this delivery (Standard Webhooks). */
const GONE = 410;

/** Activities that deliver webhooks. Each may run twice: a receiver sees the same `webhook-id` again. */
export function createWebhookActivities({ db, webhooks }: ActivityDeps) {
  return {
    /**
     * Makes one attempt of a delivery and notes how it went.
     *
     * @throws ApplicationFailure where it was not taken: retried, unless nothing will ever change
     */
    async deliverWebhook(deliveryId: string): Promise<void> {
      if (!webhooks) throw ApplicationFailure.retryable('Webhooks are not configured here', 'service_not_configured');
      const delivery = await loadDelivery(db, deliveryId);
      if (!delivery) throw ApplicationFailure.nonRetryable(`No delivery ${deliveryId}`, 'not_found');
      if (delivery.status !== 'pending') return;
      if (delivery.webhook.status !== 'active')
        throw ApplicationFailure.nonRetryable('The endpoint is disabled', 'disabled');
      const startedAt = new Date();
      const headers = signedHeaders(secretsOf(delivery.webhook, startedAt), deliveryId, startedAt, delivery.payload);
      const sent = await webhooks.sender.send({ url: delivery.webhook.url, headers, body: delivery.payload });
      const error = flawOf(sent);
      await recordAttempt(
        db,
        deliveryId,
        {
          attempt: activityInfo().attempt,
          startedAt,
          durationMs: Date.now() - startedAt.getTime(),
          responseStatus: sent.status,
          error,
        },
        error === null,
      );
      if (error !== null) throw notTaken(error, sent);
    },

    /** Gives a delivery up that was never taken. Says how it stands: it may have arrived after all. */
    failWebhookDelivery(deliveryId: string): Promise<DeliveryStatus> {
      return failDelivery(db, deliveryId);
    },
  };

  // The new secret first; the one before as long as its receivers may still know it.
  function secretsOf({ id, sealedSecret, previousSecret, previousExpiresAt }: Webhook, now: Date): string[] {
    const sealed = [sealedSecret];
    if (previousSecret && previousExpiresAt && previousExpiresAt > now) sealed.push(previousSecret);
    return sealed.map((secret) => webhooks!.secrets.open(secret, id));
  }
}

/** Why an attempt does not count, as the log says it; null where it was taken. */
function flawOf({ status, failure }: Sent): string | null {
  if (status === null) return failure;
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect_not_followed' : 'refused';
}

function notTaken(error: string, { status, retryAfterMs }: Sent): ApplicationFailure {
  return ApplicationFailure.create({
    message: status === null ? `No answer: ${error}` : `Answered ${status}`,
    type: error,
    // An address that is not public, and an endpoint that is gone, stay so.
    nonRetryable: error === 'address_refused' || status === GONE,
    ...(retryAfterMs !== null && { nextRetryDelay: retryAfterMs }),
  });
}
