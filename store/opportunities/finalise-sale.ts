import { OPPORTUNITY } from '../../domain/opportunities';
import type { Queryable } from '../../prisma/client';
import { endWatches } from './end-watches';
import type { Holder } from './hold-opportunity';

/**
 * Sells the opportunity to an order that was paid in time: where the order still holds it, however long ago its hold
 * ended, or where it is free again, which reserves and sells it at once. Tells who waited for it. False if it is another's.
 */
export async function finaliseSale(tx: Queryable, order: Holder): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'hold-finalise',
    text: `UPDATE opportunities SET status = $3, sold_to = $2, reserved_by = NULL, reserved_until = NULL, updated_at = now()
           WHERE id = $1 AND (status = ANY($4) AND reserved_by = $2 OR status = ANY($5))`,
    values: [order.opportunityId, order.id, 'sold', OPPORTUNITY.before('sold'), OPPORTUNITY.before('reserved')],
  });
  if (rowCount === 0) return false;
  if (order.opportunityId !== null) await endWatches(tx, order.opportunityId, 'sold');
  return true;
}

/** Puts an opportunity that was sold to an order on offer again, and returns its contributor; null if it was not. */
export async function undoSale(
  tx: Queryable,
  opportunityId: string,
  orderId: string,
): Promise<{ accountId: string | null } | null> {
  const { rows } = await tx.query<{ accountId: string | null }>({
    name: 'opportunity-offer-again',
    text: `UPDATE opportunities SET status = $3, sold_to = NULL, updated_at = now()
           WHERE id = $1 AND status = ANY($4) AND sold_to = $2
           RETURNING contributor_account_id AS "accountId"`,
    values: [opportunityId, orderId, 'available', ['sold']],
  });
  return rows[0] ?? null;
}
