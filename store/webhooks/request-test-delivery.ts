import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import type { WebhookTestPayload } from '../../contracts/webhooks';
import { newId } from '../../contracts/ids';
import { webhookDeliveryMessage, type DeliveryPatience } from '../../domain/messages/webhook-deliveries';
import type { Database, Queryable } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { once } from '../idempotency/once';
import type { IdempotencyClaim } from '../idempotency/claim-key';
import { enqueue, type PendingMessage } from '../outbox/enqueue';

/** A requested delivery, and the message to deliver at once. */
export interface RequestedDelivery {
  deliveryId: string;
  createdAt: string;
  replayed: boolean;
  pending: PendingMessage | null;
}

/** Scope and claim of a request. Operators name no account; an account page names no mode. */
interface TestRequest {
  accountId?: string | null;
  mode?: Mode | null;
  patience?: DeliveryPatience;
  idempotency?: IdempotencyClaim | null;
}

/**
 * Records a signed `webhook.test` for an endpoint and the workflow that delivers it. Once for its claim, if it has one.
 *
 * @throws Failure `webhook_not_found` for an endpoint that is unknown or another owner's; `webhook_disabled`;
 * `rate_limited`; as {@link once}
 */
export async function requestTestDelivery(
  db: Database,
  webhookId: string,
  { accountId = null, mode = null, patience = {}, idempotency = null }: TestRequest = {},
): Promise<RequestedDelivery> {
  let pending: PendingMessage | null = null;
  const { value, replayed } = await once(db, idempotency, async (tx) => {
    const deliveryId = newId('whd');
    const { createdAt, ...owner } = await insertDelivery(tx, webhookId, { accountId, mode }, deliveryId);
    await refuseTooManyTests(tx, owner.accountId);
    const about = { accountId: owner.accountId, subject: webhookId, after: { deliveryId } };
    await recordAudit(tx, { action: 'webhook.tested', ...about });
    const delivery = { deliveryId, webhookId, eventType: 'webhook.test', ...owner };
    const message = webhookDeliveryMessage(delivery, patience);
    pending = await enqueue(tx, `start:${message.workflowId}`, message);
    return { deliveryId, createdAt: createdAt.toISOString() };
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

async function insertDelivery(
  tx: Queryable,
  webhookId: string,
  { accountId, mode }: { accountId: string | null; mode: Mode | null },
  deliveryId: string,
): Promise<{ accountId: string; mode: Mode; createdAt: Date }> {
  // Stored as sent: every attempt signs and sends the same bytes.
  const event: WebhookTestPayload = { type: 'webhook.test', timestamp: new Date().toISOString(), data: { webhookId } };
  const payload = JSON.stringify(event);
  const { rows } = await tx.query<{ accountId: string; mode: Mode; createdAt: Date | null }>({
    name: 'webhook-delivery-insert',
    text: `WITH endpoint AS (
             SELECT id, account_id, mode, status FROM webhooks
             WHERE id = $1 AND ($2::text IS NULL OR account_id = $2) AND ($5::text IS NULL OR mode = $5)),
           inserted AS (
             INSERT INTO webhook_deliveries (id, webhook_id, event_type, payload, status)
             SELECT $3, id, 'webhook.test', $4, 'pending' FROM endpoint WHERE status = 'active' RETURNING created_at)
           SELECT account_id AS "accountId", mode, (SELECT created_at FROM inserted) AS "createdAt" FROM endpoint`,
    values: [webhookId, accountId, deliveryId, payload, mode],
  });
  const endpoint = rows[0];
  if (!endpoint) throw new Failure('webhook_not_found', { detail: `No active webhook ${webhookId}.` });
  const { createdAt } = endpoint;
  if (!createdAt)
    throw new Failure('webhook_disabled', { detail: `The webhook ${webhookId} is disabled: enable it first.` });
  return { ...endpoint, createdAt };
}
