import { lastId } from '../../contracts/ids';
import type { Database, WebhookAttempt } from '../../prisma/client';
import { toDelivery, toWebhook, type Webhook, type WebhookDelivery } from './row';

/** A delivery with the endpoint that it goes to. */
export type Delivery = WebhookDelivery & { webhook: Webhook };

/** The same with the suspension of its account. */
export type LoadedDelivery = Delivery & { suspended: boolean };

/** A delivery and every attempt of it, oldest first. */
export type LoggedDelivery = WebhookDelivery & { attempts: WebhookAttempt[] };

/** A delivery of any owner, or null: for activities. */
export async function loadDelivery(db: Database, deliveryId: string): Promise<LoadedDelivery | null> {
  const delivery = await db.prisma.webhookDelivery.findUnique({
    where: { id: deliveryId },
    include: { webhook: { include: { account: { select: { status: true } } } } },
  });
  if (!delivery) return null;
  const { account, ...webhook } = delivery.webhook;
  return { ...toDelivery(delivery), webhook: toWebhook(webhook), suspended: account.status === 'suspended' };
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
