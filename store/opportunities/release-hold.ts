import { OPPORTUNITY } from '../../domain/opportunities';
import type { Queryable } from '../../prisma/client';
import { endWatches } from './end-watches';
import type { Holder } from './hold-opportunity';

/** Puts the opportunity of an order back on offer, if the order holds it, and tells who waited for it. */
export async function release(tx: Queryable, order: Holder): Promise<void> {
  if (order.opportunityId === null) return;
  const { rowCount } = await tx.query({
    name: 'hold-release',
    text: `UPDATE opportunities SET status = $3, reserved_by = NULL, reserved_until = NULL, updated_at = now()
           WHERE id = $1 AND status = ANY($4) AND reserved_by = $2`,
    values: [order.opportunityId, order.id, 'available', OPPORTUNITY.before('available')],
  });
  if (rowCount === 1) await endWatches(tx, order.opportunityId, 'available');
}
