import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { lockWebhook, type WebhookOwner } from './lock-webhook';

/**
 * Deletes an endpoint with the log of its deliveries; one that is under way ends undelivered.
 *
 * @throws Failure `webhook_not_found`
 */
export function deleteWebhook(db: Database, owner: WebhookOwner, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const { status } = await lockWebhook(tx, owner, id);
    for (const text of [
      // Locked first: an attempt that is recorded between its two deletes would refuse the second.
      'SELECT FROM webhook_deliveries WHERE webhook_id = $1 FOR UPDATE',
      'DELETE FROM webhook_attempts WHERE delivery_id IN (SELECT id FROM webhook_deliveries WHERE webhook_id = $1)',
      'DELETE FROM webhook_deliveries WHERE webhook_id = $1',
      'DELETE FROM webhooks WHERE id = $1',
    ]) {
      await tx.query({ text, values: [id] });
    }
    await recordAudit(tx, { action: 'webhook.deleted', accountId: owner.accountId, subject: id, before: { status } });
  });
}
