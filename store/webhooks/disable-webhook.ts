import { Failure } from '../../contracts/failures';
import { WEBHOOK } from '../../domain/webhooks';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { toWebhook, type Webhook } from './row';

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

/** Disables every endpoint of an account, in the caller's transaction. */
export async function disableWebhooksOf(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    text: 'UPDATE webhooks SET status = $2 WHERE account_id = $1 AND status = ANY($3)',
    values: [accountId, 'disabled', WEBHOOK.before('disabled')],
  });
}
