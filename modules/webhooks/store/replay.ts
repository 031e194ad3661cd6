import { Failure } from '../../../base/failures';
import type { Database, Queryable } from '../../../prisma/client';
import { recordAudit } from '../../outbox/store/audit';
import { once, type IdempotencyClaim, type Once } from '../../outbox/store/claims';
import type { PendingMessage } from '../../outbox/store/outbox';
import { MAX_REPLAYED, type WebhookReplayed, type WebhookTestPayload } from '../contract';
import type { DeliveryLimits } from '../messages';
import { activeEndpoint, insertDelivery, type EndpointScope } from './deliveries';

/** What to send again: one delivery, or the events from `since` (inclusive) to `until` (exclusive). */
export type WantedReplay = { deliveryId: string } | { since: Date; until: Date };

export interface Replayed extends Once<Omit<WebhookReplayed, 'replayed'>> {
  pending: PendingMessage[];
}

/** A delivery to send again, with the same body under a new delivery id. */
interface Again {
  eventType: string;
  payload: string;
}

/**
 * Sends to an endpoint again: one delivery, or the subscribed events of a time span, including events missed while the
 * endpoint was disabled. Sends at most {@link MAX_REPLAYED} events and returns where to continue. A repeated claim
 * sends nothing again.
 * @throws Failure as {@link activeEndpoint} and {@link once}, `invalid_request` for an unknown delivery
 */
export async function replayDeliveries(
  db: Database,
  webhookId: string,
  wanted: WantedReplay,
  { idempotency = null, ...scope }: EndpointScope & { idempotency?: IdempotencyClaim | null } = {},
): Promise<Replayed> {
  const pending: PendingMessage[] = [];
  const { value, replayed } = await once(db, idempotency, async (tx) => {
    const { accountId, mode, eventTypes } = await activeEndpoint(tx, webhookId, scope);
    const { again, nextSince } =
      'deliveryId' in wanted
        ? { again: [await earlier(tx, webhookId, wanted.deliveryId)], nextSince: null }
        : await eventsBetween(tx, { accountId, mode, eventTypes }, wanted);
    const deliveryIds: string[] = [];
    for (const each of again) {
      const { deliveryId, pending: message } = await insertDelivery(tx, { webhookId, ...each, accountId, mode });
      deliveryIds.push(deliveryId);
      if (message) pending.push(message);
    }
    const after = { deliveries: deliveryIds.length };
    await recordAudit(tx, { action: 'webhook.replayed', accountId, subject: webhookId, after });
    return { webhookId, deliveryIds, nextSince };
  });
  return { value, replayed, pending };
}

async function earlier(tx: Queryable, webhookId: string, deliveryId: string): Promise<Again> {
  const { rows } = await tx.query<Again>({
    text: 'SELECT event_type AS "eventType", payload FROM webhook_deliveries WHERE id = $1 AND webhook_id = $2',
    values: [deliveryId, webhookId],
  });
  if (rows[0]) return rows[0];
  const detail = `does not name a delivery to ${webhookId} in the last 30 days`;
  const errors = [{ pointer: '/deliveryId', code: 'unknown_delivery', detail }];
  throw new Failure('invalid_request', { detail: `/deliveryId ${detail}.`, errors });
}

async function eventsBetween(
  tx: Queryable,
  { accountId, mode, eventTypes }: { accountId: string; mode: string; eventTypes: readonly string[] },
  { since, until }: { since: Date; until: Date },
): Promise<{ again: Again[]; nextSince: string | null }> {
  const { rows } = await tx.query<Again & { createdAt: Date }>({
    text: `SELECT type AS "eventType", payload, created_at AS "createdAt" FROM product_events
           WHERE account_id = $1 AND mode = $2 AND created_at >= $3 AND created_at < $4 AND type = ANY($5)
           ORDER BY created_at, id LIMIT $6`,
    values: [accountId, mode, since, until, eventTypes, MAX_REPLAYED + 1],
  });
  const again = rows.slice(0, MAX_REPLAYED).map(({ eventType, payload }) => ({ eventType, payload }));
  return { again, nextSince: rows[MAX_REPLAYED]?.createdAt.toISOString() ?? null };
}

export interface RequestedDelivery {
  deliveryId: string;
  createdAt: string;
  replayed: boolean;
  pending: PendingMessage | null;
}

interface TestRequest extends EndpointScope {
  limits?: DeliveryLimits;
  idempotency?: IdempotencyClaim | null;
}

/**
 * Records a signed `webhook.test` for an endpoint and starts the workflow that delivers it. A repeated claim does not
 * send another.
 * @throws Failure as {@link activeEndpoint} and {@link once}, `rate_limited`
 */
export async function requestTestDelivery(
  db: Database,
  webhookId: string,
  { limits = {}, idempotency = null, ...scope }: TestRequest = {},
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
    const { pending: message, ...written } = await insertDelivery(tx, delivery, limits);
    await refuseTooManyTests(tx, accountId);
    const about = { accountId, subject: webhookId, after: { deliveryId: written.deliveryId } };
    await recordAudit(tx, { action: 'webhook.tested', ...about });
    pending = message;
    return written;
  });
  return { ...value, replayed, pending };
}

/** Maximum number of test deliveries per account and hour, from all sources. */
const MAX_TESTS_AN_HOUR = 20;

/** Call it after adding a delivery. @throws Failure `rate_limited` if there are too many */
async function refuseTooManyTests(tx: Queryable, accountId: string): Promise<void> {
  // Locks the account, so that concurrent requests are counted one at a time.
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
    detail: `An account may request ${MAX_TESTS_AN_HOUR} test deliveries per hour.`,
    retryAfterSeconds: Math.max(1, freeInS),
    limitLevel: 'endpoint',
  });
}
