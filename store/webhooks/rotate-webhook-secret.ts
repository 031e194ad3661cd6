import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import type { Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import type { IdempotencyClaim } from '../idempotency/claim-key';
import { once, type Once } from '../idempotency/once';

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
