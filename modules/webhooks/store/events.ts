import type { Mode } from '../../../base/access';
import { newId, lastId } from '../../../base/ids';
import { sendsEvents, type Queryable, type Database } from '../../../prisma/client';
import type { EventSubject, ProductEvent } from '../contract';
import { linksOf } from '../rules';
import { insertDelivery } from './deliveries';

export interface RunWebhook {
  url: string;
  eventTypes: readonly string[];
}

export interface HappenedEvent<Subject extends EventSubject = EventSubject> {
  type: ProductEvent & `${Subject}.${string}`;
  subject: string;
  status: string;
  /** Null for a buyer without an account, who cannot have endpoints. */
  accountId: string | null;
  mode: Mode;
  /** True if the run has a portfolio. */
  hasPortfolio?: boolean;
  /** Receiver named in the run's request, if any. */
  webhook?: RunWebhook | null;
}

/**
 * Records an event and its deliveries in the transaction that causes it: to each subscribed endpoint of the account,
 * and to the receiver named in a run's request. Does nothing if the operator has not turned events on. The caller holds
 * the lock of the subject's row, so that the sequence has no gaps or duplicates. Call it once per transition.
 */
export async function recordEvent(tx: Queryable, event: HappenedEvent): Promise<void> {
  const { type, subject, status, accountId, mode } = event;
  if (!sendsEvents(tx) || accountId === null) return;
  const id = newId('evt');
  const receiver = event.webhook?.eventTypes.includes(type) ? event.webhook.url : null;
  const links = linksOf(type, subject, event.hasPortfolio ?? false);
  const [{ rows: recorded }, { rows: endpoints }] = await Promise.all([
    tx.query<{ payload: string }>({
      name: 'event-record',
      // Stores the payload exactly as it is sent. Adds the sequence number, assigned here, and the transaction's time.
      text: `INSERT INTO product_events (id, account_id, mode, type, subject, sequence, payload)
             SELECT $1, $2, $3, $4, $5, next.sequence,
                    json_build_object('type', $4::text,
                      'timestamp', to_char(now() AT TIME ZONE 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                      'data', json_build_object('id', $1::text, 'sequence', next.sequence, 'subject', $5::text,
                        'status', $6::text, 'links', $7::json))
             FROM (SELECT COALESCE(max(sequence), 0) + 1 AS sequence FROM product_events WHERE subject = $5) AS next
             RETURNING payload`,
      values: [id, accountId, mode, type, subject, status, JSON.stringify(links)],
    }),
    tx.query<{ webhookId: string; forRuns: boolean }>({
      name: 'event-endpoints',
      // Locks the endpoints, so that a concurrent deletion cannot make the transition fail.
      text: `SELECT id AS "webhookId", for_runs AS "forRuns" FROM webhooks
             WHERE account_id = $1 AND mode = $2 AND status = 'active' AND ($3 = ANY(event_types) OR (for_runs AND $4))
             ORDER BY id FOR KEY SHARE`,
      values: [accountId, mode, type, receiver !== null],
    }),
  ]);
  const { payload } = recorded[0]!;
  for (const { webhookId, forRuns } of endpoints) {
    await insertDelivery(tx, { webhookId, eventType: type, payload, url: forRuns ? receiver : null, accountId, mode });
  }
}

export interface RecordedEvent {
  id: string;
  payload: string;
}

/** Events of an account and mode, newest first, with ids below `before` and at or above `since`. */
export async function listEvents(
  db: Database,
  { accountId, mode }: { accountId: string; mode: Mode },
  { limit, before = lastId('evt'), since = '' }: { limit: number; before?: string; since?: string },
): Promise<RecordedEvent[]> {
  return db.prisma.productEvent.findMany({
    where: { accountId, mode, id: { lt: before, gte: since } },
    select: { id: true, payload: true },
    orderBy: { id: 'desc' },
    take: limit,
  });
}
