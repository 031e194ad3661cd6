import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import type { Database, Webhook } from '../../prisma/client';

/** Endpoints of an account in one mode, newest first; disabled ones too. */
export function listWebhooks(db: Database, owner: { accountId: string; mode: Mode }): Promise<Webhook[]> {
  return db.prisma.webhook.findMany({
    where: { accountId: owner.accountId, mode: owner.mode },
    orderBy: { id: 'desc' },
  });
}

/** Endpoints of everybody, or of one account in both modes, newest first: for operators. */
export function listAllWebhooks(db: Database, limit: number, accountId?: string): Promise<Webhook[]> {
  return db.prisma.webhook.findMany({ where: accountId ? { accountId } : {}, orderBy: { id: 'desc' }, take: limit });
}

/**
 * Gives an endpoint a new secret; the one before signs too for `graceMs`, so that receivers can change over meanwhile.
 *
 * @throws Failure `not_found` for an unknown endpoint
 */
export async function rotateWebhookSecret(
  db: Database,
  webhookId: string,
  sealedSecret: Buffer,
  graceMs: number,
): Promise<void> {
  const { rowCount } = await db.pool.query({
    name: 'webhook-rotate',
    text: `UPDATE webhooks SET previous_secret = sealed_secret, sealed_secret = $2,
                  previous_expires_at = now() + $3 * interval '1 millisecond' WHERE id = $1`,
    values: [webhookId, sealedSecret, graceMs],
  });
  if (rowCount === 0) throw new Failure('not_found', { detail: `No webhook ${webhookId}.` });
}

/**
 * Ends an endpoint: nothing is delivered to it any more, and it makes room for another.
 *
 * @throws Failure `not_found` for an unknown endpoint
 */
export async function disableWebhook(db: Database, webhookId: string): Promise<Webhook> {
  const [webhook] = await db.prisma.webhook.updateManyAndReturn({
    where: { id: webhookId },
    data: { status: 'disabled' },
  });
  if (!webhook) throw new Failure('not_found', { detail: `No webhook ${webhookId}.` });
  return webhook;
}
