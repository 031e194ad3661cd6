import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import {
  MAX_KEPT_WEBHOOKS,
  MAX_WEBHOOKS,
  WEBHOOK_REPLAY_MS,
  type Webhook,
  type WebhookCreate,
} from '../../contracts/webhooks';
import type { Database, Queryable } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { once, type Once } from '../idempotency/once';
import type { IdempotencyClaim } from '../idempotency/claim-key';

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
): Promise<Once<Webhook & { sealedSecret: string }>> {
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

/**
 * Locks the account until the transaction ends and counts its endpoints. An old one that is enabled needs room among the
 * active ones only.
 *
 * @throws Failure `webhook_limit_reached` if there is no room for another active one, or for another at all
 */
export async function requireRoom(tx: Queryable, accountId: string, which: 'new' | 'old'): Promise<void> {
  // Locked, so that concurrent creations of one account are counted one after the other.
  await tx.query({
    name: 'webhook-account',
    text: 'SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE',
    values: [accountId],
  });
  const { rows } = await tx.query<{ kept: number; active: number }>({
    name: 'webhook-count',
    text: `SELECT count(*)::int AS kept, (count(*) FILTER (WHERE status = 'active'))::int AS active
           FROM webhooks WHERE account_id = $1`,
    values: [accountId],
  });
  const { kept, active } = rows[0]!;
  if (active >= MAX_WEBHOOKS) {
    throw new Failure('webhook_limit_reached', {
      detail: `An account may have ${MAX_WEBHOOKS} active webhooks: disable or delete one.`,
    });
  }
  if (which === 'new' && kept >= MAX_KEPT_WEBHOOKS) {
    throw new Failure('webhook_limit_reached', {
      detail: `An account may have ${MAX_KEPT_WEBHOOKS} webhooks, disabled ones included: delete one.`,
    });
  }
}
