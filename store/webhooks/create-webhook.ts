import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { MAX_WEBHOOKS, WEBHOOK_REPLAY_MS, type Webhook, type WebhookCreate } from '../../contracts/webhooks';
import type { Database, Queryable } from '../../prisma/client';
import { once, type IdempotencyClaim, type Once } from '../idempotency';

/** A webhook endpoint that a caller asks for; its secret is sealed before it comes here. */
export interface CreateWebhook {
  idempotency: IdempotencyClaim;
  accountId: string;
  mode: Mode;
  webhookId: string;
  sealedSecret: Buffer;
  wanted: WebhookCreate;
}

/**
 * Creates an endpoint, or repeats the first answer to the same claim. The answer is kept with the secret still sealed (base64):
 * only who has the operator's key can read it.
 *
 * @throws Failure `webhook_limit_reached` when the account has {@link MAX_WEBHOOKS} active ones, in both modes together
 * @throws Failure `idempotency_key_reused`, `idempotency_in_flight` as {@link once}
 */
export function createWebhook(
  db: Database,
  { idempotency, accountId, mode, webhookId, sealedSecret, wanted }: CreateWebhook,
): Promise<Once<Webhook & { sealedSecret: string }>> {
  return once(db, { ...idempotency, keepForMs: WEBHOOK_REPLAY_MS }, async (tx) => {
    await requireRoom(tx, accountId);
    const { url, eventTypes, description = null } = wanted;
    const { rows } = await tx.query<{ createdAt: Date }>({
      name: 'webhook-insert',
      text: `INSERT INTO webhooks (id, account_id, mode, url, event_types, description, status, sealed_secret)
             VALUES ($1, $2, $3, $4, $5, $6, 'active', $7) RETURNING created_at AS "createdAt"`,
      values: [webhookId, accountId, mode, url, eventTypes, description, sealedSecret],
    });
    const createdAt = rows[0]!.createdAt.toISOString();
    const shown = { webhookId, url, eventTypes, status: 'active' as const, description, createdAt };
    return { ...shown, sealedSecret: sealedSecret.toString('base64') };
  });
}

async function requireRoom(tx: Queryable, accountId: string): Promise<void> {
  // Locked, so that concurrent creations of one account count one after the other.
  await tx.query({
    name: 'webhook-account',
    text: 'SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE',
    values: [accountId],
  });
  const { rows } = await tx.query<{ count: number }>({
    name: 'webhook-count',
    text: "SELECT count(*)::int AS count FROM webhooks WHERE account_id = $1 AND status = 'active'",
    values: [accountId],
  });
  if (rows[0]!.count >= MAX_WEBHOOKS) {
    throw new Failure('webhook_limit_reached', { detail: `An account may have ${MAX_WEBHOOKS} webhooks.` });
  }
}
