import { ApplicationFailure } from '@temporalio/activity';
import { ACTIVITY_FAILURES } from '../base/activity-failures';
import { signedHeaders } from '../base/webhook-settings';
import type { DeliveryStatus } from '../modules/webhooks/contract';
import { MAX_DELIVERY_ATTEMPTS, pauseAfter, type DeliveryPauses } from '../modules/webhooks/rules';
import { loadDelivery, failDelivery, recordAttempt } from '../modules/webhooks/store/deliveries';
import type { Webhook } from '../modules/webhooks/store/endpoints';
import type { Sent } from '../vendors/webhooks/webhook-sender';
import type { ActivityDeps } from './deps';
import { finalFailure, retryableFailure } from './failures';

/** Status with which a receiver permanently refuses an endpoint's deliveries (Standard Webhooks). */
const GONE = 410;
/** Pause between two checks of a delivery whose account is suspended. */
const HELD_FOR_MS = 300_000;

/** Activities that deliver webhooks at least once. A repeated delivery has the same `webhook-id`. */
export function createWebhookActivities({ db, webhooks }: ActivityDeps) {
  return {
    /** Makes one attempt. @throws ApplicationFailure if it was not accepted; retried unless the cause is permanent */
    async deliverWebhook(deliveryId: string, pauses: DeliveryPauses): Promise<void> {
      if (!webhooks)
        throw retryableFailure(ACTIVITY_FAILURES.webhooksNotConfigured, 'Webhooks are not configured here');
      const delivery = await loadDelivery(db, deliveryId);
      if (!delivery) throw finalFailure(ACTIVITY_FAILURES.deliveryNotFound, `No delivery ${deliveryId}`);
      if (delivery.status !== 'pending') return;
      if (delivery.webhook.status !== 'active')
        throw finalFailure(ACTIVITY_FAILURES.webhookDisabled, 'The endpoint is disabled');
      if (delivery.suspended) throw held();
      const startedAt = new Date();
      const headers = signedHeaders(secretsOf(delivery.webhook, startedAt), deliveryId, startedAt, delivery.payload);
      const { accountId: owner, url } = delivery.webhook;
      const sent = await webhooks.sender.send({ owner, url: delivery.url ?? url, headers, body: delivery.payload });
      const error = errorOf(sent);
      const durationMs = Date.now() - startedAt.getTime();
      const made = { startedAt, durationMs, responseStatus: sent.status, error };
      const attempt = await recordAttempt(db, deliveryId, made, error === null);
      if (error !== null) throw deliveryFailure(error, sent, { attempt, pauses });
    },

    /** Gives up a delivery unless it was accepted in the meantime, and returns its status. */
    failWebhookDelivery(deliveryId: string): Promise<DeliveryStatus> {
      return failDelivery(db, deliveryId);
    },
  };

  // The newest secret comes first. The previous one also signs until the overlap ends.
  function secretsOf({ id, sealedSecret, previousSecret, previousExpiresAt }: Webhook, now: Date): string[] {
    const sealed = [sealedSecret];
    if (previousSecret && previousExpiresAt && previousExpiresAt > now) sealed.push(previousSecret);
    return sealed.map((secret) => webhooks!.secrets.open(secret, id));
  }
}

/** Failure that does not count as an attempt. If an account is suspended, its deliveries wait until it is resumed. */
function held(): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'The account is suspended: its webhooks wait',
    type: ACTIVITY_FAILURES.accountSuspended,
    nextRetryDelay: HELD_FOR_MS,
  });
}

/** Error code of an attempt for the delivery log; null if it was accepted. */
function errorOf({ status, failure }: Sent): string | null {
  if (status === null) return failure;
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect_not_followed' : 'refused';
}

function deliveryFailure(
  error: string,
  { status, retryAfterMs }: Sent,
  { attempt, pauses }: { attempt: number; pauses: DeliveryPauses },
): ApplicationFailure {
  const pauseMs = retryAfterMs ?? pauseAfter(attempt, pauses);
  return ApplicationFailure.create({
    message: status === null ? `No answer: ${error}` : `Answered ${status}`,
    type: error,
    // Permanent if the address is private or the endpoint is gone. Attempts are counted here, because the workflow may
    // not know all of them.
    nonRetryable: error === 'address_refused' || status === GONE || attempt >= MAX_DELIVERY_ATTEMPTS,
    nextRetryDelay: pauseMs,
  });
}
