import { WEBHOOK } from '../../domain/webhooks';
import type { Queryable } from '../../prisma/client';

/** Disables every endpoint of an account, in the caller's transaction. */
export async function disableWebhooksOf(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    text: 'UPDATE webhooks SET status = $2 WHERE account_id = $1 AND status = ANY($3)',
    values: [accountId, 'disabled', WEBHOOK.before('disabled')],
  });
}
