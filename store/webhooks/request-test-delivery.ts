import { Failure } from '../../contracts/failures';
import type { WebhookTestPayload } from '../../contracts/webhooks';
import type { DeliveryPatience } from '../../domain/messages/webhook-deliveries';
import type { Database, Queryable } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { once } from '../idempotency/once';
import type { IdempotencyClaim } from '../idempotency/claim-key';
import type { PendingMessage } from '../outbox/enqueue';
import { activeEndpoint, type EndpointScope } from './active-endpoint';
import { insertDelivery } from './insert-delivery';

/** A requested delivery, and the message to deliver at once. */
export interface RequestedDelivery {
  deliveryId: string;
  createdAt: string;
  replayed: boolean;
  pending: PendingMessage | null;
}

/** Scope and claim of a request. */
interface TestRequest extends EndpointScope {
  patience?: DeliveryPatience;
  idempotency?: IdempotencyClaim | null;
}

/**
 * Records a signed `webhook.test` for an endpoint and the workflow that delivers it. Once for its claim, if it has one.
 *
 * @throws Failure as {@link activeEndpoint}; `rate_limited`; as {@link once}
 */
export async function requestTestDelivery(
  db: Database,
  webhookId: string,
  { patience = {}, idempotency = null, ...scope }: TestRequest = {},
): Promise<RequestedDelivery> {
  let pending: PendingMessage | null = null;
  const { value, replayed } = await once(db, idempotency, async (tx) => {
    const { accountId, mode } = await activeEndpoint(tx, webhookId, scope);
    const event: WebhookTestPayload = {
      type: 'webhook.test',
      timestamp: new Date().toISOString(),
      data: { webhookId },
    };
    const delivery = { webhookId, eventType: event.type, payload: JSON.stringify(event), accountId, mode };
    const { pending: message, ...written } = await insertDelivery(tx, delivery, patience);
    await refuseTooManyTests(tx, accountId);
    const about = { accountId, subject: webhookId, after: { deliveryId: written.deliveryId } };
    await recordAudit(tx, { action: 'webhook.tested', ...about });
    pending = message;
    return written;
  });
  return { ...value, replayed, pending };
}

/** Limit of test deliveries per account and hour, from all sources. */
const MAX_TESTS_AN_HOUR = 20;

/** @throws Failure `rate_limited` if the added delivery exceeds the limit */
async function refuseTooManyTests(tx: Queryable, accountId: string): Promise<void> {
  // Locked, so that concurrent requests are counted one after the other.
  await tx.query({ text: 'SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE', values: [accountId] });
  const { rows } = await tx.query<{ count: number; freeInS: number }>({
    name: 'webhook-tests-of-the-hour',
    text: `SELECT count(*)::int AS count,
                  ceil(extract(epoch FROM min(created_at) + interval '1 hour' - now()))::int AS "freeInS"
           FROM webhook_deliveries
           WHERE webhook_id IN (SELECT id FROM webhooks WHERE account_id = $1)
             AND event_type = 'webhook.test' AND created_at > now() - interval '1 hour'`,
    values: [accountId],
  });
  const { count, freeInS } = rows[0]!;
  if (count <= MAX_TESTS_AN_HOUR) return;
  throw new Failure('rate_limited', {
    detail: `An account may ask for ${MAX_TESTS_AN_HOUR} test deliveries in an hour.`,
    retryAfterSeconds: Math.max(1, freeInS),
    limitLevel: 'endpoint',
  });
}
