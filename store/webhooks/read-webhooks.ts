import type { Mode } from '../../contracts/access';
import type { Database } from '../../prisma/client';
import { toWebhook, type Webhook } from './row';

/** Endpoints of an account in one mode, newest first; disabled ones too. */
export async function listWebhooks(db: Database, owner: { accountId: string; mode: Mode }): Promise<Webhook[]> {
  const webhooks = await db.prisma.webhook.findMany({
    where: { accountId: owner.accountId, mode: owner.mode },
    orderBy: { id: 'desc' },
  });
  return webhooks.map(toWebhook);
}

/** One endpoint of this owner, or null: one of another account counts as unknown. */
export async function findWebhook(
  db: Database,
  owner: { accountId: string; mode?: Mode },
  id: string,
): Promise<Webhook | null> {
  const webhook = await db.prisma.webhook.findFirst({ where: { id, ...owner } });
  return webhook && toWebhook(webhook);
}

/** Endpoints of everybody, or of one account in both modes, newest first: for operators. */
export async function listAllWebhooks(db: Database, limit: number, accountId?: string): Promise<Webhook[]> {
  const webhooks = await db.prisma.webhook.findMany({
    where: accountId ? { accountId } : {},
    orderBy: { id: 'desc' },
    take: limit,
  });
  return webhooks.map(toWebhook);
}
