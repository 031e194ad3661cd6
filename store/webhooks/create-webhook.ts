import type { Mode } from '../../contracts/access';
import { WEBHOOK_REPLAY_MS, type Webhook, type WebhookCreate } from '../../contracts/webhooks';
import type { Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import type { IdempotencyClaim } from '../idempotency/claim-key';
import { once, type Once } from '../idempotency/once';
import { requireRoom } from './require-room';

/** A requested webhook endpoint, with its secret already sealed. */
export interface CreateWebhook {
  idempotency: IdempotencyClaim;
  accountId: string;
  mode: Mode;
  webhookId: string;
  sealedSecret: Buffer;
  wanted: WebhookCreate;
}

/**
 * Creates an endpoint, or repeats the first answer to the same claim. The answer is stored with the secret sealed
 * (base64), readable only with the operator's key.
 *
 * @throws Failure `webhook_limit_reached` if the account has {@link MAX_WEBHOOKS} active ones, or
 * {@link MAX_KEPT_WEBHOOKS} of any status, in both modes together
 * @throws Failure `idempotency_key_reused`, `idempotency_in_flight` as {@link once}
 */
export function createWebhook(
  db: Database,
  { idempotency, accountId, mode, webhookId, sealedSecret, wanted }: CreateWebhook,
): Promise<Once<Omit<Webhook, 'undelivered'> & { sealedSecret: string }>> {
  return once(db, { ...idempotency, keepForMs: WEBHOOK_REPLAY_MS }, async (tx) => {
    await requireRoom(tx, accountId, 'new');
    const { url, eventTypes, description = null } = wanted;
    const { rows } = await tx.query<{ createdAt: Date }>({
      name: 'webhook-insert',
      text: `INSERT INTO webhooks (id, account_id, mode, url, event_types, description, status, sealed_secret)
             VALUES ($1, $2, $3, $4, $5, $6, 'active', $7) RETURNING created_at AS "createdAt"`,
      values: [webhookId, accountId, mode, url, eventTypes, description, sealedSecret],
    });
    const after = { mode, eventTypes, status: 'active' };
    await recordAudit(tx, { action: 'webhook.created', accountId, subject: webhookId, after });
    const createdAt = rows[0]!.createdAt.toISOString();
    const shown = { webhookId, url, eventTypes, status: 'active' as const, description, createdAt };
    return { ...shown, sealedSecret: sealedSecret.toString('base64') };
  });
}
