import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { WEBHOOK } from '../../domain/webhooks';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { once, type Once } from '../idempotency/once';
import type { IdempotencyClaim } from '../idempotency/claim-key';
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

/**
 * Gives an endpoint a new secret; the previous one also signs for `graceMs`, so that receivers can switch. An operator
 * names no owner. Once for its claim, if it has one: a repetition gets the first result, with the secret sealed (base64).
 *
 * @throws Failure `webhook_not_found` for an endpoint that is unknown or another owner's; as {@link once}
 */
export async function rotateWebhookSecret(
  db: Database,
  webhookId: string,
  sealedSecret: Buffer,
  graceMs: number,
  {
    owner = null,
    idempotency = null,
  }: { owner?: { accountId: string; mode?: Mode } | null; idempotency?: IdempotencyClaim | null } = {},
): Promise<Once<{ webhookId: string; sealedSecret: string; previousSecretExpiresAt: string }>> {
  return once(db, idempotency, async (tx) => {
    const { rows } = await tx.query<{ accountId: string; validUntil: Date }>({
      name: 'webhook-rotate',
      text: `UPDATE webhooks SET previous_secret = sealed_secret, sealed_secret = $2,
                    previous_expires_at = now() + $3 * interval '1 millisecond'
             WHERE id = $1 AND ($4::text IS NULL OR account_id = $4) AND ($5::text IS NULL OR mode = $5)
             RETURNING account_id AS "accountId", previous_expires_at AS "validUntil"`,
      values: [webhookId, sealedSecret, graceMs, owner?.accountId ?? null, owner?.mode ?? null],
    });
    if (!rows[0]) throw new Failure('webhook_not_found', { detail: `No webhook ${webhookId}.` });
    const { accountId, validUntil } = rows[0];
    await recordAudit(tx, { action: 'webhook.rotated', accountId, subject: webhookId, after: { validUntil } });
    return {
      webhookId,
      sealedSecret: sealedSecret.toString('base64'),
      previousSecretExpiresAt: validUntil.toISOString(),
    };
  });
}

/**
 * Disables an endpoint: it gets no more deliveries and no longer counts towards the limit.
 *
 * @throws Failure `not_found` for an unknown endpoint
 */
export async function disableWebhook(db: Database, webhookId: string): Promise<Webhook> {
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<{ accountId: string }>({
      text: `UPDATE webhooks SET status = $2 WHERE id = $1 AND status = ANY($3)
             RETURNING account_id AS "accountId"`,
      values: [webhookId, 'disabled', WEBHOOK.before('disabled')],
    });
    if (!rows[0]) return;
    const change = { before: { status: 'active' }, after: { status: 'disabled' } };
    await recordAudit(tx, { action: 'webhook.disabled', accountId: rows[0].accountId, subject: webhookId, ...change });
  });
  const webhook = await db.prisma.webhook.findUnique({ where: { id: webhookId } });
  if (!webhook) throw new Failure('not_found', { detail: `No webhook ${webhookId}.` });
  return toWebhook(webhook);
}
