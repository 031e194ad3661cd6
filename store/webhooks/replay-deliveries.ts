import { Failure } from '../../contracts/failures';
import { MAX_REPLAYED, type WebhookReplayed } from '../../contracts/webhooks';
import type { Database, Queryable } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import type { IdempotencyClaim } from '../idempotency/claim-key';
import { once, type Once } from '../idempotency/once';
import type { PendingMessage } from '../outbox/enqueue';
import { activeEndpoint, type EndpointScope } from './active-endpoint';
import { insertDelivery } from './insert-delivery';

/** What to send again: one delivery, or the events from `since` until before `until`. */
export type WantedReplay = { deliveryId: string } | { since: Date; until: Date };

/** What was replayed, and the messages to deliver at once. */
export interface Replayed extends Once<Omit<WebhookReplayed, 'replayed'>> {
  pending: PendingMessage[];
}

/** What is sent again: the body as it was, under a new id of the delivery. */
interface Again {
  eventType: string;
  payload: string;
}

/**
 * Delivers to an endpoint again: one delivery, or the events of a span of time that it is subscribed to, also those that
 * it missed while it was disabled; at most {@link MAX_REPLAYED}, and where to go on. Once for its claim, if it has one.
 *
 * @throws Failure as {@link activeEndpoint}; `invalid_request` for a delivery that is not there; as {@link once}
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
  const detail = `names no delivery to ${webhookId} of the last 30 days`;
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
