import { Failure } from '../../contracts/failures';
import { MAX_KEPT_WEBHOOKS, MAX_WEBHOOKS } from '../../contracts/webhooks';
import type { Queryable } from '../../prisma/client';

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
