import { lastId } from '../../contracts/ids';
import type { Database, WebhookAttempt } from '../../prisma/client';
import { toDelivery, toWebhook, type Webhook, type WebhookDelivery } from './row';

/** A delivery with the endpoint that it goes to. */
export type Delivery = WebhookDelivery & { webhook: Webhook };

/** A delivery and every attempt of it, oldest first. */
export type LoggedDelivery = WebhookDelivery & { attempts: WebhookAttempt[] };

/** A delivery of any owner, or null: for activities. */
export async function loadDelivery(db: Database, deliveryId: string): Promise<Delivery | null> {
  const delivery = await db.prisma.webhookDelivery.findUnique({
    where: { id: deliveryId },
    include: { webhook: true },
  });
  return delivery && { ...toDelivery(delivery), webhook: toWebhook(delivery.webhook) };
}

/** The newest deliveries to an endpoint, with ids below `before` and not below `since`, with their attempts. */
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
