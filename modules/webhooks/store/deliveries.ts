import type { Mode } from '../../../base/access';
import { Failure } from '../../../base/failures';
import { newId, lastId } from '../../../base/ids';
import { transaction, type Queryable, type Prisma, type Database, type WebhookAttempt } from '../../../prisma/client';
import type { Narrowed } from '../../../prisma/sql';
import { enqueue, type PendingMessage } from '../../outbox/store/outbox';
import type { DeliveryStatus } from '../contract';
import { webhookDeliveryMessage, type DeliveryLimits } from '../messages';
import { DELIVERY } from '../rules';
import { WEBHOOK_COLUMNS, toWebhook, type Webhook } from './endpoints';

export type WebhookDelivery = Narrowed<Prisma.WebhookDeliveryModel, { status: DeliveryStatus }>;

export const toDelivery = <Row extends Prisma.WebhookDeliveryModel>(row: Row) =>
  row as Omit<Row, keyof WebhookDelivery> & WebhookDelivery;

/** A delivery to write. The body is stored as sent, because every attempt signs and sends the same bytes. */
export interface NewDelivery {
  webhookId: string;
  eventType: string;
  payload: string;
  /** URL of the receiver named in a run's request, used instead of the endpoint's URL. */
  url?: string | null;
  accountId: string;
  mode: Mode;
}

/**
 * Inserts a delivery and starts its workflow. The caller's transaction must have checked that the endpoint is active.
 */
export async function insertDelivery(
  tx: Queryable,
  delivery: NewDelivery,
  limits: DeliveryLimits = {},
): Promise<{ deliveryId: string; createdAt: string; pending: PendingMessage | null }> {
  const deliveryId = newId('whd');
  const { webhookId, eventType, payload, url = null } = delivery;
  const message = webhookDeliveryMessage({ ...delivery, deliveryId }, limits);
  const [{ rows }, pending] = await Promise.all([
    tx.query<{ createdAt: Date }>({
      name: 'webhook-delivery-insert',
      text: `INSERT INTO webhook_deliveries (id, webhook_id, event_type, payload, url, status)
             VALUES ($1, $2, $3, $4, $5, 'pending') RETURNING created_at AS "createdAt"`,
      values: [deliveryId, webhookId, eventType, payload, url],
    }),
    enqueue(tx, `start:${message.workflowId}`, message),
  ]);
  return { deliveryId, createdAt: rows[0]!.createdAt.toISOString(), pending };
}

/** Limits the endpoints that a request may use. Operators pass no account, and account pages pass no mode. */
export interface EndpointScope {
  accountId?: string | null;
  mode?: Mode | null;
}

/**
 * Finds an endpoint that accepts deliveries, in the caller's transaction.
 * @throws Failure `webhook_not_found` if it is unknown or another owner's, `webhook_disabled`
 */
export async function activeEndpoint(
  tx: Queryable,
  webhookId: string,
  { accountId = null, mode = null }: EndpointScope,
): Promise<Webhook> {
  const { rows } = await tx.query<Prisma.WebhookModel>({
    name: 'webhook-of-delivery',
    text: `SELECT ${WEBHOOK_COLUMNS} FROM webhooks
           WHERE id = $1 AND ($2::text IS NULL OR account_id = $2) AND ($3::text IS NULL OR mode = $3) AND NOT for_runs
           FOR KEY SHARE`,
    values: [webhookId, accountId, mode],
  });
  const webhook = rows[0] && toWebhook(rows[0]);
  if (!webhook) throw new Failure('webhook_not_found', { detail: `No active webhook ${webhookId}.` });
  if (webhook.status !== 'active')
    throw new Failure('webhook_disabled', { detail: `The webhook ${webhookId} is disabled. Enable it first.` });
  return webhook;
}

export type LoadedDelivery = WebhookDelivery & { webhook: Webhook; suspended: boolean };

/** A delivery with its attempts, oldest first. */
export type LoggedDelivery = WebhookDelivery & { attempts: WebhookAttempt[] };

/** Loads a delivery for activities, without checking the owner. */
export async function loadDelivery(db: Database, deliveryId: string): Promise<LoadedDelivery | null> {
  const delivery = await db.prisma.webhookDelivery.findUnique({
    where: { id: deliveryId },
    include: { webhook: { include: { account: { select: { status: true } } } } },
  });
  if (!delivery) return null;
  const { account, ...webhook } = delivery.webhook;
  return { ...toDelivery(delivery), webhook: toWebhook(webhook), suspended: account.status === 'suspended' };
}

/** Newest deliveries to an endpoint with their attempts, with ids below `before` and at or above `since`. */
export async function listDeliveries(
  db: Database,
  webhookId: string,
  { limit, before = lastId('whd'), since = '' }: { limit: number; before?: string; since?: string },
): Promise<LoggedDelivery[]> {
  const deliveries = await db.prisma.webhookDelivery.findMany({
    where: { webhookId, id: { lt: before, gte: since } },
    include: { attempts: { orderBy: { attempt: 'asc' } } },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return deliveries.map(toDelivery);
}

/**
 * Atomically records an attempt under the next number and, if it succeeded, marks the delivery as delivered. Returns
 * the number. If the workflow was lost and restarted, continues the numbering of the earlier attempts.
 */
export function recordAttempt(
  db: Database,
  deliveryId: string,
  { startedAt, durationMs, responseStatus, error }: Omit<WebhookAttempt, 'deliveryId' | 'attempt'>,
  arrived: boolean,
): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ attempt: number }>({
      name: 'webhook-attempt',
      // A lost attempt and its retry may both report the same number. We keep the later report.
      text: `INSERT INTO webhook_attempts (delivery_id, attempt, started_at, duration_ms, response_status, error)
             SELECT $1, 1 + COALESCE(max(attempt), 0), $2, $3, $4, $5 FROM webhook_attempts WHERE delivery_id = $1
             ON CONFLICT (delivery_id, attempt) DO UPDATE SET started_at = excluded.started_at,
               duration_ms = excluded.duration_ms, response_status = excluded.response_status, error = excluded.error
             RETURNING attempt`,
      values: [deliveryId, startedAt, durationMs, responseStatus, error],
    });
    if (arrived) await tx.query(ended(deliveryId, 'delivered'));
    return rows[0]!.attempt;
  });
}

/** Marks a delivery as failed if it is still pending. Returns its status, which is `failed` if the row was deleted. */
export async function failDelivery(db: Database, deliveryId: string): Promise<DeliveryStatus> {
  await db.pool.query(ended(deliveryId, 'failed'));
  const delivery = await db.prisma.webhookDelivery.findUnique({ where: { id: deliveryId } });
  return delivery ? toDelivery(delivery).status : 'failed';
}

function ended(deliveryId: string, status: 'delivered' | 'failed') {
  return {
    name: 'webhook-delivery-end',
    text: 'UPDATE webhook_deliveries SET status = $2, ended_at = now() WHERE id = $1 AND status = ANY($3)',
    values: [deliveryId, status, DELIVERY.before(status)],
  };
}
