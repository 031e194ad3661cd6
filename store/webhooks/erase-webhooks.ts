import { WEBHOOK } from '../../domain/webhooks';
import type { Queryable } from '../../prisma/client';

const OWN_WEBHOOKS = 'SELECT id FROM webhooks WHERE account_id = $1';

/** Disables every endpoint of an account, in the caller's transaction. */
export async function disableWebhooksOf(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    text: 'UPDATE webhooks SET status = $2 WHERE account_id = $1 AND status = ANY($3)',
    values: [accountId, 'disabled', WEBHOOK.before('disabled')],
  });
}

/** Deletes the endpoints of an account with their deliveries. */
export async function eraseWebhooks(tx: Queryable, accountId: string): Promise<void> {
  for (const text of [
    `DELETE FROM webhook_attempts WHERE delivery_id IN (
       SELECT id FROM webhook_deliveries WHERE webhook_id IN (${OWN_WEBHOOKS}))`,
    `DELETE FROM webhook_deliveries WHERE webhook_id IN (${OWN_WEBHOOKS})`,
    'DELETE FROM webhooks WHERE account_id = $1',
  ]) {
    await tx.query({ text, values: [accountId] });
  }
}
